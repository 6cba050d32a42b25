/** One that ran this long was healthy: its end is no part of a series. */
const healthyMs = 60_000

export interface GrowingPauseOptions {
  readonly firstMs: number
  readonly longestMs: number
  /** Milliseconds, of any clock that only goes forward. */
  readonly now: () => number
  /** Returns a function that calls it off. */
  readonly after: (ms: number, then: () => void) => () => void
}

/** The pause before something that ended is started again: twice as long with every end soon after a start. */
export class GrowingPause {
  #series = 0
  #until = 0
  #wake: () => void = () => undefined

  constructor(private readonly options: GrowingPauseOptions) {}

  ended(startedAt: number): void {
    const { firstMs, longestMs, now } = this.options
    if (now() - startedAt >= healthyMs) this.#series = 0
    this.#until = now() + Math.min(firstMs * 2 ** this.#series, longestMs)
    this.#series += 1
  }

  /** Resolves when it is over, or is called off. */
  async over(): Promise<void> {
    const ms = this.#until - this.options.now()
    if (ms <= 0) return
    await new Promise<void>((resolve) => {
      const callOff = this.options.after(ms, resolve)
      this.#wake = () => {
        callOff()
        resolve()
      }
    })
  }

  callOff(): void {
    this.#wake()
  }
}
