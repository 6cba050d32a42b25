import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { CriticEvaluation } from '@shared/events'
import { jsonCopy } from '../export/json-value'
import { isRecord, pathText } from '@shared/session/validate-session'

// The record of the model context, field for field. Fields it does not name are kept. All times are whole milliseconds since
// the epoch.

const milliseconds = z.number().int()
const count = z.number().int().nonnegative()
const dictionary = z.record(z.string(), z.unknown())

/** One entry a search returned. `rank` is its place in the engine's own list, from 1. */
export const SearchResult = z.looseObject({
  title: z.string(),
  content: z.string(),
  /** Where it was read: a URL, or `cairn://document/…`. */
  source: z.string(),
  rank: z.number().int(),
  relevance_score: z.number(),
  timestamp: milliseconds,
})
export type SearchResult = z.infer<typeof SearchResult>

export const SearchQueryResults = z.looseObject({
  query: z.string(),
  results: z.array(SearchResult),
  search_timestamp: milliseconds,
  /** What the engine says it found; may be more than `results` holds. */
  total_results_count: count,
  execution_time_ms: count,
  search_engine: z.string(),
  metadata: dictionary,
})
export type SearchQueryResults = z.infer<typeof SearchQueryResults>

/** Every search for one question. */
export const SearchSession = z.looseObject({
  session_id: z.string(),
  query_results: z.array(SearchQueryResults),
  session_timestamp: milliseconds,
  original_question: z.string(),
  session_metadata: dictionary,
})
export type SearchSession = z.infer<typeof SearchSession>

/** As `CriticEvaluation`, with unknown fields kept. */
export const EvaluationRecord = z
  .looseObject(CriticEvaluation.shape)
  .refine((evaluation) => !(evaluation.should_return_to_chief && evaluation.ready_for_output), {
    message: 'should_return_to_chief and ready_for_output cannot both be true',
  })
export type EvaluationRecord = z.infer<typeof EvaluationRecord>

export const ModelContextRecord = z.looseObject({
  sequence: z.number().int(),
  timestamp: milliseconds,
  raw_question: z.string(),
  /** The source's spelling. The found texts as a flat list, for readers that know no search session. */
  retriver_chunks: z.array(z.string()),
  search_session: SearchSession.nullable(),
  /** The messages sent to the model: `role`, `content` and any other text fields. */
  prompts: z.array(z.record(z.string(), z.string())),
  response: z.string(),
  uuid: z.string(),
  tool_name: z.string(),
  evaluation: EvaluationRecord.nullable(),
  tool_config: dictionary,
})
export type ModelContextRecord = z.infer<typeof ModelContextRecord>

/** The values of fields that a record from before these fields does not have. */
export const emptyFields = {
  retriver_chunks: [],
  search_session: null,
  prompts: [],
  response: '',
  tool_name: '',
  evaluation: null,
  tool_config: {},
}

/**
 * A record read from outside, as a copy. Fields that have a natural empty value may be missing; everything else that
 * does not fit throws `INVALID_INPUT` with the path of each fault. Nothing is dropped.
 */
export function parseModelContext(value: unknown): ModelContextRecord {
  return parsed(ModelContextRecord, isRecord(value) ? { ...emptyFields, ...value } : value, 'model context')
}

/** As `parseModelContext`, for one query. */
export function parseQueryResults(value: unknown): SearchQueryResults {
  return parsed(SearchQueryResults, value, 'query result')
}

/** As `parseModelContext`, for an evaluation. */
export function parseEvaluation(value: unknown): EvaluationRecord {
  return parsed(EvaluationRecord, value, 'evaluation')
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const copy: unknown = jsonCopy(value)
  const faults: string[] = []
  // The copy, not zod's: that one leaves out keys named `__proto__`.
  if (fits(schema, copy, faults)) return copy
  const more = faults.length > 5 ? `; and ${faults.length - 5} more` : ''
  throw new CairnError(
    'INVALID_INPUT',
    `This is no valid ${what}: ${faults.slice(0, 5).join('; ')}${more}.`,
    'Correct the named fields and try again.',
  )
}

/** The schemas here have no defaults and change nothing, so that what they accept is of their type as it stands. */
function fits<T>(schema: z.ZodType<T>, value: unknown, faults: string[]): value is T {
  const { success, error } = schema.safeParse(value)
  for (const { path, message } of error?.issues ?? []) faults.push(`${pathText(path) || 'the whole'}: ${message}`)
  return success
}
