import { withDeadline } from '@engine/platform/deadline'
import type { GenerationEvent } from '@engine/ports/models/language-model'

/** The next event; null at the end; or what the generation failed with. */
export type NextEvent = { readonly event: GenerationEvent | null } | { readonly failure: unknown }

/** Reads a generation that may be silent for `silentMs` before its first token. Its failures are values, not thrown. */
export class EventsInTime {
  #hasBegun = false

  constructor(
    private readonly events: AsyncGenerator<GenerationEvent>,
    private readonly silentMs: number,
    private readonly signal: AbortSignal,
  ) {}

  async next(): Promise<NextEvent> {
    try {
      const next = this.#hasBegun
        ? await this.events.next()
        : await withDeadline(() => this.events.next(), this.silentMs, this.signal)
      this.signal.throwIfAborted()
      if (next.done) return { event: null }
      if (next.value.type !== 'loading') this.#hasBegun = true
      return { event: next.value }
    } catch (failure) {
      this.signal.throwIfAborted()
      return { failure }
    }
  }

  /** Lets the generation end; one that hangs is not waited for. */
  leave(): void {
    void this.events.return(undefined).catch(() => undefined)
  }
}
