import type { ChunkWriter, DocumentChunks } from '@engine/ports/storage/chunk-index'

const fullAt = 1000
const mostWaiting = 4000
/** How long a document waits for company: less where it is the first one to be seen in a while. */
const lingerMs = { first: 80, following: 400 }
/** Behind a write, within which another one follows it. */
const followsMs = 2000
/**
 * Chunks of a long job between two calls of `maintain`, which does something for them only where it is worth while. Until it does, every
 * search reads them one by one. It writes the whole text index anew, so between two calls a large index grows by a share.
 */
const maintainEvery = { least: 8000, share: 1 / 32 }

interface Waiting {
  readonly document: DocumentChunks
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** What writes the batches. */
export interface BatchWriter extends Pick<ChunkWriter, 'replace' | 'maintain'> {
  /** Searchable chunks now. */
  chunkCount(): number
}

/** Gathers documents into writes of about a thousand chunks, because many small commits slow every search down. */
export class IndexBatch {
  #waiting: Waiting[] = []
  /** How many chunks wait. */
  #chunks = 0
  /** How many chunks are being written. */
  #writing = 0
  #sinceMaintenance = 0
  #isWriting = false
  #timer: NodeJS.Timeout | undefined
  #room: (() => void)[] = []

  /** When what waits is written, and when the last write ended, by `performance.now()`. */
  #due = 0
  #ended = -followsMs

  /** @param isMoreComing whether other documents are on their way, so that waiting for company may be worth while. */
  constructor(
    private readonly writer: BatchWriter,
    private readonly isMoreComing: () => boolean = () => false,
  ) {}

  /** Resolves once the document is searchable and durable. */
  add(document: DocumentChunks): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) this.#due = performance.now() + this.#linger()
      this.#waiting.push({ document, resolve, reject })
      this.#chunks += document.chunks.length
      this.#schedule()
    })
  }

  /** Resolves when few enough chunks wait that more may be embedded. */
  async hasRoom(): Promise<void> {
    while (this.#chunks + this.#writing >= mostWaiting) {
      await new Promise<void>((resolve) => this.#room.push(resolve))
    }
  }

  #schedule(): void {
    if (this.#isWriting || this.#waiting.length === 0) return
    clearTimeout(this.#timer)
    if (this.#chunks >= fullAt) void this.#write()
    else {
      const left = this.isMoreComing() ? this.#due - performance.now() : 0
      this.#timer = setTimeout(() => void this.#write(), Math.max(0, left))
    }
  }

  #linger(): number {
    return performance.now() - this.#ended < followsMs ? lingerMs.following : lingerMs.first
  }

  /** Writes what waits; never rejects, because the documents' own promises carry the failure. */
  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    const batch = this.#waiting
    this.#writing = this.#chunks
    this.#waiting = []
    this.#chunks = 0
    this.#isWriting = true
    try {
      await this.writer.replace(batch.map(({ document }) => document))
      for (const { resolve } of batch) resolve()
    } catch (reason) {
      for (const { reject } of batch) reject(reason)
    }
    this.#ended = performance.now()
    this.#sinceMaintenance += this.#writing
    this.#writing = 0
    for (const resume of this.#room.splice(0)) resume()
    const { least, share } = maintainEvery
    if (this.#sinceMaintenance >= Math.max(least, share * this.writer.chunkCount())) await this.maintain()
    this.#isWriting = false
    this.#schedule()
  }

  /** Without success the rows stay slower to search, and still answer; a job's own maintenance at its end reports what is wrong. */
  async maintain(isDone = false): Promise<void> {
    this.#sinceMaintenance = 0
    await this.writer.maintain(isDone).catch(() => undefined)
  }
}
