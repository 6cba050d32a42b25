import { useSyncExternalStore } from 'react'

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const watchers = new Set<() => void>()

function watch(changed: () => void): () => void {
  watchers.add(changed)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of watchers) tell()
  }, 1000)
  return () => {
    watchers.delete(changed)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time in milliseconds since the epoch, told once a second; one clock for everything that counts seconds. */
export function useSeconds(): number {
  return useSyncExternalStore(watch, () => {
    if (timer === undefined && Date.now() - now > 1000) now = Date.now()
    return now
  })
}
