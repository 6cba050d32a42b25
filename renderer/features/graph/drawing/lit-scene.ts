import type { GraphPath } from '@shared/graph'
import type { DrawnGraph } from './build-graph'
import type { LitEdge, LitNode, LitScene } from './spotlight'

/** A path to be lit; the rest lies under a veil. */
export interface PathSpot {
  readonly path: GraphPath
  /** 0 to 1. */
  readonly veil: number
}

/** A part of the graph to be lit; the rest lies under a veil. */
export interface Spot {
  /** Ids of what it is about: ringed. */
  readonly centres: readonly string[]
  /** Ids of everything lit, the centres included. */
  readonly nodes: ReadonlySet<string>
  /** Which edges between lit nodes are lit: all, or those of the centres. */
  readonly edges: 'all' | 'of centres'
  /** 0 to 1. */
  readonly veil: number
}

/** The lit nodes and edges on the screen; `onScreen` is null for a node that is not drawn. Names follow the order of nodes. */
export function litScene(graph: DrawnGraph, spot: Spot, onScreen: (id: string) => LitNode | null): LitScene {
  const lit = new Map<string, LitNode>()
  const byRank = [...spot.nodes]
    .filter((id) => graph.hasNode(id))
    .toSorted((a, b) => graph.getNodeAttribute(a, 'at') - graph.getNodeAttribute(b, 'at'))
  for (const id of [...spot.centres, ...byRank]) {
    const node = lit.has(id) ? null : onScreen(id)
    if (node) lit.set(id, node)
  }
  const centres = spot.centres.flatMap((id) => lit.get(id) ?? [])
  return { nodes: [...lit.values()], edges: litEdges(graph, spot, lit), centres }
}

function litEdges(graph: DrawnGraph, { centres, edges, nodes }: Spot, lit: ReadonlyMap<string, LitNode>): LitEdge[] {
  const found = new Map<string, LitEdge>()
  for (const id of edges === 'of centres' ? centres : nodes) {
    if (!lit.has(id)) continue
    graph.forEachEdge(id, (edge, { type, hidden }, from, to) => {
      const [source, target] = [lit.get(from), lit.get(to)]
      if (hidden || !source || !target) return
      found.set(edge, { source, target, stated: type === 'arrow' })
    })
  }
  // What is stated lies above the rest.
  return [...found.values()].toSorted((a, b) => Number(a.stated) - Number(b.stated))
}
