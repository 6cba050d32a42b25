import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import { analyse } from '@engine/text/analyse'
import { withoutFunctionWords } from '@engine/text/chinese/chinese-function-words'
import { isStopTerm, withoutQuestionWords } from '@engine/text/english/stop-words'
import { inverseFrequency } from './key-terms'
import { toTextQuery } from './query'

/** Content terms and what each tells: its inverse document frequency. */
export type WeightedTerms = ReadonlyMap<string, number>

/** The terms of one wording of a question. */
export function weightedTermsOf(wording: string, statistics: TermStatistics): WeightedTerms {
  return weigh(toTextQuery(withoutFunctionWords(withoutQuestionWords(wording))).terms, statistics)
}

const name =
  /(?<=[\s"“(])(?:\p{Lu}|\d)[\p{L}\p{N}.'’-]*|(?<![A-Za-z])[A-Za-z]*\d[\p{L}\d.-]*|(?<=\p{Script=Han})[A-Za-z][A-Za-z0-9.-]*/gu

/** Names and numbers of a question: what a passage that answers it will hardly call anything else. */
export function namesIn(question: string, statistics: TermStatistics): WeightedTerms {
  const words = [...question.matchAll(name)].flatMap(([word]) => analyse(word))
  return weigh(
    words.filter((term) => !isStopTerm(term)),
    statistics,
  )
}

function weigh(terms: readonly string[], statistics: TermStatistics): WeightedTerms {
  return new Map(terms.map((term) => [term, inverseFrequency(term, statistics)]))
}

function total(terms: WeightedTerms): number {
  let sum = 0
  for (const weight of terms.values()) sum += weight
  return sum
}

/** Share of the weight that is in a passage, 0 to 1; 0 where there is nothing to share. */
export function shareOf(terms: WeightedTerms, present: ReadonlySet<string>): number {
  const all = total(terms)
  let found = 0
  for (const [term, weight] of terms) if (present.has(term)) found += weight
  return all > 0 ? found / all : 0
}

/** What another form of a word counts. */
const otherForm = 0.6

/** What another word, or a longer form of it, counts. */
const otherWord = 0.8

/** As `shareOf`, but "septicemia" is partly found in "septicemic", and a term that the passage says `otherwise` in what says it. */
export function softShareOf(
  terms: WeightedTerms,
  present: ReadonlySet<string>,
  otherwise: ReadonlySet<string> = new Set(),
): number {
  const all = total(terms)
  let found = 0
  for (const [term, weight] of terms) {
    if (present.has(term)) found += weight
    else if (otherwise.has(term)) found += weight * otherWord
    else if (hasOtherForm(term, present)) found += weight * otherForm
  }
  return all > 0 ? found / all : 0
}

/** Letters that two forms of a word share at least. */
export const minShared = 4
const shareShared = 0.6

function hasOtherForm(term: string, present: ReadonlySet<string>): boolean {
  if (term.length < minShared || term.charCodeAt(0) > 0x2e80) return false
  const first = term.charCodeAt(0)
  for (const other of present) {
    // Nearly all of them differ in their first letter, and thousands are looked at for one question.
    if (other.charCodeAt(0) !== first) continue
    const least = Math.max(minShared, Math.max(term.length, other.length) * shareShared)
    if (sharedPrefix(term, other) >= least) return true
  }
  return false
}

function sharedPrefix(a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return at
}

/** A term of a passage and its place among all of them, from 0. */
export interface PlacedTerm {
  readonly term: string
  readonly place: number
}

/** About a sentence, in terms. */
const width = 24

/** The greatest share of the weight within a sentence's length of a passage, 0 to 1. `passage`: its terms in order. */
export function togetherness(terms: WeightedTerms, passage: readonly PlacedTerm[]): number {
  const all = total(terms)
  if (all === 0) return 0
  const found = passage.filter(({ term }) => terms.has(term))
  const inside = new Map<string, number>()
  let current = 0
  let best = 0
  let oldest = 0
  for (const { term, place } of found) {
    current += enter(inside, term, terms)
    for (let first = found[oldest]; first && place - first.place >= width; first = found[oldest]) {
      current -= leave(inside, first.term, terms)
      oldest += 1
    }
    best = Math.max(best, current)
  }
  return best / all
}

function enter(inside: Map<string, number>, term: string, terms: WeightedTerms): number {
  const count = inside.get(term) ?? 0
  inside.set(term, count + 1)
  return count === 0 ? (terms.get(term) ?? 0) : 0
}

function leave(inside: Map<string, number>, term: string, terms: WeightedTerms): number {
  const count = (inside.get(term) ?? 1) - 1
  inside.set(term, count)
  return count === 0 ? (terms.get(term) ?? 0) : 0
}
