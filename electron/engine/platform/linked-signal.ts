import { setMaxListeners } from 'node:events'
import { inheritSpan } from './tracing/span-of-signal'

export interface LinkedSignal {
  readonly signal: AbortSignal
  /** To be called when the work that listens is over. */
  readonly unlink: () => void
}

/**
 * A signal that aborts with the first of several, for the same reason, until it is unlinked. For work that is shorter than what may
 * abort it: Node keeps what `AbortSignal.any` gives, with everything that still listens to it, for as long as its sources live.
 */
export function linkedSignal(...outer: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController()
  const leaves = outer.flatMap((signal) => {
    if (!signal) return []
    if (signal.aborted) controller.abort(signal.reason)
    return [onAbort(signal, () => controller.abort(signal.reason))]
  })
  return {
    signal: inheritSpan(controller.signal, outer),
    unlink: () => {
      for (const leave of leaves) leave()
    },
  }
}

/** Calls back once when a signal aborts; not for one that has. Returns what calls it off. Any number may wait for one signal. */
export function onAbort(signal: AbortSignal, then: () => void): () => void {
  // Else more than ten look like a leak to Node, and it prints a warning.
  setMaxListeners(0, signal)
  signal.addEventListener('abort', then, { once: true })
  return () => signal.removeEventListener('abort', then)
}
