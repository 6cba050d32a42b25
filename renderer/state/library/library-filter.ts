import { create } from 'zustand'
import { z } from 'zod'
import type { DocumentFormat } from '@shared/documents'
import type { StateGroup } from './activity'
import { go } from '../window/view'

const Sort = z.object({
  column: z.enum(['name', 'collection', 'tags', 'format', 'size', 'content', 'state', 'added']),
  direction: z.enum(['ascending', 'descending']),
})
export type Sort = z.infer<typeof Sort>
export type SortColumn = Sort['column']

/** Which documents the library shows, and in which order. null limits nothing. */
export interface LibraryFilter {
  /** Words that must all stand in the name or title. */
  readonly text: string
  readonly status: StateGroup | null
  readonly collection: string | null
  readonly tag: string | null
  readonly format: DocumentFormat | null
  readonly sort: Sort
}

const nothing = { text: '', status: null, collection: null, tag: null, format: null }
const storageKey = 'cairn.library.sort'

export const useLibraryFilter = create<LibraryFilter>(() => ({ ...nothing, sort: readSort() }))

/** Changes the filter; what the change leaves out stays. The order is remembered in this browser. */
export function setLibraryFilter(change: Partial<LibraryFilter>): void {
  useLibraryFilter.setState(change)
  if (change.sort === undefined) return
  try {
    localStorage.setItem(storageKey, JSON.stringify(change.sort))
  } catch {
    // Full or forbidden storage costs the memory of the order, nothing else.
  }
}

/** Shows everything again; the order stays. */
export function clearLibraryFilter(): void {
  useLibraryFilter.setState(nothing)
}

/** Goes to the library and shows one collection of it, whatever it was limited to before. */
export function showCollection(collection: string): void {
  useLibraryFilter.setState({ ...nothing, collection })
  go({ view: 'library' })
}

function readSort(): Sort {
  try {
    return Sort.parse(JSON.parse(localStorage.getItem(storageKey) ?? ''))
  } catch {
    return { column: 'added', direction: 'descending' }
  }
}
