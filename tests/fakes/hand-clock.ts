import type { Clock } from '@engine/inference/routing/first-token-probe'

/** Time that passes when a test says so. */
export class HandClock implements Clock {
  now = 0
  #timers: { at: number; then: () => void }[] = []
  readonly #waiting: (() => void)[] = []

  after(ms: number, then: () => void): () => void {
    const timer = { at: this.now + ms, then }
    this.#timers.push(timer)
    for (const wake of this.#waiting.splice(0)) wake()
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** Milliseconds until each that is waited for. */
  get pending(): number[] {
    return this.#timers.map(({ at }) => at - this.now).sort((a, b) => a - b)
  }

  /** Resolves once something waits for exactly so long. */
  async waitsFor(ms: number): Promise<void> {
    while (!this.pending.includes(ms)) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  advance(ms: number): void {
    this.now += ms
    const due = this.#timers.filter(({ at }) => at <= this.now)
    this.#timers = this.#timers.filter((timer) => !due.includes(timer))
    for (const { then } of due) then()
  }
}
