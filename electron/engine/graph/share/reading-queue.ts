import type { QuietTimes } from '../runtime/quiet-times'
import type { ShareFile } from './share-holder'

export interface ReadingQueueParts {
  /** Chunks of a document. */
  readonly sizeOf: (documentId: string) => number
  /** Reads a document; undefined where it could not be read, or is not wanted any more. Never rejects. */
  readonly read: (documentId: string) => Promise<ShareFile | undefined>
  /** Takes what was read; resolves when more may come. */
  readonly handOn: (files: readonly ShareFile[]) => Promise<unknown>
  /** While people wait for something else, nothing is read. */
  readonly quiet: Pick<QuietTimes, 'isQuiet' | 'whenQuiet'>
  readonly closing: AbortSignal
}

/** So many documents that were read are handed on together, or as many as were read in `handOnMs` milliseconds. */
const readAtOnce = 50
const handOnMs = 1000
const orderedAtOnce = 1000

/** Documents that wait to be read, one at a time, in quiet times. */
export class ReadingQueue {
  readonly #ids = new Set<string>()
  readonly #followers = new Set<() => void>()
  #running: Promise<void> | undefined
  #beingRead: 0 | 1 = 0

  constructor(private readonly parts: ReadingQueueParts) {}

  /** How many wait, with the one that is being read. */
  get size(): number {
    return this.#ids.size + this.#beingRead
  }

  /** Settles when nothing is being read and nothing waits; undefined where that is so now. */
  get running(): Promise<void> | undefined {
    return this.#running
  }

  add(documentId: string): void {
    this.#ids.add(documentId)
    this.#goOn()
  }

  delete(documentId: string): void {
    this.#ids.delete(documentId)
  }

  /** Calls `told` whenever less waits. Returns what ends it. */
  follow(told: () => void): () => void {
    this.#followers.add(told)
    return () => this.#followers.delete(told)
  }

  #goOn(): void {
    if (this.#ids.size === 0 || this.#running || this.parts.closing.aborted) return
    this.#running = this.#read().finally(() => {
      this.#running = undefined
      this.#goOn()
    })
  }

  async #read(): Promise<void> {
    const { closing, quiet, handOn } = this.parts
    while (this.#ids.size > 0) {
      await quiet.whenQuiet(closing).catch(() => undefined)
      if (closing.aborted) return
      await handOn(await this.#readSome())
    }
  }

  /** As many as are handed on together; fewer where somebody begins to wait. */
  async #readSome(): Promise<readonly ShareFile[]> {
    const { closing, quiet, read } = this.parts
    const files: ShareFile[] = []
    const begun = performance.now()
    for (const documentId of this.#inOrder()) {
      if (files.length >= readAtOnce || performance.now() - begun > handOnMs) break
      if (!quiet.isQuiet() || closing.aborted) break
      this.#ids.delete(documentId)
      this.#beingRead = 1
      const file = await read(documentId)
      this.#beingRead = 0
      if (file) files.push(file)
      for (const told of this.#followers) told()
    }
    return files
  }

  /** What has waited longest, of that the smallest first: more documents are in the graph sooner so. */
  #inOrder(): string[] {
    const { sizeOf } = this.parts
    return [...this.#ids].slice(0, orderedAtOnce).toSorted((a, b) => sizeOf(a) - sizeOf(b))
  }
}
