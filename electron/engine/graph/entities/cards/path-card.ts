import { type GraphPath, RelationKind } from '@shared/graph'
import { isStated } from '../edges'
import { type EntityGraph, entityHeads } from '../entity-graph'
import { shortestPath } from '../search/entity-path'
import { listAt } from '../lists'
import { type PassagePlace, passagePlace, sentencesOf, type Stretch, stretchAt } from './passage-place'

const maxPassages = 5

/** `GraphPath` with places in passages for their texts. */
export interface GraphPathPlaces extends Omit<GraphPath, 'edges'> {
  readonly edges: readonly (Omit<GraphPath['edges'][number], 'passages'> & {
    readonly passages: readonly PassagePlace[]
  })[]
}

/** The shortest way between two entities by their numbers, each edge with sentences that state it or places that name both ends. */
export function pathCard(graph: EntityGraph, from: number, to: number): GraphPathPlaces {
  const { edges } = graph
  const path = shortestPath(graph, from, to)
  return {
    nodes: entityHeads(graph, path.entities),
    edges: path.edges.map((edge, at) => {
      const stretches = isStated(edges, edge) ? sentencesOf(graph, edge) : placesTogether(graph, edge)
      return {
        relation: RelationKind.options[edges.kind[edge] ?? -1] ?? 'co_occurs',
        forward: edges.source[edge] === path.entities[at],
        passages: stretches.slice(0, maxPassages).map((stretch) => passagePlace(graph, stretch)),
      }
    }),
  }
}

/** Of each passage that names both ends, the two places that are nearest to each other. Nearest first. */
function placesTogether(graph: EntityGraph, edge: number): Stretch[] {
  const { edges, places } = graph
  const others = new Map<number, Stretch[]>()
  for (const place of listAt(places.ofEntity, edges.target[edge] ?? 0)) {
    const stretch = stretchAt(graph, place)
    const known = others.get(stretch.passage)
    if (known) known.push(stretch)
    else others.set(stretch.passage, [stretch])
  }
  const nearest = new Map<number, Stretch>()
  for (const place of listAt(places.ofEntity, edges.source[edge] ?? 0)) {
    const one = stretchAt(graph, place)
    for (const other of others.get(one.passage) ?? []) {
      const both = { ...one, start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) }
      const known = nearest.get(one.passage)
      if (!known || lengthOf(both) < lengthOf(known)) nearest.set(one.passage, both)
    }
  }
  return [...nearest.values()].toSorted((a, b) => lengthOf(a) - lengthOf(b) || a.passage - b.passage)
}

function lengthOf({ start, end }: Stretch): number {
  return end - start
}
