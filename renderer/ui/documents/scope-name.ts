import { endsOf } from '@shared/dates/document-date'
import i18next from 'i18next'
import { collectionName } from './file-name'
import { formatName } from './format-name'

/** What a search is limited to, in words: a collection, a tag, a format, a range of days, or a document by its own name. */
export function scopeName(
  kind: 'collections' | 'tags' | 'formats' | 'dates' | 'changed' | 'documents',
  value: string,
): string {
  if (kind === 'collections') return collectionName(value)
  if (kind === 'formats') return formatName(i18next.getFixedT(null, 'library'), value)
  if (kind === 'changed') return changedName(value)
  return kind === 'dates' ? dayRangeName(value) : value
}

/** A range of days in words: `2024`, `1 Mar 2024 – 31 Mar 2024`, `from 1 Mar 2024`. */
export function dayRangeName(range: string): string {
  const { from, to } = endsOf(range)
  const year = /^(\d{4})-01-01\/\1-12-31$/u.exec(range)?.[1]
  if (year !== undefined) return year
  if (from !== null && to !== null) return from === to ? writtenDay(from) : `${writtenDay(from)} – ${writtenDay(to)}`
  if (from !== null) return i18next.t('library:dates.from', { day: writtenDay(from) })
  return i18next.t('library:dates.until', { day: writtenDay(to ?? '') })
}

/** The days on which files were changed, in words: `changed since 1 Mar 2024`. */
export function changedName(range: string): string {
  const { from, to } = endsOf(range)
  if (from === null || to !== null) return i18next.t('library:changed.within', { days: dayRangeName(range) })
  return i18next.t('library:changed.since', { day: writtenDay(from) })
}

function writtenDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(i18next.language, { dateStyle: 'medium', timeZone: 'UTC' })
}
