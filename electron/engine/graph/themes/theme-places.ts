import type { Community } from '../communities/communities'
import { communitySummary } from '../communities/community-summary'
import type { EntityGraph } from '../entities/entity-graph'
import { listAt } from '../entities/lists'
import { type PassagePlace, passagePlace, stretchAt } from '../entities/cards/passage-place'
import { type QuestionTopic, topicalPart } from './question-topic'

/** What a community says most is said by its most important members; looking at all of a large one would take long. */
const maxMembers = 60
const maxFound = 4

/**
 * The places of the documents that say most of each community, at most `most` of each and `total` of all: those that were found
 * for the topic first, then what is said where it is named, then what is said anywhere. No place stands for two communities.
 */
export function placesOfThemes(
  communities: readonly Community[],
  graph: EntityGraph,
  topic: QuestionTopic | null,
  { most, total }: { readonly most: number; readonly total: number },
): PassagePlace[][] {
  const topical = topic && topicalPart(graph, topic)
  const taken = new Map<string, PassagePlace[]>()
  const isNew = ({ passageId, start, end }: PassagePlace) =>
    !(taken.get(passageId) ?? []).some((other) => start < other.end && other.start < end)
  const each = Math.min(most, Math.max(1, Math.floor(total / Math.max(1, communities.length))))
  return communities.slice(0, total).map((whole) => {
    const community = { ...whole, members: whole.members.slice(0, maxMembers) }
    const places = [
      ...(topic ? foundPlaces(graph, whole.members, topic) : []),
      ...(topical ? communitySummary(topical, community) : []),
      ...communitySummary(graph, community),
    ]
    const chosen: PassagePlace[] = []
    for (const place of places) {
      if (chosen.length === each || !isNew(place)) continue
      taken.set(place.passageId, [...(taken.get(place.passageId) ?? []), place])
      chosen.push(place)
    }
    return chosen
  })
}

/** Where the passages that were found first name a member, the best passages first. */
function foundPlaces(graph: EntityGraph, members: readonly number[], { hits }: QuestionTopic): PassagePlace[] {
  const { places } = graph
  const first = new Map<number, number>()
  if (hits.size === 0) return []
  for (const member of members) {
    for (const place of listAt(places.ofEntity, member)) {
      const passage = places.passage[place] ?? 0
      if (hits.has(passage)) first.set(passage, Math.min(place, first.get(passage) ?? place))
    }
  }
  return [...first]
    .toSorted(([a], [b]) => (hits.get(b) ?? 0) - (hits.get(a) ?? 0) || a - b)
    .slice(0, maxFound)
    .map(([, place]) => passagePlace(graph, stretchAt(graph, place)))
}
