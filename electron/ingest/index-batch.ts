import type { ChunkWriter, DocumentChunks } from '../ports/chunk-index'

const fullAt = 1000
const mostWaiting = 4000
const lingerMs = 80

interface Waiting {
  readonly document: DocumentChunks
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Gathers documents into writes of about a thousand chunks: many small commits would slow every search down. A document
 * waits at most `lingerMs` for company.
 */
export class IndexBatch {
  readonly #writer: ChunkWriter
  #waiting: Waiting[] = []
  #chunks = 0
  #timer: NodeJS.Timeout | undefined
  #room: (() => void)[] = []

  constructor(writer: ChunkWriter) {
    this.#writer = writer
  }

  /** Resolves once the document is searchable and durable. */
  add(document: DocumentChunks): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ document, resolve, reject })
      this.#chunks += document.chunks.length
      if (this.#chunks >= fullAt) this.flush()
      else this.#timer ??= setTimeout(() => this.flush(), lingerMs)
    })
  }

  /** Resolves when few enough chunks wait that more may be embedded. */
  async hasRoom(): Promise<void> {
    while (this.#unwritten >= mostWaiting) await new Promise<void>((resolve) => this.#room.push(resolve))
  }

  /** Starts writing what waits. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#waiting
    if (batch.length === 0) return
    const chunks = this.#chunks
    this.#waiting = []
    this.#chunks = 0
    this.#writing += chunks
    this.#writer
      .replace(batch.map(({ document }) => document))
      .then(
        () => {
          for (const { resolve } of batch) resolve()
        },
        (reason: unknown) => {
          for (const { reject } of batch) reject(reason)
        },
      )
      .finally(() => {
        this.#writing -= chunks
        for (const resume of this.#room.splice(0)) resume()
      })
  }

  #writing = 0
  get #unwritten(): number {
    return this.#chunks + this.#writing
  }
}
