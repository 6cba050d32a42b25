import type { EntityGraph } from '../entities/entity-graph'
import { listAt } from '../entities/lists'
import type { QuestionTopic } from './question-topic'

/**
 * What each entity adds to the themes it is in: its rank, and where something is asked about, as much of it as its names
 * have of the words or the passages that name it were found for them. Nothing where no passage of the graph names it.
 */
export function worthOfEntities({ entities, places }: EntityGraph, topic: QuestionTopic | null): Float64Array {
  return Float64Array.from(entities, ({ rank }, entity) => {
    const own = listAt(places.ofEntity, entity)
    if (own.length === 0) return 0
    return topic ? rank * Math.max(topic.named[entity] ?? 0, shareOfHits(own, places.passage, topic)) : rank
  })
}

/** How much of where an entity is named was found: little of one that is named everywhere. */
function shareOfHits(places: Int32Array, passageOf: Int32Array, { hits }: QuestionTopic): number {
  if (hits.size === 0) return 0
  const passages = new Set(Array.from(places, (place) => passageOf[place] ?? -1))
  return [...passages].reduce((sum, passage) => sum + (hits.get(passage) ?? 0), 0) / passages.size
}
