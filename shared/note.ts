import { z } from 'zod'
import english from '@resources/words/notes.en.json'
import { type ErrorCode, toCairnError } from './errors'

/** Every sentence in English: what is said of a turn and its stages, and what a check of the store finds. */
const sentences = { ...english.turn, ...english.store }

export type TurnNoteKey = keyof typeof english.turn
export type StoreNoteKey = keyof typeof english.store
export type NoteKey = TurnNoteKey | StoreNoteKey

/** The keys a turn's notes have. */
export const turnNoteKeys = Object.keys(english.turn) as TurnNoteKey[]
/** The keys the notes of a store's check have. */
export const storeNoteKeys = Object.keys(english.store) as StoreNoteKey[]

export function isTurnNoteKey(key: NoteKey): key is TurnNoteKey {
  return Object.hasOwn(english.turn, key)
}

export const NoteValues = z.record(z.string(), z.union([z.string(), z.number()]))
export type NoteValues = z.infer<typeof NoteValues>

/**
 * Something the engine says to a person, in no language yet: shells put it into theirs. A value `count` chooses between
 * singular and plural.
 */
export const Note = z.object({
  key: z.enum([...turnNoteKeys, ...storeNoteKeys]),
  values: NoteValues.default({}),
})
export type Note = z.infer<typeof Note>

export function note(key: NoteKey, values: NoteValues = {}): Note {
  return { key, values }
}

/** A note in English, as records, logs and exports keep it. */
export function noteText({ key, values }: Note): string {
  return fillIn(sentenceOf(key, values['count']), values)
}

/** Several notes in English as one line. */
export function noteTexts(notes: readonly Note[]): string {
  return notes.map(noteText).join('; ')
}

/** The English sentence of a key, with its `{values}` still open. */
export function sentenceOf(key: NoteKey, count?: string | number): string {
  const forms: string | { readonly one: string; readonly other: string } = sentences[key]
  if (typeof forms === 'string') return forms
  return count === 1 ? forms.one : forms.other
}

/** Puts values where a text names them: `{count}`. A value that is not there leaves its name standing. */
export function fillIn(text: string, values: NoteValues): string {
  return text.replace(/\{(\w+)\}/gu, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}

/** An unexpected failure that can say in notes what it is. */
export class NotedError extends Error {
  override readonly name = 'NotedError'

  constructor(readonly notes: readonly Note[]) {
    super(noteTexts(notes))
  }
}

/** Failures that mean the same wherever they happen; the others keep their own message. */
const noteOfCode: Partial<Record<ErrorCode, NoteKey>> = {
  CANCELLED: 'cancelled',
  DISK_FULL: 'disk_full',
  PERMISSION_DENIED: 'not_permitted',
  FILE_VANISHED: 'file_gone',
}

/** Notes on a failure. A caller that ran out of time says so itself, because it knows its limit. */
export function notesOfFailure(thrown: unknown): readonly Note[] {
  if (thrown instanceof NotedError) return thrown.notes
  const key = noteOfCode[toCairnError(thrown).code]
  return [key ? note(key) : note('failed', whyOf(thrown))]
}

/** A failure's own words, and its code for shells in another language. */
export function whyOf(thrown: unknown): { readonly message: string; readonly code: ErrorCode } {
  return { message: messageOf(thrown), code: toCairnError(thrown).code }
}

/** A failure's own words, as they stand. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
