import { extractNames } from '@engine/graph/names/extract-names'
import { normaliseForNames } from '@engine/graph/names/name-key'
import { coverage } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import type { AskedTerm, Candidate, FoundPassage, PlannedSearch, SubQuestion } from './deep-search-types'
import { openTerms, wordsOf } from './open-terms'
import { holdsName, type Reading, spaced } from './reading'
import { ranked, strengthAt } from './weigh-candidates'

/** Passages of a sub-question whose names are followed. */
const starts = 6
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

interface FollowedName {
  readonly name: string
  readonly key: string
  readonly from: Candidate['passage']
  readonly worth: number
}

/**
 * What a sub-question's best passages lead to, the most promising first: names in them that the question does not say, each asked
 * together with those words of the question that its passage does not speak of.
 */
export function nameSearches(
  { id, text }: SubQuestion,
  candidates: readonly Candidate[],
  reading: Reading,
): PlannedSearch[] {
  const chosen: FollowedName[] = []
  const found = ranked(candidates, id)
    .slice(0, starts)
    .flatMap(({ passage }, at) =>
      withoutParts(namesOf(passage, text, reading))
        .slice(0, perPassage)
        .map((one) => ({ ...one, worth: one.worth * strengthAt(at) })),
    )
  for (const one of found.toSorted((a, b) => b.worth - a.worth)) {
    if (!chosen.some(({ key }) => key === one.key)) chosen.push(one)
  }
  return chosen.map(({ name, key, from }) => {
    const open = openTerms(reading.askedIn(text), reading.wordsOf(from).terms)
    const isAlone = reading.frequencyOf(key) <= rareName
    const query = isAlone ? name : `${name} ${wordsOf(text, open)}`.trim()
    return { query, reason: 'name', for: id, via: { name, from: from.chunk.id } }
  })
}

const joined = /\s\p{Ll}/u

/** Names, best first, without those that a better one is a part of, or has as a part; what joins two names leads where each of them does. */
function withoutParts(names: readonly FollowedName[]): FollowedName[] {
  const kept: FollowedName[] = []
  for (const one of names.toSorted((a, b) => b.worth - a.worth)) {
    const isSame = ({ key, name }: FollowedName) =>
      key === one.key ||
      (holdsName(` ${key} `, one.key) && !joined.test(name)) ||
      (holdsName(` ${one.key} `, key) && !joined.test(one.name))
    if (!kept.some(isSame)) kept.push(one)
  }
  return kept
}

function namesOf(from: Candidate['passage'], question: string, reading: Reading): FollowedName[] {
  const asked = reading.askedIn(question)
  const normal = spaced(question)
  const { names, about } = reading.wordsOf(from)
  const own = new Set(asked.flatMap(({ alternatives }) => alternatives.flat()))
  return names.flatMap(({ key, surface, isPart, isCut }) => {
    if (holdsName(normal, key) || (isCut && analyse(key).some((term) => own.has(term)))) return []
    const near = farAway + (1 - farAway) * nearness(surface, from.text, about, asked)
    const worth = reading.rarityOf(key) * near * (isPart ? partOfName : 1)
    return worth > 0 ? [{ name: surface, key, from, worth }] : []
  })
}

/** Share of what is asked that stands near a name at its best place, or is what all the passage is about. */
function nearness(surface: string, text: string, about: ReadonlySet<string>, asked: readonly AskedTerm[]): number {
  let best = 0
  for (let at = text.indexOf(surface); at >= 0; at = text.indexOf(surface, at + surface.length)) {
    const around = text.slice(Math.max(0, at - nearby), at + surface.length + nearby)
    best = Math.max(best, coverage(asked, new Set([...about, ...analyse(around)])))
    if (surface === '') break
  }
  return best
}

/** Searches for what no passage found so far speaks of: each name alone, and the words together; none for words where nothing is spoken of. */
export function gapSearches(
  { id, text }: SubQuestion,
  passages: readonly FoundPassage[],
  reading: Reading,
): PlannedSearch[] {
  const asked = reading.askedIn(text)
  const read = passages.map((one) => reading.wordsOf(one))
  const open = openTerms(asked, new Set(read.flatMap(({ terms }) => [...terms])))
  const query = wordsOf(text, open)
  const isWhole = open.length === asked.length || normaliseForNames(query) === normaliseForNames(text)
  const words: PlannedSearch[] = query === '' || isWhole ? [] : [{ query, reason: 'gap', for: id }]
  const names = extractNames({ title: '', headingPath: [], text }).names.filter(({ place }) => place === 'text')
  const absent = names.filter(({ key }) => !read.some((one) => one.has(key)))
  return [...absent.map(({ surface }): PlannedSearch => ({ query: surface, reason: 'asked_name', for: id })), ...words]
}
