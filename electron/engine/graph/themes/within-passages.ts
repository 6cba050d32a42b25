import type { GraphEdges } from '../entities/edges'
import type { EntityGraph } from '../entities/entity-graph'
import { type Places, withLists } from '../entities/cards/entity-places'

/** The graph with the places and sentences of some passages only; entities, edges and ranks stay those of the whole. */
export function withinPassages(graph: EntityGraph, isIn: (passage: number) => boolean): EntityGraph {
  const passages = Array.from(graph.passageIds, (_, passage) => isIn(passage))
  const { places, edges } = graph
  return {
    ...graph,
    places: placesIn(places, passages, graph.entities.length),
    edges: { ...edges, evidence: evidenceIn(edges, passages) },
  }
}

function placesIn(places: Places, passages: readonly boolean[], entities: number): Places {
  const kept = Int32Array.from(places.passage.keys()).filter((place) => passages[places.passage[place] ?? -1])
  const column = (values: Int32Array) => kept.map((place) => values[place] ?? 0)
  const columns = {
    entity: column(places.entity),
    passage: column(places.passage),
    start: column(places.start),
    end: column(places.end),
  }
  return withLists(columns, passages.length, entities)
}

function evidenceIn({ source, evidence }: GraphEdges, passages: readonly boolean[]): GraphEdges['evidence'] {
  const of = new Int32Array(source.length + 1)
  const kept: number[] = []
  for (let edge = 0; edge < source.length; edge += 1) {
    for (let at = evidence.of[edge] ?? 0; at < (evidence.of[edge + 1] ?? 0); at += 1) {
      if (passages[evidence.passage[at] ?? -1]) kept.push(at)
    }
    of[edge + 1] = kept.length
  }
  const column = (values: Int32Array) => Int32Array.from(kept, (at) => values[at] ?? 0)
  return { of, passage: column(evidence.passage), start: column(evidence.start), end: column(evidence.end) }
}
