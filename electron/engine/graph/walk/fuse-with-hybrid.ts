import type { GraphHit, PathStep } from '@engine/ports/graph/graph-search'
import { graphSearchSettings } from '../search/graph-search-settings'

export interface FusedHit {
  readonly id: string
  /** Empty where the hybrid search alone found it. */
  readonly path: readonly PathStep[]
}

/**
 * Chunk ids of both rankings: the first hits of the hybrid ranking stay, since a question of one hop is answered there; the graph
 * orders the rest. Where no name links anything, the hybrid ranking stays as it is.
 */
export function fuseWithHybrid(
  hybrid: readonly string[],
  graph: readonly GraphHit[],
  kept: number = graphSearchSettings.hybridFirst,
): FusedHit[] {
  const paths = new Map(graph.map(({ id, path }) => [id, path]))
  const isLinked = graph.some(({ path }) => path.length > 0)
  const behind = isLinked ? [...graph.map(({ id }) => id), ...hybrid] : hybrid
  const order = new Set([...hybrid.slice(0, kept), ...behind])
  return [...order].map((id) => ({ id, path: (isLinked && paths.get(id)) || [] }))
}
