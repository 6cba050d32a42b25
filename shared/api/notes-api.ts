import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { Trashed } from '../changes'
import { Notebook, NotebookHeader, NotebookId, NoteHit, NoteItem } from '../research/notebook-shapes'
import { ExportChunk } from '../session/turn-context'
import { ReportExport } from './research-api'
import { procedure } from './graph-api'

const one = z.object({ id: NotebookId })
const title = z.string().trim().min(1).max(200)
const documentId = z.string().min(1).max(200)
const itemId = z.string().min(1).max(64)

/** What is saved into a notebook; id and time are given by the engine. */
export const NewNote = NoteItem.omit({ id: true, at: true, edited: true })
export type NewNote = z.infer<typeof NewNote>

/** The calls about notebooks: answers, passages and own words, kept, ordered, edited, used as evidence and exported. */
export const notesContract = {
  list: procedure.output(z.array(NotebookHeader)),
  get: procedure.input(one).output(Notebook),
  create: procedure.input(z.object({ title })).output(NotebookHeader),
  rename: procedure.input(one.extend({ title })).output(NotebookHeader),
  /** Searched and cited as "from my notes", or not. */
  use_as_evidence: procedure.input(one.extend({ on: z.boolean() })).output(NotebookHeader),
  /** The highlights of a document; null where it has none. */
  of_document: procedure.input(z.object({ document_id: documentId })).output(Notebook.nullable()),
  /** Highlights a passage of a document, in the notebook of its highlights; `title` is what that is called where it is new. */
  highlight: procedure.input(z.object({ document_id: documentId, title, note: NewNote })).output(NoteItem),
  /** Says something of a highlighted passage; an empty comment takes it away. */
  comment: procedure.input(one.extend({ item_id: itemId, comment: z.string().max(20_000) })).output(NoteItem),
  /** Notes and highlights that hold the words, in their text or comment, whatever their case; of the newest notebooks first. */
  search: procedure.input(z.object({ text: z.string().trim().min(1).max(200) })).output(z.array(NoteHit)),
  add: procedure
    .input(one.extend({ note: NewNote, at_index: z.number().int().nonnegative().optional() }))
    .output(NoteItem),
  edit: procedure.input(one.extend({ item_id: itemId, text: z.string().max(200_000) })).output(NoteItem),
  move: procedure.input(one.extend({ item_id: itemId, to_index: z.number().int().nonnegative() })).output(Notebook),
  remove: procedure.input(one.extend({ item_id: itemId })).output(Notebook),
  /** Puts a removed note back where it stood. */
  put_back: procedure.input(one.extend({ item: NoteItem, at_index: z.number().int().nonnegative() })).output(Notebook),
  trash: procedure.input(one).output(Trashed),
  restore: procedure.input(one).output(NotebookHeader),
  export: procedure.input(one.extend(ReportExport.shape)).output(eventIterator(ExportChunk)),
}
