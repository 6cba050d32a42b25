import type { CallClock } from '@engine/api/limits/call-limits'

/** A clock that stands still until a test moves it on; what waits for it is called in the order of its times. */
export class SteppedClock implements CallClock {
  #now = 0
  #timers: { readonly at: number; readonly then: () => void }[] = []

  now(): number {
    return this.#now
  }

  after(ms: number, then: () => void): () => void {
    const timer = { at: this.#now + ms, then }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  /** Moves on, a timer at a time, and lets the promises that each settles go on. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms
    await settled()
    for (;;) {
      const [next] = this.#timers.toSorted((a, b) => a.at - b.at)
      if (!next || next.at > until) break
      this.#timers = this.#timers.filter((one) => one !== next)
      this.#now = next.at
      next.then()
      await settled()
    }
    this.#now = until
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
