import type { TurnActivity } from './turn-activity'

/** Bytes of documents that are begun after each wait, before the next one. */
const admitted = 24 * 1024
/** What a document counts for at least, in bytes: by so many it takes about as long as by none. */
const least = 1536

/**
 * Has documents wait while somebody waits for an answer, for a while. Small ones wait together: one that is read in a few milliseconds is not
 * worth the wait for a whole answer, of which many follow each other in a chat, and a model writes one for minutes.
 */
export class MakingWay {
  #left = 0

  /** @param mostMs how long a document waits at most, in milliseconds. */
  constructor(
    private readonly turns: Pick<TurnActivity, 'isBusy' | 'whenIdleWithin'>,
    private readonly mostMs: number,
  ) {}

  /** Resolves when a document of so many bytes may be begun; 0 where nobody knows how many. Never rejects. */
  async wait(bytes: number, signal: AbortSignal): Promise<void> {
    if (!this.turns.isBusy()) return
    this.#left -= Math.max(bytes || Infinity, least)
    if (this.#left >= 0) return
    await this.turns.whenIdleWithin(this.mostMs, signal)
    if (!signal.aborted) this.#left = admitted
  }
}
