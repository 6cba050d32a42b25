import type { NewNote } from '@shared/api/notes-api'
import type { EvidenceItem } from '@shared/events'
import type { ReportRef } from '@shared/research/research-report'
import { call } from '../connection'
import type { Turn } from '../chat/turns/turn-reducer'
import { attempt, notify } from '../window/notices'
import { go, useRoute } from '../window/address'
import { createNotebook, freshTitle, useNotebooks } from './notebooks-store'

/** An answer as a note: its question above it, its marks, and all that they stand for. */
export function noteOfAnswer(
  { session_id, turn_id, question, response, refs, evidence }: Turn,
  heading = headingOf(question),
): NewNote {
  const cited = new Set(refs.map(({ number }) => number))
  return {
    kind: 'answer',
    text: `### ${heading}\n\n${response}`,
    sources: evidence.filter(({ number }) => cited.has(number)),
    refs: unique(refs.map(({ number, evidence_id, selector }) => ({ number, evidence_id, selector }))),
    from: { session_id, turn_id },
  }
}

/** A question on one line, with nothing in it that Markdown would take for its own. */
function headingOf(question: string): string {
  return question
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/gu, '\\$&')
}

/** The cited part of a passage as a note, or all of it where nothing of it is cited. */
export function noteOfPassage(
  item: EvidenceItem,
  cited: readonly { readonly start: number; readonly end: number }[],
  turnId: string,
): NewNote {
  const { sessionId } = useRoute.getState()
  const whole = { start: 0, end: item.text.length }
  const parts = cited.length > 0 ? cited : [whole]
  const start = Math.min(...parts.map((part) => part.start))
  const end = Math.max(...parts.map((part) => part.end))
  return {
    kind: 'passage',
    text: item.text.slice(start, end),
    sources: [item],
    refs: [{ number: item.number, evidence_id: item.evidence_id, selector: `chars:${start}-${end}` }],
    from: {
      turn_id: turnId,
      ...(sessionId !== null && { session_id: sessionId }),
      ...(item.kind === 'kb' && { document_id: item.document_id }),
    },
  }
}

function unique(refs: readonly ReportRef[]): ReportRef[] {
  return [...new Map(refs.map((ref) => [`${ref.number} ${ref.selector}`, ref])).values()]
}

/** Saves a note into a notebook, or into a new one of this title, and says so with a way there. */
export async function saveNote(
  note: NewNote,
  into: { readonly id: string } | { readonly title: string },
): Promise<void> {
  const id = 'id' in into ? into.id : await createNotebook(freshTitle(into.title))
  if (id === null) return
  await attempt(async () => {
    await call((client) => client.notes.add({ id, note }))
    const title = useNotebooks.getState().headers?.find((header) => header.id === id)?.title ?? ''
    notify({
      key: 'notes:saved',
      values: { title },
      action: { key: 'notes:show', run: () => go({ view: 'notes', notebookId: id }) },
    })
  })
}
