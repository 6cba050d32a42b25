import type { Change } from '@shared/changes'
import type { SessionHeader } from '@shared/session/session-view'
import { ChangeReader, type Snapshot } from './change-reader'

export interface ChangeFeedOptions {
  /** The present state without the sessions. Synchronous, so that no change can fall in between. */
  readonly present: () => Omit<Snapshot, 'sessions'>
  readonly sessions: () => Promise<readonly SessionHeader[]>
  /** Milliseconds on any clock that only goes forward. */
  readonly clock?: () => number
  /** Changes a reader may leave unread before it is given a fresh snapshot instead; 5,000 by default. */
  readonly mostPending?: number
}

const defaultMostPending = 5000

/** The stream of changes for windows. Each reader has its own place in it, so that a slow window holds nobody up. */
export class ChangeFeed {
  readonly #readers = new Set<ChangeReader>()

  constructor(private readonly options: ChangeFeedOptions) {}

  /** Whether somebody follows it, as each open window does. */
  get isFollowed(): boolean {
    return this.#readers.size > 0
  }

  /** Tells every reader. Never throws. */
  publish(change: Change): void {
    for (const reader of this.#readers) reader.push(change)
  }

  /**
   * A snapshot, then every change after it, until `signal` aborts or the loop is left. Documents and jobs that change
   * often are told at most ten and twenty times a second, as they are then. A reader that falls far behind is given a
   * fresh snapshot. Throws what listing the sessions throws.
   */
  async *subscribe(signal: AbortSignal): AsyncGenerator<Change> {
    const { clock = () => performance.now(), mostPending = defaultMostPending } = this.options
    const reader = new ChangeReader(clock, mostPending)
    this.#readers.add(reader)
    try {
      while (!signal.aborted) {
        if (reader.needsSnapshot) yield await this.#snapshotFor(reader)
        else {
          const change = reader.take()
          if (change) yield change
          else await reader.wait(signal)
        }
      }
    } finally {
      this.#readers.delete(reader)
    }
  }

  async #snapshotFor(reader: ChangeReader): Promise<Change> {
    reader.beginSnapshot()
    const sessions = await this.options.sessions()
    // From here on synchronous: what was told before is in the snapshot, what is told later is not.
    return reader.endSnapshot({ ...this.options.present(), sessions })
  }
}
