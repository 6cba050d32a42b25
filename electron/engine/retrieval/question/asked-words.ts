import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import type { KeyTerm } from './key-terms'
import type { RelatedTerms } from '../terms/related-terms'
import { type TermSieve, termSieve } from '../term-sieve'
import { namesIn, type WeightedTerms, weightedTermsOf } from './wording'

/** A question's words as passages are compared with them. */
export interface AskedWords {
  readonly question: WeightedTerms
  /** Its rewrites and translations. */
  readonly others: readonly WeightedTerms[]
  readonly names: WeightedTerms
  readonly sieve: TermSieve
}

/** A question as it was asked and rewritten. */
interface WordedQuestion {
  readonly asked: string
  /** Its rewrites and translations. */
  readonly wordings: readonly string[]
  readonly keyTerms: readonly KeyTerm[]
}

/** Reads a question for the passages found. */
export function askedWordsOf(
  { asked, wordings, keyTerms }: WordedQuestion,
  statistics: TermStatistics,
  relatedOf: (question: WeightedTerms) => RelatedTerms,
): { readonly asked: AskedWords; readonly related: RelatedTerms } {
  const question = weightedTermsOf(asked, statistics)
  const others = wordings.map((wording) => weightedTermsOf(wording, statistics))
  const names = namesIn(asked, statistics)
  const related = relatedOf(question)
  const sieve = termSieve({ keyTerms, wordings: [question, ...others, names], related })
  return { asked: { question, others, names, sieve }, related }
}
