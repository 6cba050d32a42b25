import { isTurnNoteKey, type Note, noteText } from '@shared/note'
import type { TFunction } from 'i18next'
import { failureWords } from '@renderer/ui/text/failure-words'

/** What the critic found, in the window's language. */
export function sayIssues(issues: readonly Note[], t: TFunction<'pipeline'>): string {
  // Under `replace`, so that no value is taken for an option.
  return issues
    .map((issue) => {
      const { key, values } = issue
      if (!isTurnNoteKey(key)) return noteText(issue)
      const message = failureWords(values, t)
      const replace = message === undefined ? values : { ...values, message }
      return t(`notes.${key}`, { count: Number(values['count'] ?? 0), replace })
    })
    .join(t('betweenNotes'))
}
