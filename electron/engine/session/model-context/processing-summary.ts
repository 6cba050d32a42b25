import type { ModelContextRecord, SearchQueryResults } from './schema'

export type ProcessingSummary = ReturnType<typeof processingSummary>

/** The figures of one context, for telemetry; times in milliseconds, lengths in UTF-16 units. */
export function processingSummary(record: ModelContextRecord) {
  const { evaluation, search_session: search } = record
  const queries = search?.query_results ?? []
  const sum = (of: (query: SearchQueryResults) => number) => queries.reduce((total, query) => total + of(query), 0)
  return {
    uuid: record.uuid,
    sequence: record.sequence,
    timestamp: record.timestamp,
    tool_name: record.tool_name,
    has_search_session: search !== null,
    query_count: queries.length,
    result_count: sum(({ results }) => results.length),
    total_results_count: sum((query) => query.total_results_count),
    /** Queries of one tool call ran together and count once. */
    search_time_ms: searchTime(queries),
    search_engines: [...new Set(queries.map((query) => query.search_engine))],
    chunk_count: record.retriver_chunks.length,
    prompt_count: record.prompts.length,
    question_length: record.raw_question.length,
    response_length: record.response.length,
    label: evaluation?.label ?? null,
    confidence: evaluation?.confidence ?? null,
    should_return_to_chief: evaluation?.should_return_to_chief ?? false,
    ready_for_output: evaluation?.ready_for_output ?? false,
  }
}

function searchTime(queries: readonly SearchQueryResults[]): number {
  const calls = new Map<unknown, number>()
  for (const query of queries) {
    const { tool_call_id: call } = query.metadata
    const key = typeof call === 'string' ? call : query
    calls.set(key, Math.max(calls.get(key) ?? 0, query.execution_time_ms))
  }
  return [...calls.values()].reduce((total, ms) => total + ms, 0)
}
