/** Without a change for so long, the graph is built again… */
const quietMs = 1200
/** …and while changes keep coming, after so long: a long import is to be seen growing, and not to be slowed down. */
const maxWaitMs = 30_000
/** A refresh that took long is not made again at once, unless somebody looks: times what it took. It takes a twentieth of a core at most so. */
const restTimes = 20

export interface SettledRefreshParts {
  readonly refresh: () => Promise<void>
  /** Called whenever `isDue` may say something else. */
  readonly due: () => void
  /** Resolves after so many milliseconds, or when the engine closes. */
  readonly wait: (ms: number) => Promise<void>
  /** Milliseconds from any fixed moment. */
  readonly clock: () => number
  readonly closing: AbortSignal
  readonly log: (line: string) => void
}

/** Refreshes once changes have settled, and now and then while they keep coming; the more a refresh costs, the more seldom. */
export class SettledRefresh {
  #isDue = false
  #changes = 0
  #running: Promise<void> | undefined
  /** By `clock`. */
  #notBefore = -Infinity

  constructor(private readonly parts: SettledRefreshParts) {}

  /** Whether something has changed that no refresh has dealt with to its end. */
  get isDue(): boolean {
    return this.#isDue
  }

  changed(): void {
    this.#changes += 1
    this.#isDue = true
    this.parts.due()
    this.#running ??= this.#run().finally(() => (this.#running = undefined))
  }

  /** To be called when somebody looks: what is due is not put off any more than changes ask for. */
  wanted(): void {
    this.#notBefore = -Infinity
  }

  /** The refresh in progress. Never rejects. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    const { refresh, due, closing, log, clock } = this.parts
    const isClosing = () => closing.aborted
    while (this.#isDue && !isClosing()) {
      await this.#quiet()
      if (isClosing()) return
      const [begun, changes] = [clock(), this.#changes]
      try {
        await refresh()
      } catch (thrown) {
        if (!isClosing()) log(`graph: ${String(thrown)}`)
        this.#isDue = false
        due()
        return
      }
      this.#isDue = this.#changes !== changes
      due()
      this.#notBefore = clock() + restTimes * (clock() - begun)
    }
  }

  /** Resolves when nothing has changed for a while, or something has for too long, and the last refresh is long enough ago. */
  async #quiet(): Promise<void> {
    const { wait, closing, clock } = this.parts
    const rests = () => clock() < this.#notBefore
    for (let waited = 0; (waited < maxWaitMs || rests()) && !closing.aborted; waited += quietMs) {
      const before = this.#changes
      await wait(quietMs)
      if (this.#changes === before && !rests()) return
    }
  }
}
