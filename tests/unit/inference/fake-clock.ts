/** Time that stands until it is moved. */
export class FakeClock {
  time = 0
  #timers: { at: number; then: () => void }[] = []

  readonly now = () => this.time

  readonly after = (ms: number, then: () => void) => {
    const timer = { at: this.time + ms, then }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  get waiting(): number {
    return this.#timers.length
  }

  /** What falls due runs in its order, and what has settled by then first. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms
    for (;;) {
      await settled()
      const [next] = this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
      if (!next) break
      this.#timers = this.#timers.filter((other) => other !== next)
      this.time = next.at
      next.then()
    }
    this.time = end
    await settled()
  }
}

/** Lets everything run that waits for nothing but its turn. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
