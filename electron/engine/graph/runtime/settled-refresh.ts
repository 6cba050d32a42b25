/** Without a change for so long, the graph is built again… */
const quietMs = 1200
/** …and while changes keep coming, after so long: a long import is to be seen growing, and not to be slowed down. */
const maxWaitMs = 30_000

export interface SettledRefreshParts {
  readonly refresh: () => Promise<void>
  /** Called at every change, once `isDue` says so. */
  readonly due: () => void
  /** Resolves after so many milliseconds, or when the engine closes. */
  readonly wait: (ms: number) => Promise<void>
  readonly closing: AbortSignal
  readonly log: (line: string) => void
}

/** Refreshes once changes have settled, and now and then while they keep coming. */
export class SettledRefresh {
  #isDue = false
  #changes = 0
  #running: Promise<void> | undefined

  constructor(private readonly parts: SettledRefreshParts) {}

  /** Whether something has changed since the last refresh began. */
  get isDue(): boolean {
    return this.#isDue
  }

  changed(): void {
    this.#changes += 1
    this.#isDue = true
    this.parts.due()
    this.#running ??= this.#run().finally(() => (this.#running = undefined))
  }

  /** The refresh in progress. Never rejects. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    const { refresh, closing, log } = this.parts
    const isClosing = () => closing.aborted
    while (this.#isDue && !isClosing()) {
      await this.#quiet()
      if (isClosing()) return
      this.#isDue = false
      try {
        await refresh()
      } catch (thrown) {
        if (!isClosing()) log(`graph: ${String(thrown)}`)
        return
      }
    }
  }

  /** Resolves when nothing has changed for a while, or something has for too long. */
  async #quiet(): Promise<void> {
    const { wait, closing } = this.parts
    for (let waited = 0; waited < maxWaitMs && !closing.aborted; waited += quietMs) {
      const before = this.#changes
      await wait(quietMs)
      if (this.#changes === before) return
    }
  }
}
