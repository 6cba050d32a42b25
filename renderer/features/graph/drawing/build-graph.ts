import type { GraphPicture } from '@shared/graph'
import type Graph from 'graphology-types'
import { MultiDirectedGraph } from 'graphology'
import { type Look, mixed } from './look'
import { drawnEdges, isTogether, nodeColours, nodeSizes } from './node-style'

export interface DrawnNode {
  x: number
  y: number
  size: number
  color: string
  hidden: boolean
  /** Place in the picture: the order of importance. */
  readonly at: number
  readonly name: string
}

export interface DrawnEdge {
  size: number
  color: string
  hidden: boolean
  readonly type: 'line' | 'arrow'
  /** Place in the picture. */
  readonly at: number
}

export type DrawnGraph = Graph<DrawnNode, DrawnEdge>

/** The choices of how a picture is drawn. */
export interface DrawingChoices {
  readonly colouring: 'type' | 'community'
  readonly statedShown: boolean
  readonly togetherShown: boolean
  /** 1 for nodes that are not drawn. */
  readonly hidden: Uint8Array
}

/** The picture as the renderer wants it, at these places. */
export function buildGraph(
  { nodes, edges }: GraphPicture,
  positions: { readonly x: ArrayLike<number>; readonly y: ArrayLike<number> },
  look: Look,
  choices: DrawingChoices,
): DrawnGraph {
  const graph: DrawnGraph = new MultiDirectedGraph<DrawnNode, DrawnEdge>()
  const sizes = nodeSizes(nodes)
  for (const [at, id] of nodes.ids.entries()) {
    graph.addNode(id, {
      x: positions.x[at] ?? 0,
      y: positions.y[at] ?? 0,
      size: sizes[at] ?? 1,
      color: look.none,
      hidden: false,
      at,
      name: nodes.names[at] ?? '',
    })
  }
  for (const at of drawnEdges(edges)) {
    const source = nodes.ids[edges.sources[at] ?? -1]
    const target = nodes.ids[edges.targets[at] ?? -1]
    if (source === undefined || target === undefined || source === target) continue
    const type = isTogether(edges.kinds[at] ?? 0) ? 'line' : 'arrow'
    graph.addEdgeWithKey(`e${at}`, source, target, { size: 1, color: look.line, hidden: false, type, at })
  }
  restyle(graph, nodes, look, choices)
  return graph
}

/** Brings colours and what is hidden up to the choices, in place. */
export function restyle(graph: DrawnGraph, nodes: GraphPicture['nodes'], look: Look, choices: DrawingChoices): void {
  const colours = nodeColours(nodes, choices.colouring, look)
  graph.forEachNode((_, node) => {
    node.color = colours[node.at] ?? look.none
    node.hidden = choices.hidden[node.at] === 1
  })
  // The more lines there are, the fainter each.
  const crowd = Math.min(1, Math.sqrt(1500 / Math.max(1, graph.size)))
  const faint = mixed(look.paper, look.line, 0.2 + 0.3 * crowd)
  const firm = mixed(look.paper, look.inkSoft, 0.3 + 0.3 * crowd)
  graph.forEachEdge((_, edge, ...[, , source, target]) => {
    const stated = edge.type === 'arrow'
    edge.color = stated ? firm : faint
    edge.size = stated ? 1 + 1.1 * crowd : 0.6
    edge.hidden = !(stated ? choices.statedShown : choices.togetherShown) || source.hidden || target.hidden
  })
}
