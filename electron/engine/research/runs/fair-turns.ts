import { cancelled } from '@engine/platform/deadline'

interface Waiting {
  readonly begin: () => void
}

export interface FairTurnsOptions {
  /** Pieces of work at once, over all runs. */
  readonly most: number
  /** Resolves when nobody waits for an answer of a chat; rejects when aborted. */
  readonly whenQuiet: (signal: AbortSignal) => Promise<void>
}

/** Turns on the machine: chats go first, and runs that want something at the same time take turns, however much each of them wants. */
export class FairTurns {
  /** Who waits, by run; the first run is next. */
  readonly #waiting = new Map<string, Waiting[]>()
  #active = 0

  constructor(private readonly options: FairTurnsOptions) {}

  /** Does a piece of work when it is the run's turn. Throws CANCELLED where it is aborted before. */
  async take<T>(runId: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#ownTurn(runId, signal)
    try {
      await this.options.whenQuiet(signal)
      return await work()
    } finally {
      this.#active -= 1
      this.#next()
    }
  }

  #ownTurn(runId: string, outer: AbortSignal): Promise<void> {
    // A signal of its own: many searches may wait on one, which warns of more than ten listeners.
    const signal = AbortSignal.any([outer])
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        begin: () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      const giveUp = () => {
        this.#leave(runId, waiting)
        reject(cancelled())
      }
      if (signal.aborted) {
        reject(cancelled())
        return
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.set(runId, [...(this.#waiting.get(runId) ?? []), waiting])
      this.#next()
    })
  }

  #leave(runId: string, waiting: Waiting): void {
    const left = (this.#waiting.get(runId) ?? []).filter((one) => one !== waiting)
    if (left.length > 0) this.#waiting.set(runId, left)
    else this.#waiting.delete(runId)
  }

  #next(): void {
    while (this.#active < this.options.most) {
      const [entry] = this.#waiting
      if (!entry) return
      const [runId, [first, ...others]] = entry
      // Behind all the others, where it wants more.
      this.#waiting.delete(runId)
      if (others.length > 0) this.#waiting.set(runId, others)
      if (!first) continue
      this.#active += 1
      first.begin()
    }
  }
}
