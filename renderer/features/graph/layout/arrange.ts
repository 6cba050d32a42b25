import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2'
import iterate from 'graphology-layout-forceatlas2/iterate.js'
import { spreadNodes } from './spread-nodes'

/** A graph to be arranged, as columns; nodes and edges by their places. The worker receives it unchanged. */
export interface ArrangeInput {
  readonly x: Float32Array<ArrayBuffer>
  readonly y: Float32Array<ArrayBuffer>
  /** Radii as drawn, in pixels of a drawing about 900 pixels wide. */
  readonly sizes: Float32Array<ArrayBuffer>
  /** 1 for nodes that stay where they are. */
  readonly fixed: Uint8Array<ArrayBuffer>
  readonly sources: Uint32Array<ArrayBuffer>
  readonly targets: Uint32Array<ArrayBuffer>
  /** How strongly each edge pulls; above 0. */
  readonly pulls: Float32Array<ArrayBuffer>
}

export interface Arrangement {
  /** Moves everything a little. Returns the mean way a free node went, as a share of the whole drawing's width. */
  step(): number
  /** Moves nodes that lie on each other apart. */
  spread(): void
  /** x and y of each node in turn, in memory of its own. */
  positions(): Float32Array<ArrayBuffer>
}

// The matrix of graphology-layout-forceatlas2: ten numbers a node, three an edge.
const perNode = 10
const [atX, atY, atMass, atConvergence, atSize, atFixed] = [0, 1, 6, 7, 8, 9]
const perEdge = 3
const drawnWidth = 900

/**
 * ForceAtlas2 (Jacomy, Venturini, Heymann, Bastian, PLoS ONE 2014) with logarithmic attraction, which keeps communities
 * apart, and Barnes–Hut repulsion where there are many nodes.
 */
export function createArrangement(input: ArrangeInput): Arrangement {
  const nodes = nodeMatrix(input)
  const edges = edgeMatrix(input)
  const count = input.x.length
  const settings: Required<ForceAtlas2Settings> = {
    linLogMode: true,
    outboundAttractionDistribution: false,
    adjustSizes: false,
    edgeWeightInfluence: 1,
    scalingRatio: 18,
    strongGravityMode: false,
    gravity: 0.6,
    slowDown: 1 + Math.log10(1 + count) / 2,
    barnesHutOptimize: count > 400,
    barnesHutTheta: 0.9,
  }
  const before = new Float32Array(2 * count)
  const copy = (to: Float32Array<ArrayBuffer>) => {
    for (let node = 0; node < count; node += 1) {
      to[2 * node] = nodes[node * perNode + atX] ?? 0
      to[2 * node + 1] = nodes[node * perNode + atY] ?? 0
    }
    return to
  }
  return {
    step() {
      if (count === 0) return 0
      copy(before)
      iterate(settings, nodes, edges)
      return meanWay(before, nodes)
    },
    spread() {
      const positions = copy(new Float32Array(2 * count))
      const unit = (widthOf(positions) / drawnWidth) * roomAround(count)
      spreadNodes(
        positions,
        input.sizes.map((size) => size * unit),
        input.fixed,
      )
      for (let node = 0; node < count; node += 1) {
        nodes[node * perNode + atX] = positions[2 * node] ?? 0
        nodes[node * perNode + atY] = positions[2 * node + 1] ?? 0
      }
    },
    positions: () => copy(new Float32Array(2 * count)),
  }
}

/** How much room nodes want, as a share of their radii: more where there are few. */
function roomAround(count: number): number {
  return Math.min(2.4, Math.max(1.35, 4.4 - Math.log10(1 + count)))
}

function nodeMatrix({ x, y, fixed, sources, targets, pulls }: ArrangeInput): Float32Array<ArrayBuffer> {
  const nodes = new Float32Array(x.length * perNode)
  for (let node = 0; node < x.length; node += 1) {
    const row = node * perNode
    nodes[row + atX] = x[node] ?? 0
    nodes[row + atY] = y[node] ?? 0
    nodes[row + atMass] = 1
    nodes[row + atConvergence] = 1
    nodes[row + atSize] = 1
    nodes[row + atFixed] = fixed[node] ?? 0
  }
  for (let edge = 0; edge < sources.length; edge += 1) {
    for (const node of [sources[edge] ?? 0, targets[edge] ?? 0]) {
      const mass = node * perNode + atMass
      nodes[mass] = (nodes[mass] ?? 0) + (pulls[edge] ?? 0)
    }
  }
  // With all of their mass, hubs would push each other out of their communities.
  for (let row = 0; row < nodes.length; row += perNode)
    nodes[row + atMass] = 1 + Math.log2(nodes[row + atMass] ?? 1) / 2
  return nodes
}

function edgeMatrix({ sources, targets, pulls }: ArrangeInput): Float32Array<ArrayBuffer> {
  const edges = new Float32Array(sources.length * perEdge)
  for (let edge = 0; edge < sources.length; edge += 1) {
    edges[edge * perEdge] = (sources[edge] ?? 0) * perNode
    edges[edge * perEdge + 1] = (targets[edge] ?? 0) * perNode
    edges[edge * perEdge + 2] = pulls[edge] ?? 0
  }
  return edges
}

function meanWay(before: Float32Array, nodes: Float32Array): number {
  let way = 0
  let free = 0
  for (let node = 0; 2 * node < before.length; node += 1) {
    const row = node * perNode
    if (nodes[row + atFixed] === 1) continue
    free += 1
    way += Math.hypot(
      (nodes[row + atX] ?? 0) - (before[2 * node] ?? 0),
      (nodes[row + atY] ?? 0) - (before[2 * node + 1] ?? 0),
    )
  }
  return free === 0 ? 0 : way / free / widthOf(before)
}

function widthOf(positions: Float32Array): number {
  const least = [Infinity, Infinity]
  const most = [-Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 1) {
    const value = positions[at] ?? 0
    least[at % 2] = Math.min(least[at % 2] ?? 0, value)
    most[at % 2] = Math.max(most[at % 2] ?? 0, value)
  }
  return Math.max(1, (most[0] ?? 0) - (least[0] ?? 0), (most[1] ?? 0) - (least[1] ?? 0))
}
