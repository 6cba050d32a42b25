import { detectLanguage, type Language } from '../text/language'
import type { Passage, RankFeatures } from './passage'

/** What the floor looks at. */
export const floorFeatures = {
  coverage: ({ coverage }) => coverage,
  together: ({ together }) => together,
  words: ({ words }) => words,
  cosine: ({ cosine }) => cosine,
} satisfies Record<string, (features: RankFeatures) => number>

/**
 * Fitted by `cairn bench floor` on XQuAD en and zh and the CMRC trial set: the floor of a language is where one answerable
 * question in twenty falls below it.
 */
const weights = { constant: -5.07, coverage: 5.41, together: 2.29, words: 2.21, cosine: 2.37 }
const floors: Record<Language, number> = { en: -0.8, zh: -1.47 }

/** Several translations of each word make a passage in the other language look better covered than it is. */
const acrossLanguages = -0.5

/** A reranking model that is this sure of a passage needs no shared words: it may be in another language. */
const surelyRelevant = 0.5

/** Whether a ranked passage can bear an answer: it has enough of what the question is about, and close together. */
export function isRelevant({ features, chunk }: Passage, language: Language): boolean {
  if (!features) return false
  if ((features.reranked ?? 0) >= surelyRelevant) return true
  const score =
    weights.constant +
    weights.coverage * floorFeatures.coverage(features) +
    weights.together * floorFeatures.together(features) +
    weights.words * floorFeatures.words(features) +
    weights.cosine * floorFeatures.cosine(features)
  return score >= (detectLanguage(chunk.text) === language ? floors[language] : acrossLanguages)
}
