import type { DocumentRecord } from '@shared/documents'
import type { EventBody } from '@shared/events'

export type Emit = (body: EventBody) => void

/** Counts a job's files and reports each change of a document as a progress event. */
export class JobProgress {
  #total = 0
  #done = 0

  constructor(private readonly emit: Emit) {}

  found(): void {
    this.#total += 1
  }

  changed(document: DocumentRecord): void {
    this.#send(`${document.name}: ${document.status}`, document)
  }

  finished(document: DocumentRecord, note: string): void {
    this.#done += 1
    this.#send(`${document.name}: ${note}`, document)
  }

  /** A file that was deleted before its turn came: it no longer counts. */
  dropped(): void {
    this.#total -= 1
  }

  /** The last event of a job: done equals total. */
  end(): void {
    this.#send(`${this.#done} of ${this.#total} files`)
  }

  #send(message: string, document?: DocumentRecord): void {
    const counts = { done: this.#done, total: this.#total, unit: 'files' } as const
    this.emit({ type: 'progress', job: 'ingest', ...counts, message, ...(document ? { document } : {}) })
  }
}
