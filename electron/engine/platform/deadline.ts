import { CairnError } from '@shared/errors'
import { onAbort } from './linked-signal'
import { anySignal } from './tracing/span-of-signal'

/**
 * Runs work that must be done within `ms` and may be cancelled. Whichever comes first decides, whether the work listens
 * to its signal or not; the signal tells it that its result is no longer wanted. Throws CairnError DEADLINE_EXCEEDED or
 * CANCELLED, or what the work throws. `after` measures the time: by the clock, or by the processor time there was.
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T> | T,
  ms: number,
  outer: AbortSignal | undefined,
  after = timer,
): Promise<T> {
  if (outer?.aborted) throw cancelled()
  const controller = new AbortController()
  // Node keeps a signal that follows another, with what listens to it, as long as the other lives: nothing of ours may stay behind.
  const signal = outer ? anySignal([outer, controller.signal]) : controller.signal
  let callOff: () => void = () => undefined
  let leave: () => void = () => undefined
  const stopped = new Promise<never>((_resolve, reject) => {
    leave = onAbort(signal, () => reject(cancelled()))
    if (Number.isFinite(ms)) callOff = after(ms, () => reject(tooLate(ms)))
  })
  try {
    return await Promise.race([(async () => work(signal))(), stopped])
  } catch (thrown) {
    controller.abort(thrown)
    throw thrown
  } finally {
    callOff()
    leave()
  }
}

/** Calls back after `ms` milliseconds. Returns what calls it off. */
export function timer(ms: number, then: () => void): () => void {
  const timeout = setTimeout(then, ms)
  return () => clearTimeout(timeout)
}

export function cancelled(): CairnError {
  return new CairnError('CANCELLED', 'Cancelled.', 'Ask again whenever you like.')
}

/** Says that something had this many milliseconds and did not keep to them. */
export function tooLate(ms: number): CairnError {
  return new CairnError('DEADLINE_EXCEEDED', `Took longer than its ${ms} ms.`, 'Try again.')
}

/**
 * Milliseconds that one of several calls may take which share their time: at most `most`, and not beyond `until`, on the clock that says
 * `now`. Throws CairnError DEADLINE_EXCEEDED where none are left.
 */
export function msLeft({ until, now, most }: Readonly<Record<'until' | 'now' | 'most', number>>): number {
  if (until <= now) throw new CairnError('DEADLINE_EXCEEDED', 'The time for all calls together is over.', 'Try again.')
  return Math.min(most, until - now)
}

/** Waits for some work, or until the signal aborts: then resolves with undefined, and the work goes on. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return undefined
  let leave: () => void = () => undefined
  const aborted = new Promise<undefined>((resolve) => (leave = onAbort(signal, () => resolve(undefined))))
  try {
    return await Promise.race([work, aborted])
  } finally {
    leave()
  }
}
