import { setTimeout as wait } from 'node:timers/promises'

/** How often it is looked again, and how long at a stretch nothing else may happen, in milliseconds. */
const lookMs = 20
const longestMs = 30_000

/** What this needs of Node's `process`. */
interface Leaving {
  on(event: 'beforeExit', listener: () => void): unknown
  off(event: 'beforeExit', listener: () => void): unknown
}

/**
 * Waits for work although Node sees nothing that is left to wait for: it would end, with 13 and half of the output. Native parts and
 * threads that keep no process alive can leave it so. Rejects where nothing comes for `mostMs`.
 */
export async function stayUntilDone<T>(work: Promise<T>, leaving: Leaving, mostMs = longestMs): Promise<T> {
  let reject: (lost: Error) => void = () => undefined
  const lost = new Promise<never>((_, refuse) => (reject = refuse))
  let [since, last] = [0, -Infinity]
  const stay = () => {
    const now = performance.now()
    // Where something else has happened meanwhile, waiting begins anew.
    if (now - last > 5 * lookMs) since = now
    last = now
    if (now - since > mostMs) reject(new Error('Cairn waited for an answer of its own that never came.'))
    else void wait(lookMs)
  }
  leaving.on('beforeExit', stay)
  try {
    return await Promise.race([work, lost])
  } finally {
    leaving.off('beforeExit', stay)
  }
}
