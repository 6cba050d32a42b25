import { toCairnError } from '@shared/errors'

/** What is done for a session when nobody waits: it may be cut off at any moment, and is then done later. */
export type BackgroundWork = (signal: AbortSignal) => Promise<void>

interface Running {
  readonly sessionId: string
  readonly controller: AbortController
  /** To be done again once it was cut off. */
  again: boolean
}

/** Work behind the turns, one piece at a time. A turn that begins cuts it off; it is taken up when no turn runs. */
export class AfterTurn {
  readonly #waiting = new Map<string, BackgroundWork>()
  #turns = 0
  #running: Running | null = null
  #isDraining = false
  #drained: Promise<void> = Promise.resolve()

  /** Aborting `closing` ends the running work and all that waits. */
  constructor(private readonly parts: { readonly closing: AbortSignal; readonly log: (line: string) => void }) {
    parts.closing.addEventListener('abort', () => this.#running?.controller.abort(), { once: true })
  }

  /** A turn of this session begins. */
  begin(sessionId: string): void {
    this.#turns += 1
    // After this turn it is wanted anew, or not at all.
    this.#waiting.delete(sessionId)
    if (this.#running?.sessionId === sessionId) this.#running.again = false
    this.#running?.controller.abort()
  }

  /** A turn that began has ended; `work` is what is to be done for its session now, null for nothing. */
  ended(sessionId: string, work: BackgroundWork | null): void {
    this.#turns -= 1
    if (work) this.#waiting.set(sessionId, work)
    if (!this.#isDraining) this.#drained = this.#drain()
  }

  /** Resolves when nothing runs, and nothing waits that could. */
  idle(): Promise<void> {
    return this.#drained
  }

  async #drain(): Promise<void> {
    this.#isDraining = true
    for (;;) {
      const [next] = this.#waiting
      if (!next || this.#turns > 0 || this.parts.closing.aborted) break
      this.#waiting.delete(next[0])
      await this.#run(...next)
    }
    this.#isDraining = false
  }

  async #run(sessionId: string, work: BackgroundWork): Promise<void> {
    const running: Running = { sessionId, controller: new AbortController(), again: true }
    this.#running = running
    const { signal } = running.controller
    try {
      await work(signal)
    } catch (thrown) {
      const { code } = toCairnError(thrown)
      // Deleted meanwhile, or cut off: nothing to tell.
      if (!signal.aborted && code !== 'NOT_FOUND' && code !== 'CANCELLED') {
        this.parts.log(`After a turn of session ${sessionId}: ${String(thrown)}`)
      }
      if (signal.aborted && running.again && !this.#waiting.has(sessionId)) this.#waiting.set(sessionId, work)
    } finally {
      this.#running = null
    }
  }
}
