import type { ContextChoices, FoundPassage } from '@shared/session/turn-trace'
import type { SessionEntry } from '@engine/ports/storage/session-store'
import type { Passage } from '@engine/retrieval/passage'
import { passageEvidence } from '@engine/session/context/evidence'
import type { PipelineRooms, Retrieved, ToolAnswer } from '../turn'
import { toolCallEntry } from './record-tools'

export interface SearchCall {
  readonly id: string
  readonly turnId: string
  /** Milliseconds it took. */
  readonly ms: number
  readonly queries: readonly string[]
  readonly filter: unknown
  readonly choices: ContextChoices | undefined
}

/** A search as the session's record keeps it: every passage as evidence, and the call that found them. */
export function recordSearch(
  { passages, failed, relevant, tools = [], tried = [], isUnsearched = false }: Retrieved,
  { id, turnId, ms, queries, filter, choices }: SearchCall,
  { library, now }: Pick<PipelineRooms, 'library' | 'now'>,
): {
  readonly entries: SessionEntry[]
  /** Evidence ids of the passages, in their order. */
  readonly ids: string[]
  readonly found: FoundPassage[]
} {
  const at = new Date(now()).toISOString()
  const evidences = passages.map((passage) => {
    const toolCallId = callBehind(passage, tools) ?? id
    return passageEvidence(passage, { toolCallId, at, document: library.facts(passage.chunk.doc_id) })
  })
  const ids = evidences.map(({ evidence_id }) => evidence_id)
  const call: SessionEntry = {
    op: 'tool_call',
    call: {
      tool_call_id: id,
      tool: 'rag_search',
      provider: { kind: 'builtin', name: 'knowledge-base' },
      type: 'tool',
      called_at: new Date(now() - ms).toISOString(),
      args_digest: { queries: [...queries], filter: filter ?? null, ...(choices ? { choices } : {}) },
      status: failed ? 'error' : relevant ? 'success' : 'not_found',
      duration_ms: ms,
      result_evidence_ids: ids.filter((_, place) => passages[place] && !callBehind(passages[place], tools)),
      turn_id: turnId,
    },
  }
  const inVain = tried.map((run): ToolAnswer => ({ run, result: null, rows: [], passages: [] }))
  const ofTools = [...tools, ...inVain].map((answer) => toolCallEntry(answer, turnId, passages, ids))
  return {
    entries: [
      ...evidences.map((evidence): SessionEntry => ({ op: 'evidence', evidence })),
      ...ofTools,
      ...(isUnsearched ? [] : [call]),
    ],
    ids,
    found: passages.map((passage, place) => foundPassage(ids[place] ?? '', passage)),
  }
}

/** The tool's call that brought a passage; undefined for one that search found. */
function callBehind({ chunk }: Passage, tools: readonly ToolAnswer[]): string | undefined {
  return tools.find(({ passages }) => passages.includes(chunk.id))?.run.call_id
}

function foundPassage(id: string, { score, features, placements, path }: Passage): FoundPassage {
  return {
    evidence_id: id,
    score,
    features: features && { ...features },
    found_by: placements.map(({ list: { channel, query, weight }, rank, score: raw }) => {
      return { channel, query, weight, rank, score: raw }
    }),
    ...(path ? { graph_path: [...path] } : {}),
  }
}
