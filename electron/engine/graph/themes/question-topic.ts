import { analyse } from '@engine/text/analyse'
import type { EntityGraph } from '../entities/entity-graph'
import { listAt } from '../entities/lists'
import { normaliseForNames } from '../names/name-key'
import { withinPassages } from './within-passages'

/** What a question asks about, as the graph sees it. */
export interface QuestionTopic {
  /** Of each entity, the share of the question's words that one of its names has. */
  readonly named: Float64Array
  /** Passages that a search for the words found, by number: scores relative to the best. */
  readonly hits: ReadonlyMap<number, number>
}

/** Of a term; other forms of a word begin alike, but for a few ("mice"). */
const beginningLength = 3
const ascii = /^\p{ASCII}*$/u

/** `words` as `topicWords` gives them; `found` by chunk id. */
export function questionTopic(
  graph: EntityGraph,
  words: readonly (readonly string[])[],
  found: ReadonlyMap<string, number> | undefined,
): QuestionTopic {
  const beginnings = [...new Set(words.map(([term = '']) => term.slice(0, beginningLength)))]
  const share = (name: string) => (mayShare(name, beginnings) ? sharedWords(name, words) : 0)
  return {
    named: Float64Array.from(graph.entities, ({ name, aliases }) => Math.max(share(name), ...aliases.map(share))),
    hits: relativeHits(graph, found ?? new Map()),
  }
}

/**
 * An entity's rank times how much of it the question asks about, by its names or by the passages that were found; its rank
 * where the question has no topic, 0 where no passage of the graph names it.
 */
export function worthOfEntities({ entities, places }: EntityGraph, topic: QuestionTopic | null): Float64Array {
  return Float64Array.from(entities, ({ rank }, entity) => {
    const own = listAt(places.ofEntity, entity)
    if (own.length === 0) return 0
    return topic ? rank * Math.max(topic.named[entity] ?? 0, shareOfHits(own, places.passage, topic)) : rank
  })
}

/** How much of where an entity is named was found: little of an entity that is named everywhere. */
function shareOfHits(places: Int32Array, passageOf: Int32Array, { hits }: QuestionTopic): number {
  if (hits.size === 0) return 0
  const passages = new Set(Array.from(places, (place) => passageOf[place] ?? -1))
  return [...passages].reduce((sum, passage) => sum + (hits.get(passage) ?? 0), 0) / passages.size
}

/** The graph as those passages show it that were found or name something asked about. */
export function topicalPart(graph: EntityGraph, { named, hits }: QuestionTopic): EntityGraph {
  const { places } = graph
  const naming = new Set(places.passage.filter((_, place) => (named[places.entity[place] ?? -1] ?? 0) > 0))
  return withinPassages(graph, (passage) => naming.has(passage) || hits.has(passage))
}

/** A quick no for most names: analysing all of a large library's would take a second. */
function mayShare(name: string, beginnings: readonly string[]): boolean {
  const normal = ascii.test(name) ? name.toLowerCase() : normaliseForNames(name)
  return beginnings.some((beginning) => normal.includes(beginning))
}

function sharedWords(name: string, words: readonly (readonly string[])[]): number {
  const terms = new Set(analyse(name))
  return words.filter((word) => word.every((term) => terms.has(term))).length / Math.max(1, words.length)
}

function relativeHits({ passageIds }: EntityGraph, found: ReadonlyMap<string, number>): Map<number, number> {
  const highest = Math.max(Number.MIN_VALUE, ...found.values())
  return new Map(
    passageIds.flatMap((id, passage): [number, number][] => {
      const score = found.get(id)
      return score === undefined || score <= 0 ? [] : [[passage, score / highest]]
    }),
  )
}
