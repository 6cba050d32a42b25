import { type EntityCard, RelationKind, type Statement } from '@shared/graph'
import { type Communities, communityHead } from '../../communities/communities'
import { isStated, otherEnd } from '../edges'
import { type EntityGraph, entityHead } from '../entity-graph'
import { listAt } from '../lists'
import { type PassagePlace, passagePlace, sentencesOf, type Stretch, stretchAt } from './passage-place'

const maxStatements = 60
const maxPassagesStating = 5
const maxRelated = 20
const maxPassages = 30
/** Passages of one document before those of others have had their turn. */
const maxOfDocument = 3
const maxDocuments = 200

/** `EntityCard` with places in passages for their texts, and without the decisions that made it. */
export interface EntityCardPlaces extends Omit<EntityCard, 'merges' | 'statements' | 'passages'> {
  readonly statements: readonly (Omit<Statement, 'passages'> & { readonly passages: readonly PassagePlace[] })[]
  /** A sentence that states something of the entity, or its first mention in the passage. */
  readonly passages: readonly PassagePlace[]
}

/** Throws where there is no such entity. */
export function entityCard(graph: EntityGraph, communities: Communities, at: number): EntityCardPlaces {
  const entity = graph.entities[at]
  if (!entity) throw new RangeError(`There is no entity ${at}.`)
  const { edges, edgesOf, entities } = graph
  const strongestFirst = listAt(edgesOf, at)
    .slice()
    .sort((a, b) => (edges.weight[b] ?? 0) - (edges.weight[a] ?? 0) || rankAt(b) - rankAt(a) || a - b)
  const stated = strongestFirst.filter((edge) => isStated(edges, edge))
  const associated = strongestFirst.filter((edge) => !isStated(edges, edge))
  return {
    ...entityHead(entity),
    rank: entity.rank,
    aliases: [...entity.aliases],
    statements: Array.from(stated.subarray(0, maxStatements)).flatMap((edge) => statementOf(graph, edge, at)),
    related: Array.from(associated.subarray(0, maxRelated)).flatMap((edge) => {
      const other = entities[otherEnd(edges, edge, at)]
      return other ? [{ ...entityHead(other), weight: edges.weight[edge] ?? 0 }] : []
    }),
    passages: rankedPassages(graph, at, stated).map((stretch) => passagePlace(graph, stretch)),
    found_in: documentsOf(graph, at),
    communities: communities.of(at).map(communityHead),
  }

  function rankAt(edge: number): number {
    return entities[otherEnd(edges, edge, at)]?.rank ?? 0
  }
}

function statementOf(graph: EntityGraph, edge: number, at: number): EntityCardPlaces['statements'][number][] {
  const { edges, entities } = graph
  const other = entities[otherEnd(edges, edge, at)]
  const relation = RelationKind.options[edges.kind[edge] ?? -1]
  if (!other || !relation) return []
  const passages = sentencesOf(graph, edge).slice(0, maxPassagesStating)
  return [
    {
      relation,
      outgoing: edges.source[edge] === at,
      other: entityHead(other),
      weight: edges.weight[edge] ?? 0,
      passages: passages.map((stretch) => passagePlace(graph, stretch)),
    },
  ]
}

/** Passages that state something of it first, most statements first; then those that name it, most often first. */
function rankedPassages(graph: EntityGraph, at: number, stated: Int32Array): Stretch[] {
  const passages = new Map<number, { stretch: Stretch; statements: number; mentions: number }>()
  const count = (stretch: Stretch, what: 'statements' | 'mentions') => {
    const known = passages.get(stretch.passage) ?? { stretch, statements: 0, mentions: 0 }
    passages.set(stretch.passage, known)
    known[what] += 1
  }
  for (const edge of stated) for (const sentence of sentencesOf(graph, edge)) count(sentence, 'statements')
  for (const place of listAt(graph.places.ofEntity, at)) count(stretchAt(graph, place), 'mentions')
  const telling = [...passages.values()]
    .toSorted((a, b) => b.statements - a.statements || b.mentions - a.mentions || a.stretch.passage - b.stretch.passage)
    .map(({ stretch }) => stretch)
  return spreadOverDocuments(graph, telling)
}

/** At most `maxOfDocument` passages of a document before other documents had their turn. */
function spreadOverDocuments({ documentOf }: EntityGraph, stretches: readonly Stretch[]): Stretch[] {
  const counts = new Map<number, number>()
  const first: Stretch[] = []
  const later: Stretch[] = []
  for (const stretch of stretches) {
    const document = documentOf[stretch.passage] ?? 0
    const count = counts.get(document) ?? 0
    counts.set(document, count + 1)
    if (count < maxOfDocument) first.push(stretch)
    else later.push(stretch)
  }
  return [...first, ...later].slice(0, maxPassages)
}

/** Documents that name the entity, most mentions first. */
function documentsOf({ documents, documentOf, places }: EntityGraph, at: number): EntityCard['found_in'] {
  const counts = new Map<number, number>()
  for (const place of listAt(places.ofEntity, at)) {
    const document = documentOf[places.passage[place] ?? 0] ?? 0
    counts.set(document, (counts.get(document) ?? 0) + 1)
  }
  return [...counts]
    .toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, maxDocuments)
    .flatMap(([document, mentions]) => {
      const found = documents[document]
      return found ? [{ document_id: found.id, title: found.title, mentions }] : []
    })
}
