/**
 * When tables are written out anew after removals: at once, but in a large library at most once in a while, and for all that came meanwhile
 * later. It costs as much as the tables are large, and LanceDB 0.31 never closes the vector index that goes with it.
 */
export class OwedRewriting {
  #doneAt = Number.NEGATIVE_INFINITY
  #isOwed = false
  #timer: NodeJS.Timeout | undefined

  /** `everyMs` lie at least between two; null where there is none, ever. */
  constructor(
    private readonly everyMs: number | null,
    private readonly write: () => Promise<void>,
    private readonly log: (line: string) => void,
  ) {}

  /** Whether something was removed that the files still hold. */
  get is(): boolean {
    return this.#isOwed
  }

  isDue(isLarge: boolean): boolean {
    return this.everyMs !== null && (!isLarge || performance.now() - this.#doneAt >= this.everyMs)
  }

  /** Something was removed and is still to be written out. */
  later(): void {
    if (this.everyMs === null) return
    this.#isOwed = true
    if (!this.#timer) this.#wait(this.#doneAt + this.everyMs - performance.now())
  }

  /** It could not be done now. */
  again(): void {
    if (this.#isOwed && this.everyMs !== null && !this.#timer) this.#wait(this.everyMs)
  }

  done(): void {
    this.stop()
    this.#isOwed = false
    this.#doneAt = performance.now()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** At least a second, as what was just opened has other things to do. */
  #wait(ms: number): void {
    this.#timer = setTimeout(() => void this.#go(), Math.max(1000, ms)).unref()
  }

  async #go(): Promise<void> {
    this.#timer = undefined
    try {
      await this.write()
    } catch (error) {
      this.log(`store: what was deleted could not be written out of the search tables: ${String(error)}`)
      this.again()
    }
  }
}
