import { z } from 'zod'
import { create } from 'zustand'
import { DayRange } from '@shared/dates/document-date'
import { storedValue } from '../../kept-entries'
import { type LibraryFilter, stateFilters, useLibraryFilter } from '../library-filter'

const most = 30

/** What a saved filter limits the library to; null limits nothing. */
const SavedFilter = z.object({
  text: z.string().max(200),
  status: stateFilters.nullable(),
  collection: z.string().nullable(),
  tag: z.string().nullable(),
  format: z.string().nullable(),
  dates: DayRange.nullable(),
  changed: DayRange.nullable().default(null),
})
export type SavedFilter = z.infer<typeof SavedFilter>

const stored = storedValue('localStorage', 'cairn.library.saved', z.array(SavedFilter).max(most))

/** The filters of the library that were saved in this browser, the oldest first. */
export const useSavedFilters = create<{ readonly saved: readonly SavedFilter[] }>(() => ({
  saved: stored.read() ?? [],
}))

/** What of a filter is saved; null where it limits nothing. */
export function savedFormOf({
  text,
  status,
  collection,
  tag,
  format,
  dates,
  changed,
}: LibraryFilter): SavedFilter | null {
  const saved = { text: text.trim(), status, collection, tag, format, dates, changed }
  return Object.values(saved).every((value) => value === null || value === '') ? null : saved
}

export function isSame(one: SavedFilter, other: SavedFilter): boolean {
  return JSON.stringify(SavedFilter.parse(one)) === JSON.stringify(SavedFilter.parse(other))
}

/** Saves a filter; of too many the oldest goes. */
export function saveFilter(filter: SavedFilter): void {
  keep([...useSavedFilters.getState().saved.filter((one) => !isSame(one, filter)), filter].slice(-most))
}

export function forgetFilter(filter: SavedFilter): void {
  keep(useSavedFilters.getState().saved.filter((one) => !isSame(one, filter)))
}

/** Shows what a saved filter lets through. */
export function applyFilter(filter: SavedFilter): void {
  useLibraryFilter.setState({ ...filter, lookIn: null, reason: null })
}

function keep(saved: readonly SavedFilter[]): void {
  stored.write([...saved])
  useSavedFilters.setState({ saved })
}
