import type { SessionContext } from '@shared/session/session-context'
import type { AnchorState, ContextEvidence, TurnContext } from '@shared/session/turn-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import { z } from 'zod'
import { anchor } from './anchor'
import { recordedTurn } from '../history/recorded-turn'

/** Reads the text a document has now; null where the document is gone or cannot be read. */
export type ReadDocument = (documentId: string) => Promise<string | null>

/** In UTF-16 units: some 100 ms at most. */
const comparedLength = 600_000

const Place = z.object({ document_id: z.string(), start: z.number().int(), end: z.number().int() })

/** Everything that went into one answer, and where its passages stand in their documents now. Throws NOT_FOUND. */
export async function turnContextOf(context: SessionContext, turnId: string, read: ReadDocument): Promise<TurnContext> {
  const { trace } = recordedTurn(context, turnId)
  const blocks = context.context_blocks.filter(({ turn_id: id }) => id === turnId)
  const calls = (context.session.tool_state?.tool_calls ?? []).filter((call) =>
    belongs(call, call.tool_call_id, turnId),
  )
  const usage = (context.session.model_usage ?? []).filter((one) => belongs(one, one.model_usage_id, turnId))
  const ids = new Set([
    ...blocks.flatMap(({ refs = [] }) => refs.map(({ evidence_id: id }) => id)),
    ...calls.flatMap(({ result_evidence_ids: found }) => found),
    ...trace.evidence.map(({ evidence_id: id }) => id),
  ])
  const texts = new Map<string, Promise<string | null>>()
  const textOf = (id: string) => {
    const text = texts.get(id) ?? read(id)
    texts.set(id, text)
    return text
  }
  const evidences: Record<string, ContextEvidence> = {}
  for (const id of ids) {
    const evidence = Object.hasOwn(context.evidences, id) ? context.evidences[id] : undefined
    if (!evidence) continue
    const cited = trace.refs.filter((ref) => ref.evidence_id === id).map(({ number }) => number)
    evidences[id] = {
      evidence,
      anchor: await anchorOf(evidence, textOf),
      cited_as: [...new Set(cited)].toSorted((a, b) => a - b),
    }
  }
  return {
    turn_id: turnId,
    started_at: trace.started_at,
    total_ms: trace.total_ms,
    stages: trace.stages,
    blocks,
    prompt_tokens: trace.prompt_tokens ?? null,
    token_budget: trace.token_budget ?? null,
    evidences,
    dropped: trace.dropped ?? [],
    tool_calls: calls,
    model_usage: usage,
    choices: trace.choices ?? { pinned: [], excluded: [] },
    asked_with: askedWith(trace),
    ...(trace.second_opinion ? { second_opinion: trace.second_opinion } : {}),
  }
}

function askedWith({ retrieval, graph, search_anyway, models }: TurnTrace): TurnContext['asked_with'] {
  return {
    retrieval: retrieval ? { ...retrieval, graph: graph ?? retrieval.graph } : null,
    search_anyway: search_anyway ?? false,
    embedder: models?.['embedder'] ?? null,
  }
}

/** Records of earlier versions name the turn in the id only. */
function belongs({ turn_id: turn }: { turn_id?: string | undefined }, id: string, turnId: string): boolean {
  return turn === undefined ? id.startsWith(`${turnId}-`) : turn === turnId
}

/** A chat's words cannot change, and what a tool gave stands in no document. */
function standsNowhere(format: unknown): boolean {
  return format === 'chat' || format === 'tool'
}

async function anchorOf(
  { content, metadata }: ContextEvidence['evidence'],
  textOf: ReadDocument,
): Promise<ContextEvidence['anchor']> {
  const place = Place.safeParse(metadata).data
  if (!place || content === undefined || standsNowhere(metadata?.['format'])) return { state: 'none', start: 0, end: 0 }
  const { document_id: id, start, end } = place
  const text = await textOf(id)
  if (text === null) return { state: 'deleted', start, end }
  const known = text.indexOf(content)
  // Comparing every form of a long text takes seconds: what is not there word for word is looked for near its old place.
  const from = known === -1 && text.length > comparedLength ? Math.max(0, start - comparedLength / 2) : 0
  const near =
    from === 0 && text.length <= comparedLength
      ? text
      : text.slice(from, known === -1 ? from + comparedLength : undefined)
  const found = anchor({ content, start: start - from, end: end - from }, near)
  const state: AnchorState = found.state
  if (found.state === 'stale') return { state, start, end }
  return { state, start: found.start + from, end: found.end + from }
}
