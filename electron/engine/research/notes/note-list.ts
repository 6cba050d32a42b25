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

/** The notes with another comment on one of them; none where it is empty. Throws NOT_FOUND. */
export function withComment(items: readonly NoteItem[], id: string, comment: string): readonly NoteItem[] {
  const item = noteIn(items, id)
  const { comment: before = '', ...rest } = item
  if (before === comment) return items
  return items.map((one) => (one === item ? { ...rest, ...(comment !== '' && { comment }) } : one))
}

/** Where a passage belongs among the highlights of its document, by where it begins. */
export function placeInText(items: readonly NoteItem[], { sources }: Pick<NoteItem, 'sources'>): number {
  const start = sources[0]?.start ?? 0
  return items.findLastIndex((one) => (one.sources[0]?.start ?? 0) <= start) + 1
}

/** Whether a note holds the words, which are in lower case. */
export function holds({ text, comment = '' }: Pick<NoteItem, 'text' | 'comment'>, words: readonly string[]): boolean {
  const all = `${text}\n${comment}`.toLowerCase()
  return words.every((word) => all.includes(word))
}

/** The notes where one of them stands at an index, 0-based, of those without it. Throws NOT_FOUND. */
export function moved(items: readonly NoteItem[], id: string, toIndex: number): readonly NoteItem[] {
  const item = noteIn(items, id)
  return items.filter((one) => one !== item).toSpliced(toIndex, 0, item)
}

/** Throws INVALID_INPUT where notes are too many, or longer than `most` UTF-16 units together. */
export function checkSize(items: readonly NoteItem[], most: number): void {
  const length = items.reduce(
    (sum, { text, comment = '', sources }) =>
      sources.reduce((all, one) => all + one.text.length, sum + text.length + comment.length),
    0,
  )
  if (items.length <= mostNotes && length <= most) return
  throw new CairnError('INVALID_INPUT', 'This notebook is full.', 'Begin another one.')
}
