import { CairnError } from '@shared/errors'
import { type BucketSize, SlidingWindow, TokenBucket } from './allowance'

/** Who calls, as the shell that let it in knows it. */
export interface ApiClient {
  readonly id: string
  /** Calls that may come at once after a pause: a window that opens asks for much. */
  readonly burst?: number
}

export interface CallLimitSizes {
  /** Of all clients together. */
  readonly overall: BucketSize
  /** Of one client; `burst` is for who brings none of its own. */
  readonly client: BucketSize
  /** Questions of one session in any second. */
  readonly sessionPerSecond: number
  /** Calls of one client that may wait, and of all together. */
  readonly waiting: { readonly perClient: number; readonly overall: number }
}

/** Specification §9. */
export const callLimitSizes: CallLimitSizes = {
  overall: { perSecond: 1000, burst: 1000 },
  client: { perSecond: 10, burst: 10 },
  sessionPerSecond: 5,
  waiting: { perClient: 32, overall: 2000 },
}

export interface CallClock {
  /** Milliseconds; only differences count. */
  now(): number
  /** Calls back once after so many milliseconds; returns what calls it off. */
  after(ms: number, then: () => void): () => void
}

/** The machine's. */
export const machineClock: CallClock = {
  now: () => performance.now(),
  after(ms, then) {
    // A call that waits is somebody who waits: the process stays for it.
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}

export interface Call {
  readonly client: ApiClient
  /** The session whose questions it counts among; absent for what asks nothing. */
  readonly session?: string | undefined
  readonly signal?: AbortSignal | undefined
}

interface Waiting {
  readonly session: string | undefined
  readonly go: () => void
}

interface Client {
  readonly bucket: TokenBucket
  readonly waiting: Waiting[]
}

const forgetAbove = 256

/**
 * Lets calls through at the rates of SPEC §9. What comes too fast waits in its client's queue; clients take turns, one call each,
 * so that one that floods delays itself only. Of a client's calls the first goes whose session has room. Own code, because
 * `rate-limiter-flexible`, `bottleneck` and `p-queue` queue by arrival over all clients and read the machine's clock.
 */
export class CallLimits {
  readonly #overall: TokenBucket
  /** In the order of their turns: who was let through goes to the end. */
  readonly #clients = new Map<string, Client>()
  readonly #sessions = new Map<string, SlidingWindow>()
  #waiting = 0
  #callOff: (() => void) | undefined

  constructor(
    private readonly clock: CallClock = machineClock,
    private readonly sizes: CallLimitSizes = callLimitSizes,
  ) {
    this.#overall = new TokenBucket(sizes.overall, clock.now())
  }

  /**
   * Resolves when the call may be made. Throws RATE_LIMITED, with the milliseconds after which one would go through, where the
   * queue is full; CANCELLED where `signal` is aborted first.
   */
  admit({ client: { id, burst }, session, signal }: Call): Promise<void> {
    if (signal?.aborted) return Promise.reject(cancelled())
    const client = this.#clientOf(id, burst)
    const { perClient, overall } = this.sizes.waiting
    if (client.waiting.length >= perClient || this.#waiting >= overall)
      return Promise.reject(this.#refusal(client, session))
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#remove(client, waiting)
        reject(cancelled())
      }
      const go = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const waiting = { session, go }
      signal?.addEventListener('abort', leave, { once: true })
      client.waiting.push(waiting)
      this.#waiting += 1
      this.#letThrough()
    })
  }

  #clientOf(id: string, burst = this.sizes.client.burst): Client {
    const now = this.clock.now()
    if (this.#clients.size > forgetAbove) this.#forget(now)
    const known = this.#clients.get(id)
    if (known) return known
    const bucket = new TokenBucket({ perSecond: this.sizes.client.perSecond, burst }, now)
    const client = { bucket, waiting: [] }
    this.#clients.set(id, client)
    return client
  }

  #sessionOf(id: string): SlidingWindow {
    const known = this.#sessions.get(id)
    if (known) return known
    const window = new SlidingWindow(this.sizes.sessionPerSecond)
    this.#sessions.set(id, window)
    return window
  }

  /** Lets everybody through who may go now, one after another by turns; wakes when the next may. */
  #letThrough(): void {
    this.#callOff?.()
    this.#callOff = undefined
    const now = this.clock.now()
    while (this.#waiting > 0 && this.#overall.msUntil(1, now) === 0) {
      if (!this.#nextInTurn(now)) break
    }
    if (this.#waiting > 0) this.#callOff = this.clock.after(this.#msUntilNext(now), () => this.#letThrough())
  }

  #nextInTurn(now: number): boolean {
    for (const [id, client] of this.#clients) {
      const waiting = client.bucket.msUntil(1, now) === 0 ? this.#firstWithRoom(client, now) : undefined
      if (!waiting) continue
      this.#overall.take(now)
      client.bucket.take(now)
      if (waiting.session !== undefined) this.#sessionOf(waiting.session).take(now)
      this.#clients.delete(id)
      this.#clients.set(id, client)
      this.#remove(client, waiting)
      waiting.go()
      return true
    }
    return false
  }

  #firstWithRoom(client: Client, now: number): Waiting | undefined {
    return client.waiting.find(({ session }) => this.#sessionMs(session, 1, now) === 0)
  }

  #sessionMs(session: string | undefined, count: number, now: number): number {
    return session === undefined ? 0 : this.#sessionOf(session).msUntil(count, now)
  }

  #msUntilNext(now: number): number {
    let least = Number.POSITIVE_INFINITY
    for (const { bucket, waiting } of this.#clients.values()) {
      for (const { session } of waiting) {
        least = Math.min(least, Math.max(bucket.msUntil(1, now), this.#sessionMs(session, 1, now)))
      }
    }
    return Math.max(1, least, this.#overall.msUntil(1, now))
  }

  #refusal({ bucket, waiting }: Client, session: string | undefined): CairnError {
    const now = this.clock.now()
    const ahead = session === undefined ? 0 : waiting.filter((one) => one.session === session).length
    const ms = Math.max(
      bucket.msUntil(waiting.length + 1, now),
      this.#overall.msUntil(this.#waiting + 1, now),
      this.#sessionMs(session, ahead + 1, now),
    )
    return tooManyCalls(ms)
  }

  #remove(client: Client, waiting: Waiting): void {
    const at = client.waiting.indexOf(waiting)
    if (at === -1) return
    client.waiting.splice(at, 1)
    this.#waiting -= 1
  }

  #forget(now: number): void {
    for (const [id, { bucket, waiting }] of this.#clients) {
      if (waiting.length === 0 && bucket.isWhole(now)) this.#clients.delete(id)
    }
    for (const [id, window] of this.#sessions) if (window.isWhole(now)) this.#sessions.delete(id)
  }
}

function tooManyCalls(ms: number): CairnError {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  const message = 'Too many calls wait already for their turn.'
  return new CairnError('RATE_LIMITED', message, `Ask again in ${seconds} s.`, { retryAfterMs: Math.max(1, ms) })
}

function cancelled(): CairnError {
  return new CairnError('CANCELLED', 'Cancelled.')
}
