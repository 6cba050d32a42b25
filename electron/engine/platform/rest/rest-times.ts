/** Behind the last use, milliseconds. */
const usualRestMs = 5 * 60_000

/** Tells when nothing has been used for a while: then memory is given up that is easily filled again. */
export class RestTimes {
  readonly #followers = new Set<() => void>()
  readonly #works = new Set<() => boolean>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #askedAt = -Infinity
  /** How long nothing is used before it rests. */
  readonly afterMs: number

  constructor(
    private readonly log: (line: string) => void,
    afterMs: number | undefined,
  ) {
    this.afterMs = afterMs ?? usualRestMs
  }

  /** Whether nothing has been used for that long, or at all. */
  get isAtRest(): boolean {
    return this.#timer === undefined
  }

  /** To be called whenever something is used. */
  used(): void {
    if (this.#isClosed) return
    if (this.#timer) this.#timer.refresh()
    // A process that has nothing else to do may end.
    else this.#timer = setTimeout(() => this.#rest(), this.afterMs).unref()
  }

  /** To be called when somebody has asked for something, which no change by others is. */
  asked(): void {
    this.#askedAt = performance.now()
    this.used()
  }

  /** Milliseconds. */
  wasAskedWithin(ms: number): boolean {
    return performance.now() - this.#askedAt <= ms
  }

  /** Calls `give` at each rest. */
  follow(give: () => void): void {
    this.#followers.add(give)
  }

  /** Keeps it from resting while this says that something works: what is given up then would be loaded again at once. */
  notWhile(works: () => boolean): void {
    this.#works.add(works)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #rest(): void {
    this.#timer = undefined
    if ([...this.#works].some((works) => works())) {
      this.used()
      return
    }
    for (const give of this.#followers) {
      try {
        give()
      } catch (thrown) {
        this.log(`Memory could not be given up: ${String(thrown)}`)
      }
    }
  }
}
