import { UndirectedGraph } from 'graphology'
import louvain from 'graphology-communities-louvain'
import { otherEnd, strengthOf } from '../entities/edges'
import type { EntityGraph } from '../entities/entity-graph'
import { listAt } from '../entities/lists'

type WeightedGraph = UndirectedGraph<Record<string, never>, { weight: number }>

/**
 * Members of the graph in groups with more and stronger edges within than chance would give them (Blondel et al., 2008, "Fast
 * unfolding of communities in large networks"). Louvain may leave a group in pieces that a third one held together (Traag,
 * Waltman, van Eck, 2019, "From Louvain to Leiden"): each piece is a group here, so every group is connected. Only edges
 * between members count. Groups and their members are ascending; members without an edge are groups of one.
 */
export function connectedGroups(
  graph: EntityGraph,
  members: readonly number[],
  resolution: number,
  random: () => number,
): number[][] {
  if (members.length < 3) return connectedParts(graph, members, () => 0)
  const among = weightedGraph(graph, members)
  const labels = louvain(among, { getEdgeWeight: 'weight', resolution, rng: random })
  return connectedParts(graph, members, (entity) => labels[String(entity)] ?? 0)
}

function weightedGraph({ edges, edgesOf }: EntityGraph, members: readonly number[]): WeightedGraph {
  const among: WeightedGraph = new UndirectedGraph()
  for (const entity of members) among.addNode(entity)
  for (const entity of members) {
    const strengths = new Map<number, number>()
    for (const edge of listAt(edgesOf, entity)) {
      const other = otherEnd(edges, edge, entity)
      if (other > entity) strengths.set(other, (strengths.get(other) ?? 0) + strengthOf(edges, edge))
    }
    for (const [other, weight] of strengths) if (among.hasNode(other)) among.addEdge(entity, other, { weight })
  }
  return among
}

/** Members that hang together by edges between members with the same label. */
function connectedParts(
  { edges, edgesOf }: EntityGraph,
  members: readonly number[],
  labelOf: (entity: number) => number,
): number[][] {
  const left = new Set(members)
  const parts: number[][] = []
  for (const first of members) {
    if (!left.delete(first)) continue
    const label = labelOf(first)
    const part = [first]
    // Grows while it is walked over.
    for (const entity of part) {
      for (const edge of listAt(edgesOf, entity)) {
        const other = otherEnd(edges, edge, entity)
        if (labelOf(other) === label && left.delete(other)) part.push(other)
      }
    }
    parts.push(part.sort((a, b) => a - b))
  }
  return parts
}
