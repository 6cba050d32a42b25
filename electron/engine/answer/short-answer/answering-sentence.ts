import type { AskedPart } from '@engine/question/asked-question'
import type { Language } from '@engine/text/language'
import type { KnownNames } from './tokens/english-tokens'
import type { Token } from './tokens/answer-token'
import { tokensOf } from './tokens/answer-tokens'

/** Each term of the question with its weight: its inverse document frequency. */
export type QuestionTerms = ReadonlyMap<string, number>

/** A question of fact, as its sentences are searched for the answer. */
export interface FactQuestion {
  readonly asked: AskedPart
  readonly terms: QuestionTerms
  /** Of the sentences: their words are read by it. */
  readonly language: Language
  readonly known: KnownNames
}

/** A sentence as the short answer's scorer sees it. */
export interface AnsweringSentence {
  readonly tokens: readonly Token[]
  /** Which tokens the question has, too. */
  readonly asked: readonly boolean[]
  /** See `chunksOf`. */
  readonly chunks: readonly number[]
  /** The weight of each of those in the question: 0 for tokens that it has not. */
  readonly weights: readonly number[]
  /** Share of the question's weight in this sentence, and in it with half of what only the one before has. */
  readonly covered: number
  readonly coveredWithBefore: number
  /** `covered` relative to the best sentence's. */
  readonly relative: number
  /** Its passage's score relative to the best passage's. */
  readonly passage: number
  /** 0 for the best sentence. */
  readonly rank: number
}

/** What a sentence has of a question beside its words. */
export type SentenceShares = Pick<AnsweringSentence, 'covered' | 'coveredWithBefore' | 'relative' | 'passage' | 'rank'>

export function readSentence(text: string, question: FactQuestion, shares: SentenceShares): AnsweringSentence {
  const { language } = question
  const tokens = tokensOf(text, language, question.known)
  const asked = tokens.map((token) => isInQuestion(token, question))
  const weights = tokens.map((token, at) => (asked[at] ? questionWeightOf(token, question.terms, language) : 0))
  return { tokens, asked, chunks: chunksOf(tokens), weights, ...shares }
}

function isInQuestion(token: Token, { asked, terms, language }: FactQuestion): boolean {
  if (token.terms.some((term) => terms.has(term))) return true
  return language === 'zh' && !token.light && asked.text.includes(token.text)
}

/** A Chinese word is cut into bigrams, so its length says more than any one of them. */
function questionWeightOf(token: Token, terms: QuestionTerms, language: Language): number {
  const weights = token.terms.map((term) => terms.get(term) ?? 0)
  return Math.max(0.3, language === 'zh' ? 2 + token.text.length : 0, ...weights)
}

const inChunk = new Set<Token['kind']>([
  'determiner',
  'adjective',
  'noun',
  'name',
  'number',
  'person',
  'place',
  'time',
  'measure',
])

/** The number of the noun phrase that each token stands in, by word classes alone; 0 outside of any phrase. */
function chunksOf(tokens: readonly Token[]): number[] {
  let current = 0
  let open = false
  return tokens.map((token, at) => {
    const joins = token.text === '-' || token.text === '&' || token.text === '的'
    const inside = inChunk.has(token.kind) || (joins && open && inChunk.has(tokens[at + 1]?.kind ?? 'other'))
    const starts = inside && (!open || token.kind === 'determiner')
    if (starts) current += 1
    open = inside
    return inside ? current : 0
  })
}
