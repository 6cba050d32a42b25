import { CairnError } from '@shared/errors'
import type { NoteItem } from '@shared/research/notebook-shapes'

/** Notes a notebook may hold. */
const mostNotes = 5000

/** The note of this id. Throws NOT_FOUND. */
export function noteIn(items: readonly NoteItem[], id: string): NoteItem {
  const item = items.find((one) => one.id === id)
  if (item) return item
  throw new CairnError('NOT_FOUND', 'This note is not in the notebook any more.', 'Look at the notebook again.')
}

/** The notes with another text of one of them. What was saved from a document or an answer is marked as edited. Throws NOT_FOUND. */
export function withText(items: readonly NoteItem[], id: string, text: string): readonly NoteItem[] {
  const item = noteIn(items, id)
  if (item.text === text) return items
  return items.map((one) => (one === item ? { ...one, text, edited: one.kind !== 'text' || one.edited } : one))
}

/** The notes where one of them stands at an index, 0-based, of those without it. Throws NOT_FOUND. */
export function moved(items: readonly NoteItem[], id: string, toIndex: number): readonly NoteItem[] {
  const item = noteIn(items, id)
  return items.filter((one) => one !== item).toSpliced(toIndex, 0, item)
}

/** Throws INVALID_INPUT where notes are too many, or longer than `most` UTF-16 units together. */
export function checkSize(items: readonly NoteItem[], most: number): void {
  const length = items.reduce(
    (sum, { text, sources }) => sources.reduce((all, one) => all + one.text.length, sum + text.length),
    0,
  )
  if (items.length <= mostNotes && length <= most) return
  throw new CairnError('INVALID_INPUT', 'This notebook is full.', 'Begin another one.')
}
