import { z } from 'zod'
import { type ErrorCode, toCairnError } from './errors'

/** What is said of a turn: results and troubles of its stages, and why a shortcut was taken. */
const turnNotes = {
  new_session: 'new session',
  turns: ['{count} turn', '{count} turns'],
  summary_rolled: 'summary rolled forward',
  as_asked: 'as asked',
  queries: ['{count} query', '{count} queries'],
  respelled: '“{from}” read as “{to}”',
  topic_documents: 'about the documents',
  topic_tool: 'for the tool {name}',
  topic_greeting: 'a greeting',
  topic_thanks: 'thanks',
  topic_farewell: 'a farewell',
  topic_identity: 'who Cairn is',
  topic_help: 'what Cairn can do',
  topic_library: 'what is in the library',
  confidence: 'confidence {confidence}',
  clear: 'clear',
  asking_back_off: 'asking back is off',
  searching_anyway: 'searching anyway',
  refers_to_nothing: '"{word}" refers to nothing in this conversation',
  unsure: 'confidence {confidence} is below {least}',
  close_call: 'lead {lead} is below {least}',
  needs_documents: 'needs the documents',
  about_cairn: 'about Cairn itself',
  passages: ['{kept} of {count} passage', '{kept} of {count} passages'],
  nothing_relevant: 'no evidence above the relevance floor',
  vector_search_late: 'vector search: took longer than its {ms} ms',
  vector_search_failed: 'vector search: {message}',
  text_search_late: 'text search: took longer than its {ms} ms',
  text_search_failed: 'text search: {message}',
  every_search_failed: 'every search failed',
  blocks: ['{kept} of {count} block, {tokens} tokens', '{kept} of {count} blocks, {tokens} tokens'],
  sources: ['{count} source', '{count} sources'],
  suggestions_late: 'no suggestions: they took longer than {ms} ms',
  suggestions_failed: 'no suggestions: {message}',
  searched_wider: 'answered from a wider search',
  wider_search_failed: 'no wider search: {message}',
  check_failed: 'the answer was not checked: {message}',
  number_missing: '“{value}” is not in source {number}',
  unit_differs: 'source {number} has another unit with “{value}”',
  name_missing: '“{name}” is not in source {number}',
  says_otherwise: 'source {number} says “{found}”, not “{word}”',
  negation_differs: 'only one of this sentence and source {number} says “not”: “{words}”',
  added_words: '“{words}” is not in source {number}',
  little_support: 'source {number} hardly says this',
  some_support: 'source {number} says only part of this',
  other_language: 'source {number} is in another language; its words could not be compared',
  other_source: 'source {other} says this, not source {number}',
  no_citation: 'no source is cited for this',
  unknown_source: 'there is no source {number}',
  sources_disagree: 'sources {one} and {other} disagree: “{first}” and “{second}”',
  question_uncovered: 'nothing is said of {terms}',
  shortcut_a: 'shortcut A',
  shortcut_b: 'shortcut B',
  shortcut_c: 'shortcut C',
  search_failed: 'the search failed',
  written_by: 'written by {model}',
  thought_about: ['after {count} word of thought', 'after {count} words of thought'],
  model_loading: 'loading {model}, {percent} %',
  model_failed: '{model}: {message}',
  model_prompt_late: '{model}: its prompt was not ready in time',
  model_context_small: '{model}: its context is too small',
  model_broke_off: '{model} stopped in the middle: {message}',
  model_cut_off: 'the answer reached its longest length',
  model_nothing: '{model} wrote nothing',
  model_unknown: 'there is no model {model}',
  quoted_instead: 'quoted from the evidence instead',
  rules_instead: 'rules decided instead',
  understood_by: 'understood by {model}',
  citations_mended: ['{count} citation mended', '{count} citations mended'],
  reranked_by: 'ranked by {model}',
  reranker_failed: 'the reranker failed: {message}',
  graph_failed: 'the knowledge graph: {message}',
  themes_found: ['{kept} of {count} theme', '{kept} of {count} themes'],
  overview_late: 'the themes of the library: took longer than {ms} ms',
  graph_linked: ['{count} passage linked by names', '{count} passages linked by names'],
  words_only: 'searched by words only: {message}',
  related_words_failed: 'words near in meaning could not be read: {message}',
  late: 'took longer than its {ms} ms',
  cancelled: 'cancelled',
  disk_full: 'the disk is full',
  not_permitted: 'Cairn may not read or write there',
  file_gone: 'a file is no longer there',
  failed: '{message}',
} as const

/** What a check of the store finds. */
const storeNotes = {
  document_lines_damaged: [
    'documents.jsonl: {count} line is damaged and was skipped',
    'documents.jsonl: {count} lines are damaged and were skipped',
  ],
  chunks_missing: [
    'document {id}: {found} of {count} chunk is in the search tables; index it again',
    'document {id}: {found} of {count} chunks are in the search tables; index it again',
  ],
  chunks_unused: 'document {id}: it has chunks in the search tables but is not searchable',
  chunk_changed: 'chunk {id}: its text has changed on the disk',
  object_missing: 'document {id}: the stored object {address} is missing',
  object_changed: 'document {id}: the stored object {address} no longer matches its checksum',
  object_unreadable: 'document {id}: the stored object {address} cannot be read: {message}',
  session_lines_damaged: [
    'session {id}: {count} journal line is damaged',
    'session {id}: {count} journal lines are damaged',
  ],
  session_invalid: 'session {id}: {problem}',
  session_damaged: 'session {id}: its saved file is damaged ({path})',
} as const

const sentences = { ...turnNotes, ...storeNotes }

export type TurnNoteKey = keyof typeof turnNotes
export type StoreNoteKey = keyof typeof storeNotes
export type NoteKey = TurnNoteKey | StoreNoteKey

/** The keys a turn's notes have. */
export const turnNoteKeys = Object.keys(turnNotes) as TurnNoteKey[]
/** The keys the notes of a store's check have. */
export const storeNoteKeys = Object.keys(storeNotes) as StoreNoteKey[]

export function isTurnNoteKey(key: NoteKey): key is TurnNoteKey {
  return Object.hasOwn(turnNotes, key)
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
  const forms: string | readonly [one: string, other: string] = sentences[key]
  if (typeof forms === 'string') return forms
  return count === 1 ? forms[0] : forms[1]
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

/** What is to be said of a failure. Running out of time is for those to say who know how long it was. */
export function notesOfFailure(thrown: unknown): readonly Note[] {
  if (thrown instanceof NotedError) return thrown.notes
  const key = noteOfCode[toCairnError(thrown).code]
  return [key ? note(key) : note('failed', whyOf(thrown))]
}

/** What a failure says of itself: its own words, and for shells that speak another language its code. */
export function whyOf(thrown: unknown): { readonly message: string; readonly code: ErrorCode } {
  return { message: messageOf(thrown), code: toCairnError(thrown).code }
}

/** A failure's own words, as they stand. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
