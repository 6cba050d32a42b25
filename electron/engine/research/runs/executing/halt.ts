import { cancelled } from '@engine/platform/deadline'

/** Why a run stops working: its user pauses or ends it, or Cairn closes. */
export type HaltReason = 'pause' | 'stop' | 'close'

/** Milliseconds that searches under way have to come to their end when a run is paused. */
const graceMs = 3000

/** Brings what a run has under way to an end. */
export class Halt {
  readonly #softly = new AbortController()
  readonly #now = new AbortController()
  readonly #over = new AbortController()
  #reason: HaltReason | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(closing: AbortSignal) {
    const close = () => this.request('close')
    if (closing.aborted) close()
    else closing.addEventListener('abort', close, { once: true, signal: this.#over.signal })
  }

  get reason(): HaltReason | null {
    return this.#reason
  }

  /** Aborted as soon as nothing new may begin. */
  get softly(): AbortSignal {
    return this.#softly.signal
  }

  /** Aborted when what is under way must end. */
  get now(): AbortSignal {
    return this.#now.signal
  }

  /** Of several reasons the strongest counts: closing before stopping before pausing. */
  request(reason: HaltReason): void {
    const rank = { pause: 0, stop: 1, close: 2 }
    if (this.#reason !== null && rank[this.#reason] >= rank[reason]) return
    this.#reason = reason
    this.#softly.abort(cancelled())
    if (reason === 'pause') this.#timer = setTimeout(() => this.#now.abort(cancelled()), graceMs).unref()
    else this.#now.abort(cancelled())
  }

  /** Nothing is under way any more. */
  over(): void {
    clearTimeout(this.#timer)
    this.#over.abort()
  }
}
