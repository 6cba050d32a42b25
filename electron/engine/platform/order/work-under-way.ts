/**
 * Work that was begun and may still be going on: for whoever changes how work is done, and must wait for what was begun in the way of before.
 */
export class WorkUnderWay {
  readonly #all = new Set<Promise<unknown>>()

  /** Counts work until it has ended; resolves and rejects as it does. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.#all.add(work)
    try {
      return await work
    } finally {
      this.#all.delete(work)
    }
  }

  /** Resolves when all that was begun by now has ended, however it ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#all)
  }
}
