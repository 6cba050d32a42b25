import type { GraphPicture } from '@shared/graph'
import { isTogether, nodeSizes } from '../drawing/node-style'
import type { ArrangeInput } from './arrange'
import type { Seeds } from './seed-layout'

/** How strongly edges between communities pull: weakly, so that they stay apart. */
const acrossShare = 0.12

/** How strongly each community's middle pulls its members: enough to keep it round. */
const anchorPull = 0.14
const smallestAnchored = 4

/**
 * The worker's input for a picture, in memory of its own. Behind the nodes come invisible ones: one in the middle of each
 * community, joined to all of its members.
 */
export function layoutRequest({ nodes, edges }: GraphPicture, seeds: Seeds): ArrangeInput {
  const anchors = anchorsOf(nodes.communities, seeds)
  const pulls = edges.kinds.map((kind, edge) => {
    const weight = edges.weights[edge] ?? 0
    const pull = isTogether(kind) ? 0.3 + 0.7 * Math.min(1, weight) : 1 + Math.log2(1 + weight) / 2
    const [source, target] = [edges.sources[edge] ?? 0, edges.targets[edge] ?? 0]
    const inside = nodes.communities[source] === nodes.communities[target]
    return inside ? pull : pull * acrossShare
  })
  const hung = anchors.flatMap(({ members }, at) => members.map((member) => [nodes.ids.length + at, member] as const))
  return {
    x: Float32Array.from([...seeds.x, ...anchors.map(({ x }) => x)]),
    y: Float32Array.from([...seeds.y, ...anchors.map(({ y }) => y)]),
    fixed: Uint8Array.from([...seeds.kept, ...anchors.map(({ fixed }) => fixed)]),
    sizes: Float32Array.from([...nodeSizes(nodes), ...anchors.map(() => 0)]),
    sources: Uint32Array.from([...edges.sources, ...hung.map(([anchor]) => anchor)]),
    targets: Uint32Array.from([...edges.targets, ...hung.map(([, member]) => member)]),
    pulls: Float32Array.from([...pulls, ...hung.map(() => anchorPull)]),
  }
}

function anchorsOf(communities: readonly number[], seeds: Seeds) {
  const members = new Map<number, number[]>()
  for (const [node, community] of communities.entries()) {
    const list = members.get(community)
    if (list) list.push(node)
    else if (community >= 0) members.set(community, [node])
  }
  const mean = (list: readonly number[], values: Float32Array) =>
    list.reduce((sum, node) => sum + (values[node] ?? 0), 0) / list.length
  return [...members.values()]
    .filter((list) => list.length >= smallestAnchored)
    .map((list) => ({
      members: list,
      x: mean(list, seeds.x),
      y: mean(list, seeds.y),
      // An anchor stays among members that have kept their places.
      fixed: list.some((node) => seeds.kept[node] === 1) ? 1 : 0,
    }))
}
