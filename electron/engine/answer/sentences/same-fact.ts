import { namesIn } from '@engine/critic/facts/proper-names'
import { isDenial } from '@engine/critic/facts/polarity'
import { quantitiesIn } from '@engine/critic/facts/quantities'
import type { Passage } from '@engine/retrieval/passage'
import { detectLanguage } from '@engine/text/language'
import { contentTerms } from '@engine/text/english/stop-words'
import type { Place, Quote } from '../citations/cite'

/** More marks than this on one sentence tell the reader nothing new. */
const maxOthers = 3
/** Share of content terms two English sentences must have in common; Chinese ones must have the same, in order. */
const minShared = 0.9

/** Sentences of other documents that state what this one states, at most one a document. */
export function alsoStated(quote: Quote, candidates: readonly Quote[], passages: readonly Passage[]): Place[] {
  const documents = new Set([passages[quote.passage]?.chunk.doc_id])
  const own = factOf(quote)
  const others: Place[] = []
  for (const candidate of candidates) {
    if (others.length === maxOthers) break
    const document = passages[candidate.passage]?.chunk.doc_id
    if (documents.has(document) || !isSameFact(own, factOf(candidate))) continue
    documents.add(document)
    others.push({ passage: candidate.passage, start: candidate.start, end: candidate.end })
  }
  return others
}

interface Fact {
  readonly terms: readonly string[]
  readonly isChinese: boolean
  /** What must agree to the letter: figures, names, and whether it says no. Read for few: most differ in their terms. */
  readonly exact: () => string
}

/** Each sentence of an answer is held against the same candidates. */
const facts = new WeakMap<Quote, Fact>()

function factOf(quote: Quote): Fact {
  const known = facts.get(quote)
  if (known) return known
  const { text } = quote
  let exact: string | undefined
  const fact = {
    terms: contentTerms(text),
    isChinese: detectLanguage(text) === 'zh',
    exact: () => (exact ??= exactPartOf(text)),
  }
  facts.set(quote, fact)
  return fact
}

function exactPartOf(text: string): string {
  const quantities = quantitiesIn(text).map(({ raw }) => raw)
  return [...quantities, ...namesIn(text).map((name) => name.text), isDenial(text)].join(' ')
}

function isSameFact(a: Fact, b: Fact): boolean {
  if (a.isChinese !== b.isChinese || a.terms.length === 0) return false
  return haveSameTerms(a, b) && a.exact() === b.exact()
}

function haveSameTerms(a: Fact, b: Fact): boolean {
  if (a.isChinese) return a.terms.join(' ') === b.terms.join(' ')
  const [left, right] = [new Set(a.terms), new Set(b.terms)]
  const shared = [...left].filter((term) => right.has(term)).length
  return shared / (left.size + right.size - shared) >= minShared
}
