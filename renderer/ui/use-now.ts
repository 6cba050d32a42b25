import { useSyncExternalStore } from 'react'

const everyMs = 30_000
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

/** The time in milliseconds since the epoch, at most half a minute old; one clock for the whole window. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => {
    // Nobody kept it while nobody watched.
    if (timer === undefined && Date.now() - now > everyMs) now = Date.now()
    return now
  })
}
