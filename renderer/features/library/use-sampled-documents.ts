import type { DocumentRecord } from '@shared/documents'
import { useSyncExternalStore } from 'react'
import { useLibrary } from '@renderer/state/library/library-store'

const everyMs = 150
const watchers = new Set<() => void>()
let shown = useLibrary.getState().documents
let shownAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
let stop: (() => void) | undefined

function show(): void {
  timer = undefined
  shownAt = performance.now()
  shown = useLibrary.getState().documents
  for (const tell of watchers) tell()
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  stop ??= useLibrary.subscribe((state, before) => {
    if (state.documents === before.documents || timer !== undefined) return
    const wait = shownAt + everyMs - performance.now()
    // The first change after a rest is shown at once.
    if (wait <= 0) show()
    else timer = setTimeout(show, wait)
  })
  return () => {
    watchers.delete(changed)
    if (watchers.size > 0) return
    stop?.()
    stop = undefined
    clearTimeout(timer)
    timer = undefined
  }
}

/** The documents of the library, told a few times a second at most: a job changes them more often than one can read. */
export function useSampledDocuments(): ReadonlyMap<string, DocumentRecord> {
  return useSyncExternalStore(watch, () => {
    if (stop === undefined) shown = useLibrary.getState().documents
    return shown
  })
}
