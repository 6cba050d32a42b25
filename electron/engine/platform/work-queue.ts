import { CairnError, toCairnError } from '@shared/errors'

/** Runs asynchronous work that must not overlap: one piece at a time, first come, first served. */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Aborted while it waits, it never begins, and throws at once; begun, it must heed the signal itself. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    let hasBegun = false
    const done = this.#last.then(() => {
      if (signal?.aborted) throw reasonOf(signal)
      hasBegun = true
      return work()
    })
    this.#last = done.catch(() => undefined)
    if (!signal) return done
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        if (!hasBegun) reject(reasonOf(signal))
      }
      signal.addEventListener('abort', giveUp, { once: true })
      void done.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
    })
  }

  /** Resolves when all that was begun or waits is over. */
  async idle(): Promise<void> {
    await this.#last
  }
}

function reasonOf(signal: AbortSignal): CairnError {
  return toCairnError(signal.reason)
}
