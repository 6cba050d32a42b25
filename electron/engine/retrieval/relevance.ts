import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import { attributeAskedIn } from './question/asked-attribute'
import { analyse } from '@engine/text/analyse'
import { foldHan } from '@engine/text/chinese/han-fold'
import { detectLanguage, type Language } from '@engine/text/language'
import { coverage, type KeyTerm } from './question/key-terms'
import { isAbsent } from './question/absent-words'
import type { Passage } from './passage'
import { relatedTermsOrNone } from './terms/related-terms'
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
  /** The same of its own language: a word that only texts in another language have is in no passage of its own. */
  readonly nowhereOwn: number
  /** It asks how many there are of something, or who is something, that no document in its language speaks of. */
  readonly countsNothing: boolean
  /** The question's rarest key term that some document holds; null where no document holds any. */
  readonly rarest: KeyTerm | null
  /** Whether a text speaks of the attribute it asks for; null where it asks for none that is known. */
  readonly speaksOf: ((text: string) => boolean) | null
}

/** Reads a question, references resolved, for `isRelevant`. */
export function askedFor(question: string, keyTerms: readonly KeyTerm[], statistics: TermStatistics): AskedFor {
  const language = detectLanguage(question)
  const characters = language === 'zh' ? contentCharacters(question) : new Set<string>()
  const names = namesIn(question, statistics)
  const weightOf = (terms: readonly KeyTerm[]) => terms.reduce((sum, { weight }) => sum + weight, 0)
  const held = keyTerms.filter((term) => !isAbsent(term, statistics))
  const nowhere = 1 - weightOf(held) / (weightOf(keyTerms) || 1)
  const isOwn = (terms: readonly string[]) => terms.some((term) => isHan.test(term)) === (language === 'zh')
  const own = held.filter(
    (term) =>
      !isAbsent(
        { ...term, alternatives: term.alternatives.filter((terms, at) => at === 0 || isOwn(terms)) },
        statistics,
      ),
  )
  const nowhereOwn = 1 - weightOf(own) / (weightOf(keyTerms) || 1)
  const counted = language === 'zh' ? (countedThing.exec(foldHan(question))?.[1] ?? '') : ''
  const countsNothing =
    keyTerms.some((term) => term.surface.length > 1 && counted.startsWith(term.surface) && !own.includes(term)) ||
    (language === 'en' && asksOfNothing(question, keyTerms, own, statistics))
  const [rarest = null] = held.toSorted((a, b) => b.weight - a.weight)
  return {
    language,
    keyTerms,
    names,
    characters,
    nowhere,
    nowhereOwn,
    countsNothing,
    rarest,
    speaksOf: attributeAskedIn(question),
  }
}

/** Of "How many puffins did they count?" the puffins, of "Who was the anaesthetist at the operation?" the anaesthetist. */
const englishThing =
  /\bhow many ((?:[\p{L}-]+ ){0,2}?[\p{L}-]+) (?=(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|may|might|must|should)\b)|^who(?:['’]s| is| was| are| were) (?:the|our|my|your) ((?:[\p{L}-]+ ){0,2}?[\p{L}-]+)(?= (?:of|at|for|in|on|during|when|that|who|from|to)\b|\s*\?|$)/iu
/** Anybody is called so, and documents call them by what they are; or it is written as a sign. */
const anybody =
  /^(?:guy|person|people|man|men|woman|women|lady|fellow|folks?|kids?|colleagues?|employees?|workers?|ones?|authors?|best|first|last|next|\p{L}+est|euros?|pounds?|dollars?|cents?|yuan)$/iu
/** As near in meaning as words of one sense are. */
const sameSense = 0.6

/** Whether no document has the English word for what is counted, or for who somebody is, nor another of the same sense. */
function asksOfNothing(
  question: string,
  keyTerms: readonly KeyTerm[],
  own: readonly KeyTerm[],
  statistics: TermStatistics,
): boolean {
  const found = englishThing.exec(question.trim())
  const word = (found?.[1] ?? found?.[2])?.split(' ').at(-1) ?? ''
  if (word === '' || anybody.test(word)) return false
  const [term = ''] = analyse(word)
  const isOf = ({ alternatives: [first = []] }: KeyTerm) => first.length === 1 && first[0] === term
  if (!keyTerms.some((one) => isOf(one) && !own.includes(one))) return false
  const near = [...relatedTermsOrNone(new Map([[term, 1]]))]
  return !near.some(
    ([other, [standing]]) => (standing?.nearness ?? 0) >= sameSense && statistics.documentFrequency(other) > 0,
  )
}

/** Of 泊渡镇有几所小学 the schools. */
const countedThing = /(?:几|多少)[个所家座名位台辆间本张条件只]?(?=\p{Script=Han}{2})(\p{Script=Han}+)/u
const isHan = /\p{Script=Han}/u

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

/** What a Chinese question loses for words that no document holds, times their share; no fit can tell this. */
const nowherePenalty = 1

/** Of an English question whose language's documents lack who or what is counted: they may say it in other words. A Chinese one is refused. */
const countsNothingPenalty = 1.5

function penaltyOf({ language, nowhereOwn, countsNothing }: AskedFor): number {
  if (countsNothing) return language === 'zh' ? Infinity : countsNothingPenalty
  return language === 'zh' ? nowherePenalty * nowhereOwn : 0
}

/** A reranking model that is this sure of a passage needs no shared words: it may be in another language. */
const surelyRelevant = 0.5

/** Whether a passage speaks of the attribute that the question asks for by a word of its own; true where it asks for none. */
export function speaksOfAttribute({ chunk, text }: Passage, { speaksOf }: AskedFor): boolean {
  return speaksOf?.([chunk.title, ...chunk.heading_path, text].join('\n')) ?? true
}

/** What may be missing to the floor of a passage that holds the rarest word where only a text in another language reached its own. */
const leniency = 1

/**
 * The passages that can bear an answer. One in another language needs two words of the question, or the rarest one
 * held; else the best passage in the question's own language that has that word is looked at more leniently.
 */
export function relevantOf(passages: readonly Passage[], asked: AskedFor): Set<Passage> {
  const relevant = passages.filter((passage) => isRelevant(passage, asked))
  const isForeign = ({ chunk }: Passage) => detectLanguage(chunk.text) !== asked.language
  const { rarest, keyTerms } = asked
  if (!relevant.some(isForeign) || !rarest || keyTerms.length < 2) return new Set(relevant)
  const isUnsure = relevant.every((one) => isForeign(one) && (one.features?.reranked ?? 0) < surelyRelevant)
  const nearOwn = isUnsure ? mostHeld(passages, asked, isForeign) : null
  if (nearOwn && relevant.every((one) => heldOf(one, keyTerms) <= heldOf(nearOwn, keyTerms))) return new Set([nearOwn])
  // What the question itself writes in the other language (cable car) is no chance.
  const isTranslated = ({ surface }: KeyTerm) => isHan.test(surface) === (asked.language === 'zh')
  const isByOneWord = (passage: Passage) => {
    const held = keyTerms.filter((term) => holds(passage, term))
    return held.length < 2 && !held.includes(rarest) && held.every(isTranslated)
  }
  const kept = relevant.filter((passage) => !isForeign(passage) || !isByOneWord(passage))
  if (kept.length > 0) return new Set(kept)
  const own = passages.find((one) => !isForeign(one) && holds(one, rarest) && isRelevant(one, asked, leniency))
  return new Set(own ? [own] : [])
}

/** The passage of the question's own language that almost reaches the floor and holds most of the question. */
function mostHeld(passages: readonly Passage[], asked: AskedFor, isForeign: (one: Passage) => boolean): Passage | null {
  const near = passages
    .filter((one) => !isForeign(one) && isRelevant(one, asked, leniency))
    .map((passage) => ({ passage, held: heldOf(passage, asked.keyTerms) }))
  const [best] = near.filter(({ held }) => held > 0).toSorted((a, b) => b.held - a.held)
  return best?.passage ?? null
}

/** Weight of the key terms that a passage holds. */
function heldOf({ search }: Passage, keyTerms: readonly KeyTerm[]): number {
  const present = new Set(search.split(' '))
  return keyTerms.reduce((sum, term) => sum + (isIn(present, term) ? term.weight : 0), 0)
}

function holds({ search }: Passage, term: KeyTerm): boolean {
  return isIn(new Set(search.split(' ')), term)
}

function isIn(present: ReadonlySet<string>, term: KeyTerm): boolean {
  return coverage([term], present) > 0.5
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
export function isRelevant(passage: Passage, asked: AskedFor, lenient = 0): boolean {
  if ((passage.features?.reranked ?? 0) >= surelyRelevant) return true
  if (!speaksOfAttribute(passage, asked)) return false
  const isForeign = detectLanguage(passage.chunk.text) !== asked.language
  if (isForeign && asked.nowhere > maxNowhere) return false
  const nearness = nearnessOf(passage, asked)
  const absent = isForeign ? 0 : penaltyOf(asked)
  return nearness !== undefined && nearness - absent >= -lenient
}
