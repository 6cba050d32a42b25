import { cancelled } from '@engine/platform/deadline'

/** What `result` comes to, or CairnError CANCELLED as soon as `signal` aborts; the work behind it goes on all the same. */
export async function unlessGivenUp<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return result
  if (signal.aborted) throw cancelled()
  // One of its own: any number may wait on one signal, which warns of more than ten listeners.
  const own = AbortSignal.any([signal])
  let giveUp: () => void = () => undefined
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(cancelled())
    own.addEventListener('abort', giveUp, { once: true })
  })
  try {
    return await Promise.race([result, givenUp])
  } finally {
    own.removeEventListener('abort', giveUp)
  }
}
