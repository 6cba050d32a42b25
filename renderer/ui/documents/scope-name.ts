import { endsOf } from '@shared/dates/document-date'
import i18next from 'i18next'
import { collectionName } from './file-name'
import { formatName } from './format-name'

/** What a search is limited to, in words: a collection, a tag, a format, a range of days, or a document by its own name. */
export function scopeName(kind: 'collections' | 'tags' | 'formats' | 'dates' | 'documents', value: string): string {
  if (kind === 'collections') return collectionName(value)
  if (kind === 'formats') return formatName(i18next.getFixedT(null, 'library'), value)
  return kind === 'dates' ? dayRangeName(value) : value
}

/** A range of days in words: `2024`, `1 Mar 2024 – 31 Mar 2024`, `from 1 Mar 2024`. */
export function dayRangeName(range: string): string {
  const { from, to } = endsOf(range)
  const year = /^(\d{4})-01-01\/\1-12-31$/u.exec(range)?.[1]
  if (year !== undefined) return year
  const written = (day: string) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString(i18next.language, { dateStyle: 'medium', timeZone: 'UTC' })
  if (from !== null && to !== null) return from === to ? written(from) : `${written(from)} – ${written(to)}`
  if (from !== null) return i18next.t('library:dates.from', { day: written(from) })
  return i18next.t('library:dates.until', { day: written(to ?? '') })
}
