import { EventEmitter, once } from 'node:events'
import type { Change } from '@shared/changes'

/** When nobody waits: no file is on its way to being searchable, and no question is being answered. Reading scans counts as quiet. */
export class QuietTimes {
  readonly #running = new Set<string>()
  readonly #events = new EventEmitter<{ quiet: [] }>()

  /** To be told of every change; those of something else are left aside. */
  follow(change: Change): void {
    if (change.type === 'turn') this.#note(`turn ${change.turn.turn_id}`, change.state === 'running')
    if (change.type === 'job' && change.job.kind !== 'ocr') {
      this.#note(`job ${change.job.id}`, change.job.state === 'running')
    }
  }

  isQuiet(): boolean {
    return this.#running.size === 0
  }

  /** Resolves when nobody waits any more; rejects when aborted. */
  async whenQuiet(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    while (!this.isQuiet()) await once(this.#events, 'quiet', { signal })
  }

  #note(name: string, isRunning: boolean): void {
    if (isRunning) this.#running.add(name)
    else if (this.#running.delete(name) && this.#running.size === 0) this.#events.emit('quiet')
  }
}
