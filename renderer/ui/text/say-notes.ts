import { isTurnNoteKey, type Note, noteText } from '@shared/note'
import type { TFunction } from 'i18next'
import { failureWords } from '@renderer/ui/text/failure-words'

/** Notes in the window's language; `text` where the record is older than they are. */
export function sayNotes(notes: readonly Note[] | undefined, text: string, t: TFunction<'pipeline'>): string {
  if (!notes || notes.length === 0) return text
  // Under `replace`, so that no value is taken for an option.
  return notes
    .map((note) => {
      const { key, values } = note
      if (!isTurnNoteKey(key)) return noteText(note)
      return t(`notes.${key}`, { count: Number(values['count'] ?? 0), replace: { ...values, ...asWords(values, t) } })
    })
    .join(t('betweenNotes'))
}

/** A model's id begins with how it is run. */
function asWords(values: Note['values'], t: TFunction<'pipeline'>): Note['values'] {
  const { model } = values
  const message = failureWords(values, t)
  return {
    ...(typeof model === 'string' ? { model: model.replace(/^(?:gguf|onnx|static):/u, '') } : {}),
    ...(message === undefined ? {} : { message }),
  }
}
