import type { Evidence } from '@shared/session-context'
import type { Passage } from '../retrieval/passage'

/** A retrieved passage as evidence: its exact text, where it stands, and why it ranked as it did. */
export function passageEvidence(evidenceId: string, passage: Passage, toolCallId: string): Evidence {
  const { chunk, features, start, end, score } = passage
  return {
    evidence_id: evidenceId,
    type: 'rag_doc',
    source: { kind: 'rag', name: chunk.doc_name, uri: `cairn://document/${chunk.doc_id}#chars=${start}-${end}` },
    content: passage.text,
    confidence: Math.min(1, Math.max(0, score)),
    metadata: {
      document_id: chunk.doc_id,
      document_title: chunk.title,
      revision: chunk.revision,
      chunk_id: chunk.id,
      start,
      end,
      page: chunk.page,
      heading_path: chunk.heading_path,
      score,
      features,
      found_by: passage.placements.map(({ list, rank, score: raw }) => ({ ...list, rank, score: raw })),
    },
    links: { tool_call_id: toolCallId },
  }
}

/** The user's words as evidence, unaltered. */
export function questionEvidence(evidenceId: string, question: string): Evidence {
  return { evidence_id: evidenceId, type: 'user_input', source: { kind: 'user' }, content: question, confidence: 1 }
}
