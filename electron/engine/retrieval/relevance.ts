import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import { detectLanguage, type Language } from '@engine/text/language'
import { coverage, type KeyTerm } from './question/key-terms'
import { isAbsent } from './question/absent-words'
import type { Passage } from './passage'
import { characterOverlap, contentCharacters } from './question/character-overlap'
import { namesIn, softShareOf, type WeightedTerms } from './question/wording'

/** What is the same for every passage of a question. */
export interface AskedFor {
  readonly language: Language
  readonly keyTerms: readonly KeyTerm[]
  readonly names: WeightedTerms
  /** Its Chinese characters that carry content, in simplified form; none for a question in another script. */
  readonly characters: ReadonlySet<string>
  /** Share of its weight that no document holds in any wording, 0 to 1. */
  readonly nowhere: number
}

/** Reads a question, references resolved, for `isRelevant`. */
export function askedFor(question: string, keyTerms: readonly KeyTerm[], statistics: TermStatistics): AskedFor {
  const language = detectLanguage(question)
  const characters = language === 'zh' ? contentCharacters(question) : new Set<string>()
  const names = namesIn(question, statistics)
  const weightOf = (terms: readonly KeyTerm[]) => terms.reduce((sum, { weight }) => sum + weight, 0)
  const held = keyTerms.filter((term) => !isAbsent(term, statistics))
  const nowhere = 1 - weightOf(held) / (weightOf(keyTerms) || 1)
  return { language, keyTerms, names, characters, nowhere }
}

/** Key terms of a question that needs no more of them. */
const manyTerms = 8

/** What the floor weighs, each 0 to 1: a word that a short question lacks says much, and names are said as they are. */
export const floorFeatures = ['coverage', 'words', 'cosine', 'names', 'terms', 'sentence', 'related'] as const

/** The values of `floorFeatures`; null where the passage was never ranked. `isForeign`: it is in another language. */
export function floorValuesOf(
  { features, chunk, search }: Passage,
  asked: AskedFor,
  isForeign = detectLanguage(chunk.text) !== asked.language,
): readonly number[] | null {
  if (!features) return null
  const present = new Set(search.split(' '))
  const { keyTerms, names, characters } = asked
  return [
    features.coverage,
    features.words,
    features.cosine,
    isForeign ? translatedShareOf(names, keyTerms, present) : names.size > 0 ? softShareOf(names, present) : 1,
    Math.min(1, keyTerms.length / manyTerms),
    characters.size === 0 || isForeign ? features.together : characterOverlap(characters, chunk.text),
    features.related,
  ]
}

/** Share of the names that are there, as far as the term table can tell; 1 where the question has none. */
function translatedShareOf(names: WeightedTerms, keyTerms: readonly KeyTerm[], present: ReadonlySet<string>): number {
  const named = keyTerms.filter(({ alternatives: [own = []] }) => own.some((term) => names.has(term)))
  return named.length > 0 ? coverage(named, present) : 1
}

interface Floor {
  readonly constant: number
  /** In the order of `floorFeatures`. */
  readonly weights: readonly number[]
  readonly least: number
}

/**
 * Fitted by `cairn bench floor` on XQuAD en and zh and the CMRC trial set: one answerable question in twenty falls
 * below; in Chinese fewer, because plain questions share fewer words. Between languages it is one in five.
 */
const floors: Record<Language, Floor> = {
  en: { constant: -8.61, weights: [1.46, 4.04, 2.45, 1.71, 1.41, 4.67, 3.46], least: -1.71 },
  zh: { constant: -9.86, weights: [4.37, 3.64, 4.91, 2.21, 1.81, 2.82, 0], least: -1.4 },
}
const acrossLanguages: Floor = { constant: -4.12, weights: [4.64, 0.1, 1.91, 0.1, 1.9, 3.57, 1.3], least: -0.5 }

/** What a question is mostly about is not found in another language where no document in any has it: 红楼梦 of 红楼梦的作者. */
const maxNowhere = 0.5

/** A reranking model that is this sure of a passage needs no shared words: it may be in another language. */
const surelyRelevant = 0.5

/** The passages that can bear an answer. */
export function relevantOf(passages: readonly Passage[], asked: AskedFor): Set<Passage> {
  return new Set(passages.filter((passage) => isRelevant(passage, asked)))
}

/** How far above the floor a passage is, as the difference of two logits; negative below it, absent where it was never ranked. */
export function nearnessOf(passage: Passage, asked: AskedFor): number | undefined {
  const isForeign = detectLanguage(passage.chunk.text) !== asked.language
  const values = floorValuesOf(passage, asked, isForeign)
  if (!values) return undefined
  const { constant, weights, least } = isForeign ? acrossLanguages : floors[asked.language]
  return values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), constant) - least
}

/** Whether a ranked passage can bear an answer: it has enough of what the question is about, and close together. */
export function isRelevant(passage: Passage, asked: AskedFor): boolean {
  if ((passage.features?.reranked ?? 0) >= surelyRelevant) return true
  const isForeign = detectLanguage(passage.chunk.text) !== asked.language
  if (isForeign && asked.nowhere > maxNowhere) return false
  return (nearnessOf(passage, asked) ?? -1) >= 0
}
