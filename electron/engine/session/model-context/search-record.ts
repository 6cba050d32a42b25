import type { Evidence, Message, ToolCall } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import type { SearchQueryResults, SearchResult, SearchSession } from './schema'
import { isRecord } from '@shared/session/validate-session'

/** What one turn searched. `cited` holds the ids its answer, its blocks and its trace refer to. */
export interface TurnSearch {
  readonly id: string
  readonly question: Message
  readonly trace: TurnTrace | undefined
  readonly calls: readonly ToolCall[]
  readonly cited: readonly string[]
  readonly evidences: Readonly<Record<string, Evidence>>
}

/** The tool that searches the documents, as every session names it. */
export const searchTool = 'rag_search'

/** Evidence that came from outside the conversation. */
const foundTypes: ReadonlySet<string> = new Set(['rag_doc', 'tool_result', 'skill_output', 'other'])

/**
 * A turn's searches as the model context has them: one entry for each recorded query, and each piece of evidence once, under the query
 * that ranked it best. Evidence the turn uses that no recorded search of it returned stands under the question itself.
 * Null where there is neither.
 */
export function searchRecord(turn: TurnSearch): SearchSession | null {
  const searches = turn.calls.filter(({ tool }) => tool === searchTool)
  const asked = millisecondsOf(turn.question.at ?? turn.trace?.started_at)
  const seen = new Set<string>()
  const recorded = searches.flatMap((call) => queriesOf(call, turn, asked, seen))
  const others = [...new Set(turn.cited)].filter((id) => {
    const evidence = evidenceOf(turn.evidences, id)
    return evidence !== undefined && foundTypes.has(evidence.type) && !seen.has(id)
  })
  if (others.length > 0) {
    const results = others.flatMap((id, at) => resultOf(turn, id, at + 1, asked) ?? [])
    recorded.push({
      query: turn.question.content,
      results,
      search_timestamp: asked,
      total_results_count: results.length,
      execution_time_ms: 0,
      search_engine: '',
      metadata: { recorded_search: false },
    })
  }
  if (recorded.length === 0) return null
  return {
    session_id: searches[0]?.tool_call_id ?? `${turn.id}-search`,
    query_results: recorded,
    session_timestamp: recorded[0]?.search_timestamp ?? asked,
    original_question: turn.question.content,
    session_metadata: {},
  }
}

function queriesOf(call: ToolCall, turn: TurnSearch, asked: number, seen: Set<string>): SearchQueryResults[] {
  const at = Number.isNaN(Date.parse(call.called_at)) ? asked : millisecondsOf(call.called_at)
  const queries = queriesIn(call, turn)
  const found = new Map<number, SearchResult[]>()
  for (const [place, id] of call.result_evidence_ids.entries()) {
    if (seen.has(id)) continue
    const { query, rank } = bestPlace(turn, id, queries) ?? { query: 0, rank: place + 1 }
    const result = resultOf(turn, id, rank, at)
    if (!result) continue
    seen.add(id)
    found.set(query, [...(found.get(query) ?? []), result])
  }
  return queries.map((query, number) => {
    const results = found.get(number) ?? []
    return {
      query,
      results,
      search_timestamp: at,
      total_results_count: results.length,
      // The queries of one call run side by side: each took the call's time.
      execution_time_ms: Math.min(Number.MAX_SAFE_INTEGER, Math.round(call.duration_ms)) + 0,
      search_engine: call.provider?.name ?? '',
      metadata: { tool_call_id: call.tool_call_id, status: call.status },
    }
  })
}

function queriesIn(call: ToolCall, { trace, question }: TurnSearch): readonly string[] {
  const { queries: listed, query: single } = call.args_digest
  const named = Array.isArray(listed) ? listed.filter((query) => typeof query === 'string') : []
  if (named.length > 0) return named
  if (typeof single === 'string') return [single]
  return trace && trace.queries.length > 0 ? trace.queries : [question.content]
}

/** The query that placed a piece of evidence highest, and where; null where that is not recorded. */
function bestPlace(turn: TurnSearch, id: string, queries: readonly string[]): { query: number; rank: number } | null {
  const places = placesOf(turn, id).flatMap((place) => {
    if (!isRecord(place) || typeof place['query'] !== 'string') return []
    const query = queries.indexOf(place['query'])
    const { rank } = place
    return query >= 0 && Number.isSafeInteger(rank) && typeof rank === 'number' ? [{ query, rank }] : []
  })
  return places.toSorted((one, other) => one.rank - other.rank || one.query - other.query)[0] ?? null
}

function placesOf({ trace, evidences }: TurnSearch, id: string): readonly unknown[] {
  const found = trace?.found?.find(({ evidence_id }) => evidence_id === id)
  if (found) return found.found_by
  const places = evidenceOf(evidences, id)?.metadata?.['found_by']
  return Array.isArray(places) ? places : []
}

function resultOf(turn: TurnSearch, id: string, rank: number, timestamp: number): SearchResult | null {
  const evidence = evidenceOf(turn.evidences, id)
  if (!evidence) return null
  const title = evidence.metadata?.['document_title']
  const score = turn.trace?.found?.find(({ evidence_id }) => evidence_id === id)?.score ?? evidence.metadata?.['score']
  return {
    title: typeof title === 'string' && title !== '' ? title : (evidence.source.name ?? ''),
    content: evidence.content ?? '',
    source: evidence.source.uri ?? '',
    rank: rank + 0,
    relevance_score: (typeof score === 'number' && Number.isFinite(score) ? score : (evidence.confidence ?? 0)) + 0,
    timestamp,
    evidence_id: id,
  }
}

function evidenceOf(evidences: TurnSearch['evidences'], id: string): Evidence | undefined {
  return Object.hasOwn(evidences, id) ? evidences[id] : undefined
}

/** An ISO time as milliseconds since the epoch; 0 where there is none that can be read. */
export function millisecondsOf(time: string | undefined): number {
  const ms = time === undefined ? Number.NaN : Date.parse(time)
  return Number.isNaN(ms) ? 0 : ms + 0
}
