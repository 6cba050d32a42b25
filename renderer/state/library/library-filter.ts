import { create } from 'zustand'
import { z } from 'zod'
import type { DocumentFormat, SearchFilter } from '@shared/documents'
import type { StateGroup } from './activity'
import { storedValue } from '../kept-entries'
import { go } from '../window/address'

const Sort = z.object({
  column: z.enum(['name', 'collection', 'tags', 'format', 'size', 'content', 'dated', 'changed', 'state', 'added']),
  direction: z.enum(['ascending', 'descending']),
})
export type Sort = z.infer<typeof Sort>
export type SortColumn = Sort['column']

/** Where the words of the search field are looked for: in names and titles, or in the documents' texts. */
export type LookIn = 'names' | 'texts'

/** Which documents the library shows, and in which order. null limits nothing. */
export interface LibraryFilter {
  /** Words that must all stand in the name or title, or that are looked for in the texts. */
  readonly text: string
  /** null: in the names, or where none has them in the texts. */
  readonly lookIn: LookIn | null
  readonly status: StateGroup | null
  /** Why reading failed, as the library groups failures; only with the status `failed`. */
  readonly reason: string | null
  readonly collection: string | null
  readonly tag: string | null
  readonly format: DocumentFormat | null
  /** A range of days (`@shared/dates/document-date`). */
  readonly dates: string | null
  /** The days on which a file was changed last, as such a range. */
  readonly changed: string | null
  readonly sort: Sort
}

const nothing = {
  text: '',
  lookIn: null,
  status: null,
  reason: null,
  collection: null,
  tag: null,
  format: null,
  dates: null,
  changed: null,
}
const storedSort = storedValue('localStorage', 'cairn.library.sort', Sort)

export const useLibraryFilter = create<LibraryFilter>(() => ({
  ...nothing,
  sort: storedSort.read() ?? { column: 'added', direction: 'descending' },
}))

/** Changes the filter; what the change leaves out stays. The order is remembered in this browser. */
export function setLibraryFilter(change: Partial<LibraryFilter>): void {
  useLibraryFilter.setState({
    ...(change.text === '' ? { lookIn: null } : {}),
    ...(change.status === undefined ? {} : { reason: null }),
    ...change,
  })
  if (change.sort !== undefined) storedSort.write(change.sort)
}

/** The limits of the library's list as a search in the texts takes them; null for none. */
export function searchFilterOf(filter: LibraryFilter): SearchFilter | null {
  if (countOfLimits(filter) === 0) return null
  const { collection, tag, format, dates, changed } = filter
  return {
    ...(collection === null ? {} : { collections: [collection] }),
    ...(tag === null ? {} : { tags: [tag] }),
    ...(format === null ? {} : { formats: [format] }),
    ...(dates === null ? {} : { dates: [dates] }),
    ...(changed === null ? {} : { changed: [changed] }),
  }
}

/** How many of collection, tag, format, date and day of change limit the list. */
export function countOfLimits({ collection, tag, format, dates, changed }: LibraryFilter): number {
  return [collection, tag, format, dates, changed].filter((limit) => limit !== null).length
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
