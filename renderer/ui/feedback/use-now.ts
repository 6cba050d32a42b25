import { useSyncExternalStore } from 'react'

/** A clock for all components that show the time at this pace; it runs only while it has watchers. */
function createClock(everyMs: number) {
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const watchers = new Set<() => void>()

  function watch(changed: () => void): () => void {
    watchers.add(changed)
    timer ??= setInterval(() => {
      now = Date.now()
      for (const tell of watchers) tell()
    }, everyMs)
    return () => {
      watchers.delete(changed)
      if (watchers.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }

  function read(): number {
    // Nobody kept it while nobody watched.
    if (timer === undefined && Date.now() - now > everyMs) now = Date.now()
    return now
  }
  return { watch, read }
}

const minutes = createClock(30_000)
const seconds = createClock(1000)

/** The time in milliseconds since the epoch, at most half a minute old. */
export function useNow(): number {
  return useSyncExternalStore(minutes.watch, minutes.read)
}

/** The time in milliseconds since the epoch, told once a second. */
export function useSeconds(): number {
  return useSyncExternalStore(seconds.watch, seconds.read)
}
