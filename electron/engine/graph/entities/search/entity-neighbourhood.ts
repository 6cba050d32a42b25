import type { GraphPicture } from '@shared/graph'
import { otherEnd } from '../edges'
import { drawPicture, edgesAmong, type PictureSource } from '../export/graph-picture'
import { listAt } from '../lists'

/**
 * An entity with what can be reached from it in `depth` steps, at most `limit` entities: all of a step before any of the next, and
 * within a step the highest ranked. Every one is drawn joined to one that is a step nearer.
 */
export function neighbourhoodPicture(
  source: PictureSource,
  entity: number,
  depth: number,
  limit: number,
): GraphPicture {
  const { graph } = source
  const { edges, edgesOf } = graph
  const joinedBy = new Map<number, number>()
  const order = [entity]
  let step = [entity]
  for (let at = 0; at < depth; at += 1) {
    const next: number[] = []
    for (const from of step) {
      for (const edge of listAt(edgesOf, from)) {
        const other = otherEnd(edges, edge, from)
        if (other === entity || joinedBy.has(other)) continue
        joinedBy.set(other, edge)
        next.push(other)
      }
    }
    step = next.sort(highestFirst)
    for (const one of step) order.push(one)
  }
  const shown = Int32Array.from(order.slice(0, limit))
  const joining = new Set(Array.from(shown, (one) => joinedBy.get(one)).filter((edge) => edge !== undefined))
  const total = { nodes: order.length, edges: edgesAmong(graph, Int32Array.from(order)) }
  return drawPicture(source, shown.sort(highestFirst), total, joining)

  function highestFirst(a: number, b: number): number {
    return (graph.entities[b]?.rank ?? 0) - (graph.entities[a]?.rank ?? 0) || a - b
  }
}
