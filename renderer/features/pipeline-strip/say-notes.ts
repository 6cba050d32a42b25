import type { Note } from '@shared/note'
import type { TFunction } from 'i18next'

/** Notes in the window's language; `text` where the record is older than they are. */
export function sayNotes(notes: readonly Note[] | undefined, text: string, t: TFunction<'pipeline'>): string {
  if (!notes || notes.length === 0) return text
  // Under `replace`, so that no value is taken for an option.
  return notes
    .map(({ key, values }) => t(`notes.${key}`, { count: Number(values['count'] ?? 0), replace: values }))
    .join(t('betweenNotes'))
}
