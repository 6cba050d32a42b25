import { create } from 'zustand'
import type { NewNote } from '@shared/api/notes-api'
import { highlightOf, type NotedDocument } from '@shared/research/note-of-selection'
import type { Notebook, NotebookHeader, NoteItem } from '@shared/research/notebook-shapes'
import { call } from '../connection'
import { attempt, notify } from '../window/notices'
import { receiveNotebooks, refreshNotebooks } from './notebooks-store'

interface HighlightsState {
  /** The document whose highlights are kept here; null before one was read. */
  readonly documentId: string | null
  /** Null where it has none. */
  readonly notebook: Notebook | null
  /** The highlight that was pressed or made last: it is shown and may be commented on. */
  readonly chosen: { readonly id: string; readonly isWriting: boolean } | null
}

export const useHighlights = create<HighlightsState>(() => ({ documentId: null, notebook: null, chosen: null }))

/** Reads the highlights of a document to show them. */
export async function readHighlights(documentId: string): Promise<void> {
  if (useHighlights.getState().documentId !== documentId) {
    useHighlights.setState({ documentId, notebook: null, chosen: null })
  }
  await attempt(async () =>
    show(documentId, await call((client) => client.notes.of_document({ document_id: documentId }))),
  )
}

function show(documentId: string, notebook: Notebook | null): void {
  if (useHighlights.getState().documentId === documentId) useHighlights.setState({ notebook })
}

/** What the engine tells by itself of notebooks, those of highlights among them. */
export function receiveNotes(changed: readonly NotebookHeader[], removed: readonly string[]): void {
  receiveNotebooks(changed, removed)
  const { documentId, notebook } = useHighlights.getState()
  if (documentId === null) return
  const other = changed.find(
    (header) => header.document_id === documentId && header.updated_at !== notebook?.updated_at,
  )
  if (other || (notebook && removed.includes(notebook.id))) void readHighlights(documentId)
}

/** Reads again what this window shows: changes were missed. */
export function refreshNotes(): void {
  refreshNotebooks()
  const { documentId } = useHighlights.getState()
  if (documentId !== null) void readHighlights(documentId)
}

/** Highlights a passage of a document; with `isWriting` a comment on it is begun. */
export async function addHighlight(document: NotedDocument, note: NewNote, isWriting: boolean): Promise<void> {
  const highlight = highlightOf(document, note)
  if (!highlight) {
    notify({ key: 'viewer:highlights.noPlace' })
    return
  }
  await attempt(async () => {
    const { id } = await call((client) => client.notes.highlight(highlight))
    await readHighlights(document.id)
    chooseHighlight({ id, isWriting })
  })
}

export function chooseHighlight(chosen: HighlightsState['chosen']): void {
  useHighlights.setState({ chosen })
}

export function commentOn(
  { id, document_id: documentId }: Notebook,
  itemId: string,
  comment: string,
): Promise<boolean> {
  return attempt(async () => {
    await call((client) => client.notes.comment({ id, item_id: itemId, comment }))
    if (documentId !== undefined) await readHighlights(documentId)
  })
}

/** Takes a highlight away; a notice offers to put it back. */
export async function removeHighlight(
  { id, document_id: documentId = '', items }: Notebook,
  item: NoteItem,
): Promise<void> {
  const at = items.findIndex((one) => one.id === item.id)
  await attempt(async () => {
    show(documentId, await call((client) => client.notes.remove({ id, item_id: item.id })))
    notify({ key: 'viewer:highlights.removed', lifeMs: 12_000, action: { key: 'app:undo', run: () => void putBack() } })
  })
  const putBack = () =>
    attempt(async () => {
      show(documentId, await call((client) => client.notes.put_back({ id, item, at_index: Math.max(0, at) })))
    })
}
