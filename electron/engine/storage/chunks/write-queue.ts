import PQueue from 'p-queue'
import { CairnError } from '@shared/errors'

/** Runs jobs one after another, in the order in which they were given. */
export class WriteQueue {
  readonly #queue = new PQueue({ concurrency: 1 })
  #closed = false

  /** Resolves or rejects with the job; throws STORE_UNUSABLE once the store was closed. */
  async run<Result>(job: () => Promise<Result>): Promise<Result> {
    if (this.#closed) throw new CairnError('STORE_UNUSABLE', 'The store was closed.', 'Open it again.')
    return this.#queue.add(job)
  }

  /** Takes no more jobs and resolves when the last one has ended. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#queue.onIdle()
  }
}
