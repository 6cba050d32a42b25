import { cancelled } from '@engine/platform/deadline'

/** Work on one session runs one after another, in the order it came; work on different sessions does not wait. */
export class SessionQueue {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs `work` when everything asked for this session before is done. Throws CANCELLED when aborted while waiting. */
  async run<T>(sessionId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last.get(sessionId) ?? Promise.resolve()
    let abandoned = false
    const turn = before.then(() => {
      if (abandoned) throw cancelled()
      return work()
    })
    const settled = turn.catch(() => undefined)
    this.#last.set(sessionId, settled)
    void settled.then(() => {
      if (this.#last.get(sessionId) === settled) this.#last.delete(sessionId)
    })
    const waiting = new Promise<never>((_resolve, reject) => {
      const giveUp = () => {
        abandoned = true
        reject(cancelled())
      }
      if (signal?.aborted) giveUp()
      else signal?.addEventListener('abort', giveUp, { once: true })
      // Once it runs, the work itself answers to the signal.
      void before.then(() => signal?.removeEventListener('abort', giveUp))
    })
    return Promise.race([turn, waiting])
  }
}
