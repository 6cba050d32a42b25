import type { Lists } from '../entities/lists'

/** The weighted edges of one side: list `n` holds the nodes at the other end of node `n`'s edges. */
export interface Rows extends Lists {
  readonly weight: Float32Array
}

export interface PageRankInput {
  /** Passage → names, with the weights to walk by; a weight of 0 is no edge. */
  readonly namesIn: Rows
  /** Name → passages, likewise. */
  readonly passagesOf: Rows
  /** Where the walk starts anew; any non-negative numbers, taken relative to their sum. */
  readonly passageSeeds: ReadonlyMap<number, number>
  readonly nameSeeds: ReadonlyMap<number, number>
  /** Chance at each step of starting anew, 0 to 1. */
  readonly restart: number
  /** Ends when a step moves less probability than this. */
  readonly tolerance: number
  readonly maxSteps: number
}

export interface PageRank {
  /** Probability of being at each passage, and at each name; together they sum to 1, or to 0 without seeds. */
  readonly passages: Float64Array
  readonly names: Float64Array
}

interface SummedRows extends Rows {
  /** Row → sum of its weights. */
  readonly sums: Float64Array
}

/**
 * Personalised PageRank by power iteration (Page, Brin, Motwani, Winograd, 1999, "The PageRank citation ranking"), on a graph of
 * passages and names as HippoRAG uses it to gather evidence (Gutiérrez et al., 2024). A walker follows an edge with a chance
 * in proportion to its weight, and starts anew where it finds none.
 */
export function personalisedPageRank(input: PageRankInput): PageRank {
  const { namesIn, passagesOf, restart, tolerance, maxSteps } = input
  const seeds = normalised(input, namesIn.start.length - 1, passagesOf.start.length - 1)
  let current = { passages: seeds.passages.slice(), names: seeds.names.slice() }
  if (seeds.total === 0) return current
  const passageRows = { ...namesIn, sums: rowSums(namesIn) }
  const nameRows = { ...passagesOf, sums: rowSums(passagesOf) }
  for (let step = 0; step < maxSteps; step += 1) {
    const next = { passages: new Float64Array(current.passages.length), names: new Float64Array(current.names.length) }
    const lost =
      spread(current.passages, passageRows, next.names, 1 - restart) +
      spread(current.names, nameRows, next.passages, 1 - restart)
    const again = restart + lost
    let moved = 0
    for (const side of ['passages', 'names'] as const) {
      const [values, before, seeded] = [next[side], current[side], seeds[side]]
      for (let at = 0; at < values.length; at += 1) {
        const value = (values[at] ?? 0) + again * (seeded[at] ?? 0)
        values[at] = value
        moved += Math.abs(value - (before[at] ?? 0))
      }
    }
    current = next
    if (moved < tolerance) break
  }
  return current
}

function normalised({ passageSeeds, nameSeeds }: PageRankInput, passageCount: number, nameCount: number) {
  const total = [...passageSeeds.values(), ...nameSeeds.values()].reduce((sum, seed) => sum + seed, 0)
  const passages = new Float64Array(passageCount)
  const names = new Float64Array(nameCount)
  if (total > 0) {
    for (const [at, seed] of passageSeeds) passages[at] = seed / total
    for (const [at, seed] of nameSeeds) names[at] = seed / total
  }
  return { passages, names, total }
}

function rowSums({ start, weight }: Rows): Float64Array {
  const sums = new Float64Array(start.length - 1)
  for (let row = 0; row < sums.length; row += 1) {
    let sum = 0
    for (let at = start[row] ?? 0; at < (start[row + 1] ?? 0); at += 1) sum += weight[at] ?? 0
    sums[row] = sum
  }
  return sums
}

/** Hands on a share of the probability along the edges; returns how much had no edge to go by. */
function spread(from: Float64Array, { start, to, weight, sums }: SummedRows, into: Float64Array, share: number) {
  let lost = 0
  for (let row = 0; row < from.length; row += 1) {
    const mass = (from[row] ?? 0) * share
    if (mass === 0) continue
    const sum = sums[row] ?? 0
    if (sum === 0) {
      lost += mass
      continue
    }
    const factor = mass / sum
    for (let at = start[row] ?? 0; at < (start[row + 1] ?? 0); at += 1) {
      const other = to[at] ?? 0
      into[other] = (into[other] ?? 0) + factor * (weight[at] ?? 0)
    }
  }
  return lost
}
