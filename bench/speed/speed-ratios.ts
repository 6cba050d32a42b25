import { z } from 'zod'
import { round } from '../metrics'

const Times = z.object({ p50_ms: z.number(), p95_ms: z.number() })

/** What a run of `bench speed` tells of one size, as far as it is held against earlier figures. */
export const SpeedResult = z.object({
  megabytes: z.number(),
  ingest: z
    .object({
      processor_seconds: z.number(),
      searchable_processor_seconds: z.number(),
      event_loop_delay: z.object({ searchable: z.object({ p99_ms: z.number() }) }),
      asked_meanwhile: z.object({ whole_turn: Times }),
    })
    .nullable(),
  cold_start_ms: z.number(),
  first_turn_processor_ms: z.number(),
  turn_processor_ms: z.number(),
  whole_turn: Times,
  bare_queries: Times,
  bare_processor_ms: z.number(),
  bare_ingest: z.object({ processor_ratio: z.number().nullable() }),
  retrieval_ratio: z.number(),
  retrieval_one_query_ratio: z.number(),
  rss_mb: z.number(),
  rested: z.object({ rss_mb: z.number() }),
})
export type SpeedResult = z.infer<typeof SpeedResult>

/** By name; the larger, the slower or the more. */
export type SpeedRatios = Readonly<Record<string, number>>

/** Grown by more than so much is worse: what is measured twice differs by a tenth. */
export const worseFrom = 1.25

/**
 * Figures that a busy or slower machine changes little: processor time in that of two bare queries of the store, or of the same rows
 * written to a bare table, times by the clock in that of two bare queries, and ratios of times that were taken in turns. Memory is told in MB.
 */
export function ratiosOf(result: SpeedResult): SpeedRatios {
  const bare = Math.max(0.001, result.bare_processor_ms)
  const bareMs = Math.max(0.001, result.bare_queries.p50_ms)
  const { bare_ingest, cold_start_ms, whole_turn } = result
  return {
    ...ingestRatios(result, bare, bareMs),
    ...(bare_ingest.processor_ratio === null ? {} : { searchable_to_bare: bare_ingest.processor_ratio }),
    cold_start: round(cold_start_ms / bareMs, 2),
    turn_p95: round(whole_turn.p95_ms / bareMs, 2),
    first_turn: round(result.first_turn_processor_ms / bare, 2),
    turn: round(result.turn_processor_ms / bare, 2),
    retrieval: result.retrieval_ratio,
    retrieval_one_query: result.retrieval_one_query_ratio,
    memory_mb: result.rss_mb,
    memory_at_rest_mb: result.rested.rss_mb,
  }
}

function ingestRatios({ ingest, megabytes }: SpeedResult, bare: number, bareMs: number): SpeedRatios {
  if (!ingest) return {}
  const { processor_seconds: all, searchable_processor_seconds: searchable } = ingest
  return {
    searchable_of_a_megabyte: round((1000 * searchable) / megabytes / bare, 1),
    mapping_of_a_megabyte: round((1000 * (all - searchable)) / megabytes / bare, 1),
    event_loop_p99: round(ingest.event_loop_delay.searchable.p99_ms / bareMs, 2),
    turn_meanwhile_p95: round(ingest.asked_meanwhile.whole_turn.p95_ms / bareMs, 2),
  }
}

/** The middle value of each ratio over several runs, those of which the name is missing left out. */
export function medianRatios(runs: readonly SpeedRatios[]): SpeedRatios {
  const names = new Set(runs.flatMap((run) => Object.keys(run)))
  return Object.fromEntries(
    [...names].map((name) => {
      const values = runs.flatMap((run) => run[name] ?? []).toSorted((a, b) => a - b)
      return [name, values[Math.floor((values.length - 1) / 2)] ?? 0]
    }),
  )
}

/** What has grown by more than a quarter, the worst first. What was not measured before cannot be worse. */
export function whatGotWorse(before: SpeedRatios, now: SpeedRatios) {
  return Object.entries(now)
    .map(([name, value]) => ({ name, before: before[name] ?? value, now: value }))
    .map((one) => ({ ...one, times: round(one.now / Math.max(0.001, one.before), 2) }))
    .filter(({ times }) => times > worseFrom)
    .toSorted((a, b) => b.times - a.times)
}
