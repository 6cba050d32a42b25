import { createHash } from 'node:crypto'
import { z } from 'zod'
import { EvidencePlace } from '@shared/session/evidence-place'
import { sensitivityOfTags } from '@shared/sensitivity/sensitive-documents'
import type { Evidence } from '@shared/session/session-context'
import type { Passage } from '@engine/retrieval/passage'

/** What the library knows of a document that its chunks do not say. */
export interface DocumentFacts {
  /** SHA-256 of the file's bytes, hex. */
  readonly contentHash: string
  readonly tags: readonly string[]
}

const idLength = 24

/**
 * The id of a piece of evidence: a hash of where it comes from and what it says. So the same passage is one piece of
 * evidence in every turn and in every copy of the record.
 */
export function evidenceIdOf({ type, source, content = '' }: Pick<Evidence, 'type' | 'source' | 'content'>): string {
  const identity = JSON.stringify([type, source.kind, source.name ?? '', source.uri ?? '', content])
  return `e_${createHash('sha256').update(identity).digest('hex').slice(0, idLength)}`
}

function identified(evidence: Evidence): Evidence {
  return { ...evidence, evidence_id: evidenceIdOf(evidence) }
}

/** A retrieved passage as evidence: its exact text and where it stands. How it was found is the turn's business. */
export function passageEvidence(
  passage: Passage,
  { toolCallId, at, document }: { toolCallId: string; at: string; document: DocumentFacts | undefined },
): Evidence {
  const { chunk, start, end, score, places, restsOn } = passage
  // What was said in an earlier chat is no document's word.
  const isChat = chunk.format === 'chat'
  const isTool = chunk.format === 'tool'
  const sensitivity = restsOn?.sensitivity ?? (document && sensitivityOfTags(document.tags))
  return identified({
    evidence_id: '',
    type: isTool ? 'tool_result' : isChat ? 'other' : 'rag_doc',
    source: sourceOf(passage),
    content: passage.text,
    confidence: Math.min(1, Math.max(0, score)),
    metadata: {
      document_id: chunk.doc_id,
      document_title: chunk.title,
      ...(document?.contentHash ? { document_sha256: document.contentHash } : {}),
      revision: chunk.revision,
      chunk_id: chunk.id,
      chunk_index: chunk.index,
      chunk_start: chunk.start,
      chunk_end: chunk.end,
      format: chunk.format,
      start,
      end,
      page: chunk.page,
      heading_path: chunk.heading_path,
      ...(places ? { places: [...places] } : {}),
      ...(isChat ? { day: chunk.context } : {}),
      // So that a tag these documents get later counts for what was said from them.
      ...(restsOn ? { rests_on: [...restsOn.documents] } : {}),
    },
    links: { tool_call_id: toolCallId },
    at,
    ...(sensitivity ? { sensitivity } : {}),
  })
}

function sourceOf({ chunk: { format, doc_id: id, doc_name: name }, start, end }: Passage): Evidence['source'] {
  if (format === 'chat') return { kind: 'system', name, uri: `cairn://session/${id}` }
  if (format === 'tool') return { kind: 'tool', name, uri: `cairn://tool/${id}` }
  return { kind: 'rag', name, uri: `cairn://document/${id}?chars=${start}-${end}` }
}

/** The user's words as evidence, unaltered. */
export function questionEvidence(question: string, at: string): Evidence {
  return identified({
    evidence_id: '',
    type: 'user_input',
    source: { kind: 'user' },
    content: question,
    confidence: 1,
    at,
  })
}

/** What a model said as evidence. */
export function outputEvidence(model: string, content: string, at: string, modelUsageId: string): Evidence {
  return identified({
    evidence_id: '',
    type: 'llm_output',
    source: { kind: 'llm', name: model },
    content,
    at,
    links: { model_usage_id: modelUsageId },
  })
}

const PassageMetadata = z.object({
  document_id: z.string(),
  document_title: z.string().default(''),
  revision: z.string(),
  chunk_id: z.string(),
  chunk_index: z.number().int().nonnegative().default(0),
  chunk_start: z.number().int().nonnegative().optional(),
  chunk_end: z.number().int().nonnegative().optional(),
  format: z.string().default('text'),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  page: z.number().int().positive().nullable().default(null),
  heading_path: z.array(z.string()).default([]),
  places: z.array(EvidencePlace).optional(),
  day: z.string().default(''),
  rests_on: z.array(z.string()).optional(),
})

/** The passage a piece of evidence was made from, with a score; null where it was none, or its text was taken out. */
export function passageOfEvidence(evidence: Evidence, score: number): Passage | null {
  const { type, source, content, metadata, sensitivity } = evidence
  const known = PassageMetadata.safeParse(metadata).data
  const isPassage = type === 'rag_doc' || type === 'tool_result' || known?.format === 'chat'
  if (content === undefined || !known || !isPassage) return null
  const { start, end } = known
  const chunk = {
    id: known.chunk_id,
    doc_id: known.document_id,
    doc_name: source.name ?? '',
    title: known.document_title,
    revision: known.revision,
    collection: '',
    format: known.format,
    index: known.chunk_index,
    text: content,
    start: known.chunk_start ?? start,
    end: known.chunk_end ?? end,
    page: known.page,
    heading_path: known.heading_path,
    context: known.day,
    token_count: 0,
    window_start: start,
    window_end: end,
  }
  const found = { vector: new Float32Array(), search: '', placements: [], fused: 0, features: null }
  const documents = known.rests_on
  const restsOn = documents ? { restsOn: { documents, ...(sensitivity ? { sensitivity } : {}) } } : {}
  const places = known.places ? { places: known.places } : {}
  return { ...found, chunk, score, start, end, text: content, ...places, ...restsOn }
}
