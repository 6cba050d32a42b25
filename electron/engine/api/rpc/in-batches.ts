import { setTimeout as delay } from 'node:timers/promises'

/**
 * What a source yields, gathered: the first at once, then whatever has come in `pauseMs` together. A model writes
 * hundreds of tokens a second, a screen shows sixty frames, and every message between processes has its price. Ends and
 * fails as the source does, after everything it yielded before.
 */
export async function* inBatches<T>(
  source: AsyncGenerator<T>,
  pauseMs: number,
  signal?: AbortSignal,
): AsyncGenerator<T[]> {
  let gathered: T[] = []
  const state: { ended: boolean; failure?: { readonly reason: unknown } } = { ended: false }
  let wake = () => {}
  const gather = async () => {
    try {
      for await (const value of source) {
        gathered.push(value)
        wake()
      }
    } catch (thrown) {
      state.failure = { reason: thrown }
    } finally {
      state.ended = true
      wake()
    }
  }
  void gather()
  try {
    for (;;) {
      if (gathered.length > 0) {
        const batch = gathered
        gathered = []
        yield batch
        await delay(pauseMs, undefined, { signal }).catch(() => undefined)
      } else if (state.ended) break
      else await new Promise<void>((resolve) => (wake = resolve))
    }
    if (state.failure) throw state.failure.reason
  } finally {
    void source.return(undefined)
  }
}
