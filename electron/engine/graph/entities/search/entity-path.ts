import { type GraphEdges, isStated, otherEnd, strengthOf } from '../edges'
import type { EntityGraph } from '../entity-graph'
import { listAt } from '../lists'
import { MinHeap } from './min-heap'

export interface EntityPath {
  /** Entities from the first to the last; none where no way leads there. */
  readonly entities: readonly number[]
  /** `edges[i]` joins `entities[i]` and `entities[i + 1]`. */
  readonly edges: readonly number[]
}

/** What a step costs by itself, so that few steps are better than many; two that are stated are as near as one that is not. */
const stated = 1
const associated = 2

/** The cheapest way between two entities (Dijkstra, 1959): few steps, stated rather than associated, firmly rather than loosely. */
export function shortestPath(graph: EntityGraph, from: number, to: number): EntityPath {
  const { edges, edgesOf, entities } = graph
  const costs = new Float64Array(entities.length).fill(Infinity)
  const reachedBy = new Int32Array(entities.length).fill(-1)
  const isSettled = new Uint8Array(entities.length)
  const waiting = new MinHeap()
  costs[from] = 0
  waiting.push(from, 0)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: entity, cost } = next
    if (entity === to) break
    if (isSettled[entity] === 1) continue
    isSettled[entity] = 1
    for (const edge of listAt(edgesOf, entity)) {
      const other = otherEnd(edges, edge, entity)
      const total = cost + costOf(edges, edge)
      if (total >= (costs[other] ?? 0)) continue
      costs[other] = total
      reachedBy[other] = edge
      waiting.push(other, total)
    }
  }
  return costs[to] === Infinity ? { entities: [], edges: [] } : traced(graph, from, to, reachedBy)
}

/** From 1 up to 1.5 for what is stated, from 2 up to 3 for what is associated; less where it is firmer. */
export function costOf(edges: GraphEdges, edge: number): number {
  const strength = strengthOf(edges, edge)
  return isStated(edges, edge) ? stated + 1 / (1 + strength) : associated + Math.max(0, 1 - strength)
}

function traced({ edges }: EntityGraph, from: number, to: number, reachedBy: Int32Array): EntityPath {
  const path = { entities: [to], edges: [] as number[] }
  for (let entity = to; entity !== from;) {
    const edge = reachedBy[entity] ?? -1
    if (edge < 0) break
    entity = otherEnd(edges, edge, entity)
    path.edges.unshift(edge)
    path.entities.unshift(entity)
  }
  return path
}
