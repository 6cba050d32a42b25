import type { ReportExport } from '@shared/api/research-api'
import type { NewNote } from '@shared/api/notes-api'
import type { Trashed } from '@shared/changes'
import type { Notebook, NotebookHeader, NoteHit, NoteItem } from '@shared/research/notebook-shapes'
import type { ExportChunk } from '@shared/session/turn-context'

/** What can be done with notebooks. All throw NOT_FOUND for a notebook or note that is not there. */
export interface NotesDesk {
  /** Newest change first. */
  list(): Promise<NotebookHeader[]>
  get(id: string): Promise<Notebook>
  create(title: string): Promise<NotebookHeader>
  rename(id: string, title: string): Promise<NotebookHeader>
  useAsEvidence(id: string, on: boolean): Promise<NotebookHeader>
  /** The notebook of a document's highlights; null where it has none. */
  ofDocument(documentId: string): Promise<Notebook | null>
  /** Adds a passage to the highlights of a document, where it stands in its text. Throws INVALID_INPUT for a note without a passage of it. */
  highlight(documentId: string, title: string, note: NewNote): Promise<NoteItem>
  comment(id: string, itemId: string, comment: string): Promise<NoteItem>
  /** At most 50. */
  search(text: string): Promise<NoteHit[]>
  /** At the end, or before the note at `atIndex` (0-based). Throws INVALID_INPUT for what would be too long. */
  add(id: string, note: NewNote, atIndex?: number): Promise<NoteItem>
  edit(id: string, itemId: string, text: string): Promise<NoteItem>
  move(id: string, itemId: string, toIndex: number): Promise<Notebook>
  remove(id: string, itemId: string): Promise<Notebook>
  putBack(id: string, item: NoteItem, atIndex: number): Promise<Notebook>
  /** Hides a notebook at once and deletes it 20 seconds later, unless it is restored. */
  trash(id: string): Promise<Trashed>
  restore(id: string): Promise<NotebookHeader>
  export(id: string, request: ReportExport, signal?: AbortSignal): AsyncGenerator<ExportChunk>
}
