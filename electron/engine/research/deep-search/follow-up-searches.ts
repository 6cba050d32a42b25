import { normaliseForNames } from '@engine/graph/names/name-key'
import { coverage, inverseFrequency } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import type {
  AskedTerm,
  Candidate,
  DeepSearchRooms,
  DeepSearchState,
  PlannedSearch,
  SubQuestion,
} from './deep-search-types'
import { openTerms, wordsOf } from './open-terms'
import { holdsName, type PassageWords, spaced } from './read-passage-words'
import { worthFor } from './weigh-candidates'

/** Passages of a sub-question whose names are followed. */
const startsPerQuestion = 6
/** Names followed of one passage in a round: a list of countries must not take all searches. */
const perPassage = 4
/** A name in no more passages than this is asked alone: all of them are found, whatever else they say. */
const rareName = 12
/** Characters on either side of a name that say what it has to do with the question. */
const nearby = 120
/** What a name counts that stands far from every word of the question. */
const farAway = 0.3
/** What a part of a longer name counts beside a name. */
const partOfName = 0.6

interface NameFound {
  readonly name: string
  readonly key: string
  readonly candidate: Candidate
  readonly worth: number
}

/**
 * What a sub-question's best passages lead to, the most promising first: names in them that the question does not say, each asked
 * together with those words of the question that its passage does not speak of.
 */
export function nameSearches(
  { id, text }: SubQuestion,
  state: DeepSearchState,
  rooms: DeepSearchRooms,
  read: (passage: Candidate['passage']) => PassageWords,
): PlannedSearch[] {
  const asked = rooms.termsOf(text)
  const starts = state.candidates
    .filter((candidate) => worthFor(candidate, id) > 0)
    .toSorted((a, b) => worthFor(b, id) - worthFor(a, id))
    .slice(0, startsPerQuestion)
  const best = Math.max(Number.MIN_VALUE, ...starts.map((candidate) => worthFor(candidate, id)))
  const found = starts.flatMap((candidate) =>
    namesIn(candidate, { text, asked }, rooms, read)
      .map((one) => ({ ...one, worth: (one.worth * worthFor(candidate, id)) / best }))
      .toSorted((a, b) => b.worth - a.worth)
      .slice(0, perPassage),
  )
  const chosen: NameFound[] = []
  for (const one of found.toSorted((a, b) => b.worth - a.worth)) {
    if (!chosen.some(({ key }) => holdsName(` ${key} `, one.key) || holdsName(` ${one.key} `, key))) chosen.push(one)
  }
  return chosen.map(({ name, key, candidate }) => {
    const isRare = frequencyOf(key, rooms) <= rareName
    const open = openTerms(asked, read(candidate.passage).terms)
    const query = isRare ? name : `${name} ${wordsOf(text, open)}`.trim()
    return { query, reason: 'name', for: id, via: { name, from: candidate.passage.chunk.id } }
  })
}

function namesIn(
  candidate: Candidate,
  question: { readonly text: string; readonly asked: readonly AskedTerm[] },
  rooms: DeepSearchRooms,
  read: (passage: Candidate['passage']) => PassageWords,
): NameFound[] {
  const normal = spaced(question.text)
  const { text } = candidate.passage
  return read(candidate.passage).names.flatMap(({ key, surface, place }) => {
    if (holdsName(normal, key)) return []
    const rare = rarityOf(key, rooms)
    const near = farAway + (1 - farAway) * nearness(surface, text, question.asked)
    const worth = rare * near * (place === 'part' ? partOfName : 1)
    return worth > 0 ? { name: surface, key, candidate, worth } : []
  })
}

/** In how many passages the rarest word of a name stands, about. */
function frequencyOf(key: string, rooms: DeepSearchRooms): number {
  return Math.min(Infinity, ...analyse(key).map((term) => rooms.frequencyOf(term)))
}

/** How rare the rarest word of a name is, 0 to 1; 0 where nothing else in the library has it. */
function rarityOf(key: string, rooms: DeepSearchRooms): number {
  const terms = analyse(key)
  const statistics = { chunkCount: rooms.passageCount(), documentFrequency: (term: string) => rooms.frequencyOf(term) }
  const counts = terms.map((term) => rooms.frequencyOf(term))
  if (terms.length === 0 || Math.min(...counts) < 2) return 0
  const rarest = Math.max(...terms.map((term) => inverseFrequency(term, statistics)))
  return rarest / Math.log(2 + Math.max(50, statistics.chunkCount))
}

/** Share of what is asked that stands near a name, at its best place. */
function nearness(surface: string, text: string, asked: readonly AskedTerm[]): number {
  let best = 0
  for (let at = text.indexOf(surface); at >= 0; at = text.indexOf(surface, at + surface.length)) {
    const around = text.slice(Math.max(0, at - nearby), at + surface.length + nearby)
    best = Math.max(best, coverage(asked, new Set(analyse(around))))
    if (surface === '') break
  }
  return best
}

/** One search for what no passage found so far speaks of; none where everything is spoken of, or nothing is. */
export function gapSearch(
  { id, text }: SubQuestion,
  asked: readonly AskedTerm[],
  open: readonly AskedTerm[],
): PlannedSearch[] {
  const query = wordsOf(text, open)
  const isWhole = open.length === asked.length || normaliseForNames(query) === normaliseForNames(text)
  return query === '' || isWhole ? [] : [{ query, reason: 'gap', for: id }]
}
