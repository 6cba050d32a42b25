import { isStated, otherEnd } from '../entities/edges'
import type { EntityGraph } from '../entities/entity-graph'
import { listAt } from '../entities/lists'
import { type PassagePlace, passagePlace, sentencesOf, type Stretch } from '../entities/cards/passage-place'
import type { Community } from './communities'

/** Places shown where the caller gives no number. */
const maxPlacesShown = 4
/** Characters; a longer sentence is a list or a table. */
const longest = 500
/** Characters that members stand together within, where nothing is stated of them. */
const stretchLength = 300
/** Members and places of each that are looked at for such stretches. */
const maxMembers = 20
const maxPlaces = 200
/** Weight of a member that an earlier sentence names already, and of a sentence from a document that is quoted already. */
const again = 0.25
const sameDocument = 0.7

interface Candidate extends Stretch {
  readonly members: ReadonlySet<number>
}

/**
 * Up to `most` places of the documents that say most of a community: sentences that state something of two members, and where these
 * are too few, stretches of text in which members stand together (whoever shows them widens them to sentences). Each is
 * chosen for the rank of the members it names that those before have not named (greedily, after Lin and Bilmes, 2011, "A class of
 * submodular functions for document summarization"), at most one of a passage.
 */
export function communitySummary(graph: EntityGraph, community: Community, most = maxPlacesShown): PassagePlace[] {
  const members = new Set(community.members)
  const chosen: Candidate[] = []
  choose(graph, statements(graph, community, members), most, chosen)
  if (chosen.length < most) choose(graph, stretches(graph, community, members), most, chosen)
  return chosen.map((stretch) => passagePlace(graph, stretch))
}

function choose(graph: EntityGraph, candidates: readonly Candidate[], most: number, chosen: Candidate[]): void {
  const { entities, documentOf } = graph
  while (chosen.length < most) {
    const passages = new Set(chosen.map(({ passage }) => passage))
    const documents = new Set(chosen.map(({ passage }) => documentOf[passage]))
    const named = new Set(chosen.flatMap((one) => [...one.members]))
    let best: Candidate | undefined
    let highest = 0
    for (const candidate of candidates) {
      if (passages.has(candidate.passage)) continue
      let worth = 0
      for (const member of candidate.members) worth += (entities[member]?.rank ?? 0) * (named.has(member) ? again : 1)
      if (documents.has(documentOf[candidate.passage])) worth *= sameDocument
      if (worth > highest) [best, highest] = [candidate, worth]
    }
    if (!best) break
    chosen.push(best)
  }
}

/** Sentences that state something of two members, in the order of their edges. */
function statements(graph: EntityGraph, community: Community, members: ReadonlySet<number>): Candidate[] {
  const { edges, edgesOf } = graph
  const found = new Map<string, Stretch & { members: Set<number> }>()
  for (const member of community.members) {
    for (const edge of listAt(edgesOf, member)) {
      if (edges.source[edge] !== member || !isStated(edges, edge)) continue
      const other = otherEnd(edges, edge, member)
      if (!members.has(other)) continue
      for (const sentence of sentencesOf(graph, edge)) {
        if (sentence.end - sentence.start > longest) continue
        const key = `${sentence.passage} ${sentence.start} ${sentence.end}`
        const known = found.get(key) ?? { ...sentence, members: membersIn(graph, sentence, members) }
        found.set(key, known)
        known.members.add(member).add(other)
      }
    }
  }
  return [...found.values()]
}

function stretches(graph: EntityGraph, community: Community, members: ReadonlySet<number>): Candidate[] {
  const { places } = graph
  const found: Candidate[] = []
  for (const member of community.members.slice(0, maxMembers)) {
    for (const place of listAt(places.ofEntity, member).subarray(0, maxPlaces)) {
      const stretch = stretchFrom(graph, place, members)
      if (stretch.members.size > 1) found.push(stretch)
    }
  }
  return found
}

/** From a named place to the last member that stands near enough behind it. */
function stretchFrom({ places }: EntityGraph, from: number, members: ReadonlySet<number>): Candidate {
  const passage = places.passage[from] ?? 0
  const start = places.start[from] ?? 0
  let end = places.end[from] ?? 0
  const named = new Set([places.entity[from] ?? 0])
  for (let place = from + 1; place < (places.ofPassage[passage + 1] ?? 0); place += 1) {
    if ((places.end[place] ?? 0) > start + stretchLength) break
    const entity = places.entity[place] ?? 0
    if (!members.has(entity)) continue
    named.add(entity)
    end = Math.max(end, places.end[place] ?? 0)
  }
  return { passage, start, end, members: named }
}

function membersIn(
  { places }: EntityGraph,
  { passage, start, end }: Stretch,
  members: ReadonlySet<number>,
): Set<number> {
  const named = new Set<number>()
  for (let place = places.ofPassage[passage] ?? 0; place < (places.ofPassage[passage + 1] ?? 0); place += 1) {
    const entity = places.entity[place] ?? 0
    if ((places.start[place] ?? 0) >= start && (places.end[place] ?? 0) <= end && members.has(entity)) named.add(entity)
  }
  return named
}
