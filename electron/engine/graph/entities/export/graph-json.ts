import { RelationKind } from '@shared/graph'
import type { Communities } from '../../communities/communities'
import type { EntityGraph } from '../entity-graph'
import { passagePlace, sentencesOf } from '../cards/passage-place'

/** The graph as JSON, an entity, relation and community a line, by ids: `{ format, entities, relations, communities }`. */
export function* graphJsonLines(graph: EntityGraph, communities: Communities): Generator<string> {
  const { entities, edges } = graph
  yield '{"format":"cairn-graph-1",\n"entities":['
  yield* listed(entities, ({ id, name, type, aliases, mentions, documents, rank }) => ({
    id,
    name,
    type: type ?? null,
    aliases,
    mentions,
    documents,
    rank,
  }))
  yield '],\n"relations":['
  yield* listed(edges.source.keys(), (edge) => ({
    source: entities[edges.source[edge] ?? 0]?.id,
    relation: RelationKind.options[edges.kind[edge] ?? -1],
    target: entities[edges.target[edge] ?? 0]?.id,
    weight: edges.weight[edge],
    passages: sentencesOf(graph, edge).map((sentence) => passagePlace(graph, sentence)),
  }))
  yield '],\n"communities":['
  yield* listed(communities.all, ({ id, level, parent, title, members }) => ({
    id,
    level,
    parent: parent?.id ?? null,
    title,
    entities: members.flatMap((member) => entities[member]?.id ?? []),
  }))
  yield ']}\n'
}

function* listed<T>(values: Iterable<T>, toValue: (value: T) => object): Generator<string> {
  let separator = '\n'
  for (const value of values) {
    yield separator + JSON.stringify(toValue(value))
    separator = ',\n'
  }
}
