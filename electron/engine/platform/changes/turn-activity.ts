import { EventEmitter, once } from 'node:events'
import type { Change } from '@shared/changes'
import { withDeadline } from '../deadline'

/** Somebody waits for an answer as long as a turn runs, in whichever session. */
export class TurnActivity {
  readonly #running = new Set<string>()
  readonly #events = new EventEmitter<{ busy: []; idle: [] }>()

  /** To be told of every change; those that are not of turns are left aside. */
  follow(change: Change): void {
    if (change.type !== 'turn') return
    const { turn, state } = change
    if (state === 'running') {
      this.#running.add(turn.turn_id)
      this.#events.emit('busy')
    } else if (this.#running.delete(turn.turn_id) && !this.isBusy()) this.#events.emit('idle')
  }

  isBusy(): boolean {
    return this.#running.size > 0
  }

  /** Resolves when nobody waits any more; rejects when aborted. */
  async whenIdle(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.isBusy()) await once(this.#events, 'idle', { signal })
  }

  /** Resolves when nobody waits any more, after `ms` milliseconds at the latest, or when aborted. Never rejects. */
  async whenIdleWithin(ms: number, signal: AbortSignal): Promise<void> {
    if (this.isBusy()) await withDeadline((ended) => this.whenIdle(ended), ms, signal).catch(() => undefined)
  }

  /** Tells when somebody begins to wait. Returns a function that ends it. */
  onBusy(listener: () => void): () => void {
    this.#events.on('busy', listener)
    return () => this.#events.off('busy', listener)
  }
}
