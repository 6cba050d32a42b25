import { CairnError } from '@shared/errors'

/** Requests in a second; an assistant that works fast asks a few. */
const most = 50
const windowMs = 1000

/** Counts requests in a sliding second, so that a program that runs wild is told so rather than served. */
export class RequestRate {
  #times: number[] = []

  constructor(
    private readonly perSecond = most,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Throws RATE_LIMITED where this request is one too many. */
  count(): void {
    const now = this.now()
    this.#times = this.#times.filter((time) => now - time < windowMs)
    if (this.#times.length >= this.perSecond) {
      const message = `Cairn answers at most ${this.perSecond} requests a second.`
      throw new CairnError('RATE_LIMITED', message, 'Wait a second and ask again.')
    }
    this.#times.push(now)
  }
}
