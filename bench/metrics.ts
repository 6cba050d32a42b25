/** Retrieval figures over ranked lists, each between 0 and 1. */
export interface RankingFigures {
  readonly 'hit@1': number
  readonly 'recall@5': number
  readonly 'mrr@10': number
  readonly 'ndcg@10': number
}

/** Means over questions. Rankings hold distinct ids, best first; gold ids are equally relevant. */
export function rankingFigures(
  rankings: readonly (readonly string[])[],
  golds: readonly (readonly string[])[],
): RankingFigures {
  const mean = (figure: (ranking: readonly string[], gold: readonly string[]) => number) =>
    round(
      rankings.reduce((sum, ranking, at) => sum + figure(ranking, golds[at] ?? []), 0) / Math.max(1, rankings.length),
    )
  return {
    'hit@1': mean((ranking, gold) => (gold.includes(ranking[0] ?? '') ? 1 : 0)),
    'recall@5': mean((ranking, gold) => gold.filter((id) => ranking.slice(0, 5).includes(id)).length / gold.length),
    'mrr@10': mean((ranking, gold) => {
      const at = ranking.slice(0, 10).findIndex((id) => gold.includes(id))
      return at === -1 ? 0 : 1 / (at + 1)
    }),
    'ndcg@10': mean((ranking, gold) => {
      const gains = ranking
        .slice(0, 10)
        .reduce((sum, id, at) => sum + (gold.includes(id) ? 1 / Math.log2(at + 2) : 0), 0)
      const ideal = gold.slice(0, 10).reduce((sum, _id, at) => sum + 1 / Math.log2(at + 2), 0)
      return ideal > 0 ? gains / ideal : 0
    }),
  }
}

/** The given percentile (0 to 100) by nearest rank; 0 for no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return round(sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0)
}

/** Median and 95th percentile of times in milliseconds. */
export function figures(times: readonly number[]): { p50_ms: number; p95_ms: number } {
  return { p50_ms: percentile(times, 50), p95_ms: percentile(times, 95) }
}

export function round(value: number, digits = 3): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}

/** Milliseconds of processor time of this process with all its threads, since `process.cpuUsage()` gave `before`. */
export function processorMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
