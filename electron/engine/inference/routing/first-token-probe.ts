import { CairnError } from '@shared/errors'
import { cancelled, timer } from '@engine/platform/deadline'

/** The timers that waiting uses. Tests pass a clock that they turn by hand. */
export interface Clock {
  /** Calls back once after so many milliseconds. Returns what calls it off. */
  after(ms: number, then: () => void): () => void
}

export const systemClock: Clock = { after: timer }

export interface Limit {
  /** Infinity for none. */
  readonly ms: number
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Makes the error to throw when the time is over. */
  readonly late: () => CairnError
}

/**
 * Waits for something at most so long; whether it listens to a signal or not. Throws what it throws, `late()`, or
 * CANCELLED (the CairnError the signal was aborted with, where it was one).
 */
export async function inTime<T>(work: Promise<T>, limit: Limit): Promise<T> {
  let callOff: () => void = () => undefined
  let stop: () => void = () => undefined
  const ended = new Promise<never>((_resolve, reject) => {
    stop = () => reject(limit.signal.reason instanceof CairnError ? limit.signal.reason : cancelled())
    if (limit.signal.aborted) stop()
    else limit.signal.addEventListener('abort', stop, { once: true })
    if (Number.isFinite(limit.ms)) callOff = limit.clock.after(limit.ms, () => reject(limit.late()))
  })
  try {
    return await Promise.race([work, ended])
  } finally {
    callOff()
    limit.signal.removeEventListener('abort', stop)
  }
}

/** The chunks of a stream up to its first words, and the rest of the stream. */
export interface Probed<T> {
  /** Ends with the first that says something; all of it where nothing does. */
  readonly head: readonly T[]
  readonly ended: boolean
}

/**
 * Watches the real stream for its first token: what comes before it, as white space, is held back until then. Throws
 * as `inTime`, and what the stream throws.
 */
export async function probeFirstToken<T>(
  stream: AsyncIterator<T, unknown>,
  says: (chunk: T) => boolean,
  limit: Limit,
): Promise<Probed<T>> {
  const read = async (): Promise<Probed<T>> => {
    const head: T[] = []
    for (;;) {
      const step = await stream.next()
      if (step.done === true) return { head, ended: true }
      head.push(step.value)
      if (says(step.value)) return { head, ended: false }
      if (limit.signal.aborted) throw cancelled()
    }
  }
  return inTime(read(), limit)
}
