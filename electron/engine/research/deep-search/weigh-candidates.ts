import { nameKey } from '@engine/graph/names/name-key'
import { coverage } from '@engine/retrieval/question/key-terms'
import type { AskedTerm, Candidate, FoundPassage, MadeSearch, SubQuestion } from './deep-search-types'
import { openTerms } from './open-terms'
import type { PassageWords, Reading } from './reading'

/** Rank from 0 at which a hit counts half of the first. */
const halfRank = 3
/** Place from 0 at which a passage is half as good a start as the best. */
const halfStrength = 12
/** What a hit for a part of the question counts, beside one for all of it that covers as much. */
const partWorth = 0.5
/** What a hit for a search that a model proposed counts: it is a guess. */
const proposedWorth = 0.7
/** A hit of a chat is no document. */
const chatWorth = 0.5
/** What a link counts by itself; what the other passage holds of what is open, and of the question, adds at most 1 each. */
const bareLink = 0.3
/** What a passage counts that mentions a name, beside 1 for one that is about it. */
const mentioned = 0.5
/** How steeply a link counts by the rarity of its name. */
const rarityPower = 1.5
/** Candidates kept from one round to the next. */
const mostCandidates = 40

/** What a search found. */
export interface SearchHits {
  readonly search: MadeSearch
  readonly passages: readonly FoundPassage[]
}

/** How much a candidate counts for a sub-question; 0 where it was not found for it. */
export function worthFor({ worth }: Candidate, subQuestion: string): number {
  const own = worth[subQuestion]
  return own ? own.direct + own.linked : 0
}

/** How much a candidate counts for the sub-question it is best for. */
export function bestWorth({ worth }: Pick<Candidate, 'worth'>): number {
  return Math.max(0, ...Object.values(worth).map(({ direct, linked }) => direct + linked))
}

/** The candidates of a sub-question, best first. */
export function ranked(candidates: readonly Candidate[], subQuestion: string): Candidate[] {
  return candidates
    .filter((candidate) => worthFor(candidate, subQuestion) > 0)
    .toSorted((a, b) => worthFor(b, subQuestion) - worthFor(a, subQuestion))
}

/** How good a start a candidate at this place is, 1 for the best. */
export function strengthAt(place: number): number {
  return 1 / (1 + place / halfStrength)
}

/**
 * Candidates with what a round found, the best ones kept. A passage counts by its rank for a question, and by how well it goes on
 * from another passage: how good a start that one is, how rare the name between them is, whether this one is about it, and how
 * much it holds of the question.
 */
export function weighCandidates(
  before: readonly Candidate[],
  hits: readonly SearchHits[],
  subQuestions: readonly SubQuestion[],
  reading: Reading,
): Candidate[] {
  const known = new Map(before.map((candidate) => [candidate.passage.chunk.id, candidate]))
  const put = (
    passage: FoundPassage,
    id: string,
    add: { direct?: number; linked?: number; via?: Candidate['via'] },
  ) => {
    const held = known.get(passage.chunk.id)
    known.set(passage.chunk.id, withWorth(held ?? { passage, worth: {} }, id, add))
  }
  for (const { search, passages } of hits) {
    if (search.reason === 'name') continue
    const asked = reading.askedIn(subQuestions.find(({ id }) => id === search.for)?.text ?? '')
    for (const [rank, passage] of passages.entries()) {
      const direct = directWorth(search, rank, reading.wordsOf(passage), asked)
      if (direct > 0) put(passage, search.for, { direct })
    }
  }
  for (const { id, text } of subQuestions) {
    const places = new Map(
      ranked([...known.values()], id).map(({ passage }, at) => [passage.chunk.id, { passage, at }]),
    )
    for (const { search, passages } of hits) {
      const from = places.get(search.via?.from ?? '')
      if (!search.via || !from || search.for !== id) continue
      for (const passage of passages) {
        if (passage.chunk.id === from.passage.chunk.id) continue
        const link = { name: search.via.name, from: from.passage, to: passage }
        const linked = strengthAt(from.at) * linkWorth(link, reading.askedIn(text), reading)
        if (linked > 0) put(passage, id, { linked, via: search.via })
      }
    }
  }
  const top = (candidate: Candidate) => Math.max(...subQuestions.map(({ id }) => worthFor(candidate, id)))
  return [...known.values()].toSorted((a, b) => top(b) - top(a)).slice(0, mostCandidates)
}

function withWorth(
  { passage, worth, via }: Candidate,
  id: string,
  { direct = 0, linked = 0, via: way }: { direct?: number; linked?: number; via?: Candidate['via'] },
): Candidate {
  const own = worth[id] ?? { direct: 0, linked: 0 }
  const best = { direct: Math.max(own.direct, direct), linked: Math.max(own.linked, linked) }
  const led = linked > own.linked ? way : via
  return { passage, worth: { ...worth, [id]: best }, ...(led ? { via: led } : {}) }
}

/** A hit for words of the question counts by how much of the question it speaks of, one for a name in it only where it has that. */
function directWorth(
  { reason, query }: MadeSearch,
  rank: number,
  words: PassageWords,
  asked: readonly AskedTerm[],
): number {
  const byRank = 1 / (1 + rank / halfRank)
  switch (reason) {
    case 'tool':
      return 1
    case 'asked_name':
      return words.has(nameKey(query)) ? byRank * partWorth : 0
    case 'gap':
      return byRank * partWorth * coverage(asked, words.terms)
    case 'model':
      return byRank * proposedWorth
    case 'earlier':
      return byRank * chatWorth
    default:
      return byRank
  }
}

function linkWorth(
  { name, from, to }: { readonly name: string; readonly from: FoundPassage; readonly to: FoundPassage },
  asked: readonly AskedTerm[],
  reading: Reading,
): number {
  const key = nameKey(name)
  const words = reading.wordsOf(to)
  if (!words.has(key)) return 0
  const open = openTerms(asked, reading.wordsOf(from).terms)
  const held = bareLink + coverage(open, words.terms) + coverage(asked, words.terms)
  return reading.rarityOf(key) ** rarityPower * (words.isAbout(key) ? 1 : mentioned) * held
}
