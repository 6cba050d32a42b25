import { z } from 'zod'
import { mostSavedFilters, SavedFilter } from '@shared/settings'
import { storedValue } from '../../kept-entries'
import { changeSettings, useSettings } from '../../settings-store'
import { type LibraryFilter, useLibraryFilter } from '../library-filter'

/** Where filters were kept before they belonged to the library: in one browser. */
const stored = storedValue('localStorage', 'cairn.library.saved', z.array(SavedFilter))

/** The filters of the library that were saved, the oldest first. */
export function useSavedFilters(): readonly SavedFilter[] {
  return useSettings(({ settings }) => settings.library.saved_filters)
}

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
export async function saveFilter(filter: SavedFilter): Promise<void> {
  await keep([...without(filter), filter])
}

export async function forgetFilter(filter: SavedFilter): Promise<void> {
  await keep(without(filter))
}

/** Shows what a saved filter lets through. */
export function applyFilter(filter: SavedFilter): void {
  useLibraryFilter.setState({ ...filter, lookIn: null, reason: null })
}

/** Takes over the filters that an earlier Cairn kept in this browser; once, and not before the engine told its settings. */
export async function takeOldFilters(): Promise<void> {
  const old = stored.read() ?? []
  const { settings, known } = useSettings.getState()
  if (!known || old.length === 0) return
  const fresh = old.filter((one) => !settings.library.saved_filters.some((other) => isSame(one, other)))
  if (await keep([...fresh, ...settings.library.saved_filters])) stored.write([])
}

function without(filter: SavedFilter): SavedFilter[] {
  return useSettings.getState().settings.library.saved_filters.filter((one) => !isSame(one, filter))
}

function keep(saved: readonly SavedFilter[]): Promise<boolean> {
  return changeSettings({ library: { saved_filters: saved.slice(-mostSavedFilters) } })
}
