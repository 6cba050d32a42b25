import { CairnError } from '@shared/errors'

/** Lets a bounded number of tasks in at once, in order of arrival. */
export class TaskGate {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** Resolves with a function that gives the place back. Throws CairnError CANCELLED when aborted while waiting. */
  async enter(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw cancelled()
    if (this.#free > 0) this.#free -= 1
    else await this.#wait(signal)
    return () => {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }

  #wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1)
        reject(cancelled())
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(admit)
    })
  }
}

/** The error for a file whose reading was cancelled. */
export function cancelled(): CairnError {
  return new CairnError('CANCELLED', 'Reading the file was cancelled.', 'Add it again when you want it.')
}

/** Throws CairnError CANCELLED where the signal was aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled()
}
