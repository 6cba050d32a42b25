import type { AnswerRef } from '@shared/events'
import { EvidencePlace, placeAt } from '@shared/session/evidence-place'
import type { ContextEvidence } from '@shared/session/turn-context'
import { z } from 'zod'
import { citedSpan, passageOf } from '@renderer/state/chat/turns/turn-passages'
import type { ShownDocument } from '@renderer/state/window/route'

const Recorded = z.object({
  document_id: z.string().min(1),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  page: z.number().int().positive().nullable().catch(null),
  heading_path: z.array(z.string()).catch([]),
  /** Of the document. */
  format: z.string().catch('text'),
  places: z.array(EvidencePlace).optional().catch(undefined),
})

/** Where a passage stood in its document when it was recorded; offsets are 0-based half-open UTF-16 units. */
export type DocumentPlace = z.infer<typeof Recorded>

/** null for what is not from a document. */
export function documentPlaceOf({ evidence }: ContextEvidence): DocumentPlace | null {
  return evidence.type === 'rag_doc' ? (Recorded.safeParse(evidence.metadata).data ?? null) : null
}

/** The headings and the page of what the answer cites of a passage, or of the passage. */
export function citedPlaceOf(used: ContextEvidence, place: DocumentPlace, refs: readonly AnswerRef[]) {
  const { content = '', evidence_id: id } = used.evidence
  const cited = refs.find(({ evidence_id }) => evidence_id === id)
  return placeAt(place, place.start + ((cited && citedSpan(cited, content.length))?.start ?? 0))
}

/**
 * The passage to open in its document as it is now: the cited part, or all of it. The range is null where the words are
 * gone, and the result where there is no document.
 */
export function shownPlaceOf(used: ContextEvidence, refs: readonly AnswerRef[]): ShownDocument | null {
  const place = documentPlaceOf(used)
  const { evidence, anchor } = used
  if (!place || anchor.state === 'deleted') return null
  const id = place.document_id
  if (anchor.state === 'stale' || anchor.start >= anchor.end) return { id, range: null }
  // Of a changed passage nobody knows where its parts stand.
  if (anchor.state === 'changed') return { id, range: { start: anchor.start, end: anchor.end } }
  const { content: text = '' } = evidence
  const cited = refs.find(({ evidence_id }) => evidence_id === evidence.evidence_id)
  const { start, end } = anchor
  return passageOf({ document_id: id, start, end, text }, cited ? citedSpan(cited, text.length) : null)
}
