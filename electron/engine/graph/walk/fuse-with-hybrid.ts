import type { GraphHit, PathStep } from '@engine/ports/graph/graph-search'
import { graphSearchSettings } from '../search/graph-search-settings'

export interface FusedHit {
  readonly id: string
  /** Empty where the hybrid search alone found it. */
  readonly path: readonly PathStep[]
}

/**
 * One ranking from two. The first of the hybrid ranking stay where they are, since a question of one hop is answered there, and
 * the graph orders what comes behind them. Where no name links anything the hybrid ranking stays as it is.
 *
 * @param hybrid chunk ids, best first.
 * @param graph what `searchGraph` made of the same question and hits; hybrid scores have gone into it.
 * @returns every id of either ranking, once.
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
