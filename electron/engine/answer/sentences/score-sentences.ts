import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import type { Embedder } from '@engine/ports/models/embedder'
import type { QuestionType } from '@engine/question/words/question-type'
import { coverage, type KeyTerm } from '@engine/retrieval/question/key-terms'
import { characterOverlap, contentCharacters } from '@engine/retrieval/question/character-overlap'
import { relatedShareOf, relatedTermsOrNone } from '@engine/retrieval/terms/related-terms'
import { namesIn, shareOf, type WeightedTerms, weightedTermsOf } from '@engine/retrieval/question/wording'
import type { Passage } from '@engine/retrieval/passage'
import { analyse } from '@engine/text/analyse'
import { dot } from '@engine/text/vectors'
import { detectLanguage, type Language } from '@engine/text/language'
import { type Candidate, candidatesOf } from './sentence-candidates'
import { holdsAnswerOfType } from './type-signs'

/** Near the fit of `cairn bench sentence-fit` on three public sets in two languages (docs/quality.md). */
export const sentenceWeights = {
  coverage: 0.14,
  cosine: 0.11,
  passage: 0.24,
  type: 0.14,
  specific: 0.18,
  before: 0.07,
  characters: 0.12,
  related: 0.06,
}
const sentenceFeatures = Object.keys(sentenceWeights) as (keyof typeof sentenceWeights)[]

/** What a sentence is judged by, each 0 to 1. */
export type SentenceFeatures = Readonly<Record<keyof typeof sentenceWeights, number>>

/** A candidate with how well it answers. */
export interface Scored extends Candidate {
  readonly score: number
  readonly features: SentenceFeatures
  /** Share of the question's key terms it covers, itself or by what it stands under; 0 to 1. */
  readonly covered: number
  /** Share of the key terms that neither its document's title nor its heading has, in the sentence itself; 0 to 1, and 1 where those have all. */
  readonly specific: number
  readonly terms: ReadonlySet<string>
  /** Its place among all candidates, from 0. */
  readonly order: number
}

/** How much what stands above a sentence helps one that shares words with the question, and one that shares none. */
const context = { own: 0.4, around: 0.6, alone: 0.55 }
/** Of sentences that answer about equally well, those in the question's language are preferred. */
const foreign = 0.92
/** The head of a table says little by itself, but a table without one begins with a row like any other. */
const heading = 0.4
/** What asks, or announces a list, says nothing itself. */
const asking = 0.5
const announcing = 0.9
/** It names another of what the question names by a code. */
const ofAnother = 0.4
const identifier = /\b[\p{Lu}]{2,}[-_ ]?\d+\b/gu

/** What sentences are searched in, and what for. */
export interface SentenceSearch {
  /** The question, then its other wordings. */
  readonly queries: readonly string[]
  readonly keyTerms: readonly KeyTerm[]
  readonly passages: readonly Passage[]
  readonly embedder: Embedder
  readonly statistics: TermStatistics
  readonly signal?: AbortSignal | undefined
}

/** Scores every sentence of the passages against the question. In reading order. */
export async function scoreCandidates(search: SentenceSearch, type: QuestionType): Promise<Scored[]> {
  const read = readCandidates(search.passages)
  const { candidates, said, meant } = read
  const similarityAt = await similarities(search, read.texts)
  const judge = featureJudge(search, type, read)
  const discount = discounts(search)
  return candidates.map((candidate, at): Scored => {
    const terms = meant[at] ?? new Set()
    const features = judge(at, similarityAt(at))
    const sum = sentenceFeatures.reduce((total, name) => total + sentenceWeights[name] * features[name], 0)
    return {
      ...candidate,
      terms: said[at] ?? terms,
      covered: features.coverage,
      specific: features.specific,
      features,
      score: discount(sum, candidate),
      order: at,
    }
  })
}

/** The sentences of the passages and their terms, one of each for each sentence. */
interface ReadCandidates {
  readonly candidates: readonly Candidate[]
  /** Each with the question that it replies to: an answer seldom says again what it was asked. */
  readonly texts: readonly string[]
  readonly said: readonly ReadonlySet<string>[]
  /** With the question that it replies to. */
  readonly meant: readonly ReadonlySet<string>[]
  /** Of what stands above it. */
  readonly above: readonly ReadonlySet<string>[]
}

function readCandidates(passages: readonly Passage[]): ReadCandidates {
  const candidates = candidatesOf(passages)
  const texts = candidates.map(({ text, replyTo }) => (replyTo === '' ? text : `${replyTo}\n${text}`))
  const said = candidates.map(({ text }) => termsOf(text))
  const meant = candidates.map(({ text }, at) => {
    const whole = texts[at] ?? ''
    return whole === text ? (said[at] ?? new Set<string>()) : termsOf(whole)
  })
  const titles = passages.map(({ chunk }) => analyse(chunk.title))
  return { candidates, texts, said, meant, above: termsAbove(candidates, titles) }
}

/** The greatest cosine of each text to one of the wordings, not below 0. */
async function similarities(
  { queries, embedder, signal }: SentenceSearch,
  texts: readonly string[],
): Promise<(at: number) => number> {
  const [targets, vectors] = await Promise.all([
    Promise.all(queries.map((query) => embedder.embedQuery(query, signal))),
    embedder.embedPassages(texts, signal),
  ])
  return (at) => Math.max(0, ...targets.map((target) => dot(target, vectors[at])))
}

/** Reads the question once; what it returns judges one sentence by its place and its similarity. */
function featureJudge(
  { queries: [question = ''], keyTerms, passages, statistics }: SentenceSearch,
  type: QuestionType,
  { candidates, texts, said, meant, above }: ReadCandidates,
): (at: number, similarity: number) => SentenceFeatures {
  const highest = Math.max(...passages.map(({ score }) => score), Number.MIN_VALUE)
  const asked = new Set(question.match(identifier))
  const words = weightedTermsOf(question, statistics)
  const related = relatedTermsOrNone(words)
  const names = namesIn(question, statistics)
  const specific = specificityOf(keyTerms)
  const characters = detectLanguage(question) === 'zh' ? contentCharacters(question) : new Set<string>()
  return (at, similarity) => {
    const { text = '', about = '', passage = -1 } = candidates[at] ?? {}
    const terms = meant[at] ?? new Set()
    const around = new Set([...terms, ...(above[at] ?? [])])
    const named = about.match(identifier)?.some((name) => asked.has(name)) ?? false
    const wide = coverage(keyTerms, around)
    // Under the heading "TKT-1042" every sentence is about that ticket.
    const covered = named ? wide : combined(coverage(keyTerms, terms), wide)
    const ofType = holdsAnswerOfType(text, type) ? 1 : 0
    const before = candidates[at - 1]?.passage === passage ? said[at - 1] : undefined
    return {
      coverage: covered,
      cosine: similarity,
      passage: (passages[passage]?.score ?? 0) / highest,
      type: ofType * covered,
      specific: named ? 1 : specific(above[at] ?? nothing, terms),
      before: before ? shareBefore(names, before, terms) : 0,
      related: relatedShareOf(words, related, terms),
      characters: characterOverlap(characters, texts[at] ?? ''),
    }
  }
}

/** Reads the question once; what it returns lowers the score of a sentence that is no answer by its form, place or language. */
function discounts({ queries: [question = ''] }: SentenceSearch): (sum: number, candidate: Candidate) => number {
  const asked = new Set(question.match(identifier))
  const language = detectLanguage(question)
  return (sum, candidate) =>
    sum *
    (speaksOfAnother(candidate, asked) ? ofAnother : 1) *
    (isInLanguage(candidate.text, language) ? 1 : foreign) *
    (candidate.announces ? announcing : 1) *
    (candidate.asks ? asking : 1) *
    (candidate.heads ? heading : 1)
}

/** A heading or table header says what its sentences are about without each repeating it. */
function combined(own: number, around: number): number {
  if (own === 0) return context.alone * around
  return Math.max(own, context.own * own + context.around * around)
}

const nothing: ReadonlySet<string> = new Set()

/** Share of the key terms in a sentence, beyond those that title and headings have; 1 where those have all key terms. */
function specificityOf(keyTerms: readonly KeyTerm[]) {
  // Many sentences stand under the same.
  const known = new Map<ReadonlySet<string>, readonly KeyTerm[]>()
  return (above: ReadonlySet<string>, terms: ReadonlySet<string>): number => {
    const beyond = known.get(above) ?? keyTerms.filter((term) => coverage([term], above) < 1)
    known.set(above, beyond)
    return beyond.length > 0 ? coverage(beyond, terms) : 1
  }
}

/** Asked about TKT-1042, a sentence about TKT-1070 alone is no answer. */
function speaksOfAnother({ text, about }: Candidate, asked: ReadonlySet<string>): boolean {
  if (asked.size === 0) return false
  const named = text.match(identifier) ?? about.match(identifier) ?? []
  return named.length > 0 && !named.some((name) => asked.has(name))
}

/** Numbers and codes alone are in every language. */
function isInLanguage(text: string, language: Language): boolean {
  return !/\p{L}{3}|\p{Script=Han}/u.test(text) || detectLanguage(text) === language
}

/** The terms of what stands above each sentence, its document's title among them; many stand under the same. */
function termsAbove(candidates: readonly Candidate[], titles: readonly (readonly string[])[]): ReadonlySet<string>[] {
  const known = new Map<string, ReadonlySet<string>>()
  return candidates.map(({ passage, about }) => {
    const key = `${passage} ${about}`
    const terms = known.get(key) ?? new Set([...analyse(about), ...(titles[passage] ?? [])])
    known.set(key, terms)
    return terms
  })
}

/** Share of the names that the sentence before has and this one lacks: it goes on about them. */
function shareBefore(names: WeightedTerms, before: ReadonlySet<string>, terms: ReadonlySet<string>): number {
  if (names.size === 0) return 0
  return shareOf(names, new Set([...before, ...terms])) - shareOf(names, terms)
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(analyse(text))
}
