/** How often something may happen, told in milliseconds of the caller's clock. */
export interface Allowance {
  /** Milliseconds from `now` until the `count`th further time is allowed; 0 where it is allowed now. */
  msUntil(count: number, now: number): number
  /** Counts one time; to be called only where `msUntil(1, now)` is 0. */
  take(now: number): void
  /** Whether nothing of it is used, so that it can be forgotten. */
  isWhole(now: number): boolean
}

export interface BucketSize {
  readonly perSecond: number
  /** How many may come at once, after a pause; at least 1. */
  readonly burst: number
}

/** A token bucket: full at the start, filled again at a steady rate. */
export class TokenBucket implements Allowance {
  #tokens: number
  #filledAt: number

  constructor(
    private readonly size: BucketSize,
    now: number,
  ) {
    this.#tokens = size.burst
    this.#filledAt = now
  }

  msUntil(count: number, now: number): number {
    this.#fill(now)
    const lacking = count - this.#tokens
    return lacking <= 0 ? 0 : Math.ceil((lacking * 1000) / this.size.perSecond)
  }

  take(now: number): void {
    this.#fill(now)
    this.#tokens -= 1
  }

  isWhole(now: number): boolean {
    this.#fill(now)
    return this.#tokens >= this.size.burst
  }

  /** A clock that is set back fills nothing, and takes nothing away. */
  #fill(now: number): void {
    const ms = Math.max(0, now - this.#filledAt)
    this.#filledAt = now
    // Thousandths of a token: sums of fractions would come out just below a whole one.
    const filled = this.#tokens + (ms * this.size.perSecond) / 1000
    this.#tokens = Math.min(this.size.burst, Math.round(filled * 1000) / 1000)
  }
}

/** At most so many in any second, however they fall in it. */
export class SlidingWindow implements Allowance {
  /** When the latest were, oldest first. */
  #times: number[] = []

  constructor(
    private readonly perWindow: number,
    private readonly windowMs = 1000,
  ) {}

  msUntil(count: number, now: number): number {
    this.#forget(now)
    const beyond = count - (this.perWindow - this.#times.length)
    if (beyond <= 0) return 0
    // Each waits for the one `perWindow` before it to be a window old.
    const round = Math.trunc((beyond - 1) / this.perWindow)
    const freed = this.#times[(beyond - 1) % this.perWindow] ?? now
    return Math.max(1, Math.ceil(freed + (round + 1) * this.windowMs - now))
  }

  take(now: number): void {
    this.#forget(now)
    this.#times.push(now)
  }

  isWhole(now: number): boolean {
    this.#forget(now)
    return this.#times.length === 0
  }

  #forget(now: number): void {
    // A time that lies ahead is of a clock that was set back.
    this.#times = this.#times.filter((time) => now - time < this.windowMs && time <= now)
  }
}
