import { ReadingOrder, type WorkFacts } from '@engine/platform/order/reading-order'
import type { RecentLooks } from '@engine/platform/order/recent-looks'
import type { QuietTimes } from '../runtime/quiet-times'
import type { ShareFile } from './share-holder'

export interface ReadingQueueParts {
  readonly factsOf: (documentId: string) => WorkFacts
  readonly looks: Pick<RecentLooks, 'newestFirst'>
  readonly now: () => number
  /** Reads a document; undefined where it could not be read, or is not wanted any more. Never rejects. */
  readonly read: (documentId: string) => Promise<ShareFile | undefined>
  /** Takes what was read; resolves when more may come. */
  readonly handOn: (files: readonly ShareFile[]) => Promise<unknown>
  /** Told which documents begin to wait, and which wait no longer because they were handed on, or cannot be. */
  readonly told: (change: ReadingChange) => void
  /** While people wait for something else, nothing is read. */
  readonly quiet: Pick<QuietTimes, 'isQuiet' | 'whenQuiet'>
  readonly closing: AbortSignal
}

export interface ReadingChange {
  readonly waiting: readonly string[]
  readonly settled: readonly string[]
}

/** So many documents that were read are handed on together, or as many as were read in `handOnMs` milliseconds. */
const readAtOnce = 50
const handOnMs = 1000

/** Documents that wait to be read, one at a time, in quiet times: what people look at first, then the newest and smallest. */
export class ReadingQueue {
  readonly #ids: ReadingOrder
  /** Those that wait, are being read or being handed on. */
  readonly #unsettled = new Set<string>()
  readonly #followers = new Set<() => void>()
  #running: Promise<void> | undefined
  #beingRead: 0 | 1 = 0

  constructor(private readonly parts: ReadingQueueParts) {
    this.#ids = new ReadingOrder(parts.looks, parts.now)
  }

  /** How many wait, with the one that is being read. */
  get size(): number {
    return this.#ids.size + this.#beingRead
  }

  /** Settles when nothing is being read and nothing waits; undefined where that is so now. */
  get running(): Promise<void> | undefined {
    return this.#running
  }

  /** Documents that are not handed on yet. */
  get unsettled(): ReadonlySet<string> {
    return this.#unsettled
  }

  add(documentId: string): void {
    this.#ids.add(documentId, this.parts.factsOf(documentId))
    if (!this.#unsettled.has(documentId)) this.parts.told({ waiting: [documentId], settled: [] })
    this.#unsettled.add(documentId)
    this.#goOn()
  }

  delete(documentId: string): void {
    this.#ids.delete(documentId)
    this.#settle([documentId])
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
      const files = await this.#readSome()
      await handOn(files)
      this.#settle(files.map(({ documentId }) => documentId))
    }
  }

  /** As many as are handed on together; fewer where somebody begins to wait. */
  async #readSome(): Promise<readonly ShareFile[]> {
    const { closing, quiet, read } = this.parts
    const files: ShareFile[] = []
    const begun = performance.now()
    while (files.length < readAtOnce && performance.now() - begun <= handOnMs) {
      if (!quiet.isQuiet() || closing.aborted) break
      const [documentId] = this.#ids
      if (documentId === undefined) break
      this.#ids.delete(documentId)
      this.#beingRead = 1
      const file = await read(documentId)
      this.#beingRead = 0
      if (file) files.push(file)
      else this.#settle([documentId])
      for (const told of this.#followers) told()
    }
    return files
  }

  /** What waits again is not settled. */
  #settle(documentIds: readonly string[]): void {
    const settled = documentIds.filter((id) => !this.#ids.has(id) && this.#unsettled.delete(id))
    if (settled.length > 0) this.parts.told({ waiting: [], settled })
  }
}
