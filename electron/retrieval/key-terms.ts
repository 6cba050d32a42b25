import type { TermStatistics } from '../ports/chunk-index'
import { analyse } from '../text/analyse'
import { isStopTerm, withoutQuestionWords } from '../text/stop-words'
import { unspacedWords, withoutUnspaced } from '../text/words'
import { withoutExclusions } from './query'
import type { TermMatch, TermTable } from './cross-language'

/** One thing a question is about: found when every term of any one alternative is present. */
export interface KeyTerm {
  readonly surface: string
  readonly alternatives: readonly (readonly string[])[]
  /** Inverse document frequency, natural logarithm, at least a small positive number. */
  readonly weight: number
}

/** What a longer text is about shows at its beginning, in UTF-16 units; cutting all of it into words would take seconds. */
const mostRead = 1000

/**
 * The content terms of a question, each with its translations as alternatives, so that an English passage can cover a
 * Chinese question. Table terms come first; what they leave is cut into words, because the bigrams that straddle two
 * words are in no document and would make every passage look poorly covered.
 */
export function keyTermsOf(asked: string, table: TermTable, statistics: TermStatistics): KeyTerm[] {
  const question = withoutExclusions(asked.slice(0, mostRead))
  const matches = table.match(question)
  const seen = new Set<string>()
  const keyTerms: KeyTerm[] = []
  const add = (surface: string, alternatives: string[][]) => {
    const key = alternatives[0]?.join(' ') ?? ''
    if (!key || seen.has(key)) return
    seen.add(key)
    keyTerms.push({ surface, alternatives, weight: weightOf(alternatives, statistics) })
  }
  for (const { surface, translations } of matches) {
    add(
      surface,
      [surface, ...translations].map(analyse).filter((terms) => terms.length > 0),
    )
  }
  const rest = withoutQuestionWords(blank(question, matches))
  for (const term of analyse(withoutUnspaced(rest))) if (!isStopTerm(term)) add(term, [[term]])
  for (const word of unspacedWords(rest)) if (!isStopTerm(word)) add(word, [analyse(word)])
  // A question of nothing but grammar words still has to be about something.
  if (keyTerms.length === 0) for (const term of analyse(question)) add(term, [[term]])
  return keyTerms
}

function blank(question: string, matches: readonly TermMatch[]): string {
  return matches.reduceRight((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, question)
}

/** Share of the key terms' weight found among `terms`, 0 to 1; 0 where there are no key terms. */
export function coverage(keyTerms: readonly KeyTerm[], terms: ReadonlySet<string>): number {
  let found = 0
  let total = 0
  for (const keyTerm of keyTerms) {
    total += keyTerm.weight
    found += keyTerm.weight * bestShare(keyTerm, terms)
  }
  return total > 0 ? found / total : 0
}

/** A many-term alternative counts by the square of the share present: half a Chinese word is little evidence. */
function bestShare(keyTerm: KeyTerm, terms: ReadonlySet<string>): number {
  let best = 0
  for (const alternative of keyTerm.alternatives) {
    const present = alternative.filter((term) => isPresent(term, terms)).length / alternative.length
    best = Math.max(best, present * present)
  }
  return best
}

/** A lone character (茶) is indexed only as part of pairs, so it is present where any pair holds it. */
function isPresent(term: string, terms: ReadonlySet<string>): boolean {
  if (terms.has(term)) return true
  return unspacedCharacter.test(term) && [...terms].some((other) => other.includes(term))
}

const unspacedCharacter = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u

function weightOf(alternatives: readonly (readonly string[])[], statistics: TermStatistics): number {
  // The commonest reading decides: a translation that no document uses must not make the term look rare.
  return Math.min(...alternatives.map((terms) => Math.max(...terms.map((term) => inverseFrequency(term, statistics)))))
}

/** In a small library frequencies say little: it is weighed as if it had this many chunks. */
const leastChunks = 50

/**
 * Inverse document frequency. A term found nowhere counts like one found once: it may be the asker's own word for
 * something the documents call differently.
 */
export function inverseFrequency(term: string, statistics: TermStatistics): number {
  const chunks = Math.max(statistics.chunkCount, leastChunks)
  const count = Math.min(Math.max(statistics.documentFrequency(term), 1), chunks)
  return Math.log(1 + (chunks - count + 0.5) / (count + 0.5))
}
