import { coverage } from '@engine/retrieval/question/key-terms'
import { nameKey } from '@engine/graph/names/name-key'
import type { AskedTerm, Candidate, FoundPassage, MadeSearch } from './deep-search-types'
import { openTerms } from './open-terms'
import type { PassageWords } from './read-passage-words'

/** Rank at which a hit counts half of the first. */
const halfRank = 8
/** What a hit for part of the question counts beside one for all of it. */
const partWorth = 0.5
/** What a link counts by itself, beside 1 for one to a passage with all that is still asked. */
const bareLink = 0.3
/** What a passage counts that mentions a name, beside 1 for one that is about it. */
const mentioned = 0.5
/** A hit of a chat is no document. */
const chatWorth = 0.5
/** Candidates kept from one round to the next. */
const mostCandidates = 40

/** What a search found. */
export interface SearchHits {
  readonly search: MadeSearch
  readonly passages: readonly FoundPassage[]
}

/** How much a candidate counts for a sub-question; 0 where it was not found for it. */
export function worthFor({ worth }: Pick<Candidate, 'worth'>, subQuestion: string): number {
  const own = worth[subQuestion]
  return own ? own.direct + own.linked : 0
}

/** The most it counts for any sub-question. */
export function worthOf({ worth }: Pick<Candidate, 'worth'>): number {
  return Math.max(0, ...Object.values(worth).map(({ direct, linked }) => direct + linked))
}

/**
 * Candidates with what a round found, the best ones kept. A passage counts by its rank for a question, and by how well it goes on
 * from another passage: how much that one counts, whether this one is about the name between them, and how much it holds of
 * what that one leaves open.
 */
export function weighCandidates(
  before: readonly Candidate[],
  hits: readonly SearchHits[],
  termsOf: (subQuestion: string) => readonly AskedTerm[],
  read: (passage: FoundPassage) => PassageWords,
): Candidate[] {
  const known = new Map(before.map((candidate) => [candidate.passage.chunk.id, candidate]))
  const put = (
    passage: FoundPassage,
    id: string,
    add: { direct?: number; linked?: number; via?: Candidate['via'] },
  ) => {
    const held = known.get(passage.chunk.id)
    const own = held?.worth[id] ?? { direct: 0, linked: 0 }
    const isBetter = (add.linked ?? 0) > own.linked
    const worth = { direct: Math.max(own.direct, add.direct ?? 0), linked: Math.max(own.linked, add.linked ?? 0) }
    const via = isBetter ? add.via : held?.via
    known.set(passage.chunk.id, {
      passage: held?.passage ?? passage,
      worth: { ...held?.worth, [id]: worth },
      ...(via ? { via } : {}),
    })
  }
  for (const { search, passages } of hits) {
    if (search.reason === 'name') continue
    for (const [rank, passage] of passages.entries()) {
      put(passage, search.for, { direct: directWorth(search.reason, rank) })
    }
  }
  const top = Math.max(Number.MIN_VALUE, ...[...known.values()].map(worthOf))
  for (const { search, passages } of hits) {
    const from = known.get(search.via?.from ?? '')
    if (!search.via || !from) continue
    const strength = worthFor(from, search.for) / top
    for (const passage of passages) {
      if (passage.chunk.id === from.passage.chunk.id) continue
      const linked =
        strength * linkWorth({ name: search.via.name, from: from.passage, to: passage }, termsOf(search.for), read)
      if (linked > 0) put(passage, search.for, { linked, via: search.via })
    }
  }
  return [...known.values()].toSorted((a, b) => worthOf(b) - worthOf(a)).slice(0, mostCandidates)
}

function directWorth(reason: MadeSearch['reason'], rank: number): number {
  if (reason === 'tool') return 1
  const byRank = 1 / (1 + rank / halfRank)
  return byRank * (reason === 'gap' ? partWorth : reason === 'earlier' ? chatWorth : 1)
}

function linkWorth(
  { name, from, to }: { readonly name: string; readonly from: FoundPassage; readonly to: FoundPassage },
  asked: readonly AskedTerm[],
  read: (passage: FoundPassage) => PassageWords,
): number {
  const key = nameKey(name)
  const words = read(to)
  if (!words.has(key)) return 0
  const open = openTerms(asked, read(from).terms)
  const gained = coverage(open, words.terms)
  return (words.isAbout(key) ? 1 : mentioned) * (bareLink + (1 - bareLink) * gained)
}
