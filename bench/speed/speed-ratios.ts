import { round } from '../metrics'

/** What a run of `bench speed` tells of one size, as far as it is held against earlier figures. */
export interface SpeedResult {
  readonly megabytes: number
  readonly ingest: { readonly processor_seconds: number } | null
  readonly first_turn_processor_ms: number
  readonly turn_processor_ms: number
  readonly bare_processor_ms: number
  readonly retrieval_ratio: number
  readonly retrieval_one_query_ratio: number
  readonly rss_mb: number
}

/** By name; the larger, the slower or the more. */
export type SpeedRatios = Readonly<Record<string, number>>

/** Grown by more than so much is worse: what is measured twice differs by a tenth. */
export const worseFrom = 1.25

/**
 * Figures that a busy or slower machine changes little: processor time in that of two bare queries of the store, which are taken in the
 * same run, and ratios of times that were taken in turns. Memory is told in MB.
 */
export function ratiosOf(result: SpeedResult): SpeedRatios {
  const bare = Math.max(0.001, result.bare_processor_ms)
  const { ingest, megabytes } = result
  return {
    ...(ingest ? { ingest_of_a_megabyte: round((1000 * ingest.processor_seconds) / megabytes / bare, 1) } : {}),
    first_turn: round(result.first_turn_processor_ms / bare, 2),
    turn: round(result.turn_processor_ms / bare, 2),
    retrieval: result.retrieval_ratio,
    retrieval_one_query: result.retrieval_one_query_ratio,
    memory_mb: result.rss_mb,
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
