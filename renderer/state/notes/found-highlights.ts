import type { NoteHit } from '@shared/research/notebook-shapes'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { openEvidence } from '../chat/evidence-selection'
import { call } from '../connection'

const pauseMs = 150
const longestQuery = 200
const none: readonly FoundHighlight[] = []

/** A passage that somebody highlighted, with what they said of it; found by the words of either. */
export interface FoundHighlight {
  readonly id: string
  readonly document_id: string
  readonly text: string
  readonly comment: string | null
  /** Opens the document at its place. */
  readonly open: (byKeyboard: boolean) => void
}

/** The highlights and comments that hold the words, asked for while one types; those of the text before stay until the next are there. */
export function useFoundHighlights(text: string): readonly FoundHighlight[] {
  const query = text.trim().slice(0, longestQuery)
  const read = async () => highlightsOf(await call((client) => client.notes.search({ text: query })))
  const { last } = useFetched(query === '' ? null : query, read, { pauseMs })
  return query === '' ? none : (last?.value ?? none)
}

/** Those of the notes that are highlights of a document. */
export function highlightsOf(hits: readonly NoteHit[]): FoundHighlight[] {
  return hits.flatMap(({ notebook: { document_id: document }, item }) => {
    const [source] = item.sources
    if (document === undefined || !source) return []
    const { id, text, comment = null } = item
    const open = (byKeyboard: boolean) => openEvidence(source, null, byKeyboard)
    return [{ id, document_id: document, text, comment, open }]
  })
}
