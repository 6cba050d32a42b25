import { answerFeatures, likelyRight } from '@engine/answer/judgement/judge-answer'
import type { ScoredSearch } from '@engine/answer/sentences/extract-answer'
import { type Scored, scoreCandidates } from '@engine/answer/sentences/score-sentences'
import { standsAlone } from '@engine/answer/sentences/sentence-candidates'
import { holdsAnswerOfType } from '@engine/answer/sentences/type-signs'
import { readPart } from '@engine/question/asked-question'
import type { AspectKind } from '@engine/question/goal/goal-words'
import { wordsOfGoal } from '@engine/question/goal/research-goal'
import { type KeyTerm, keyTermsOf } from '@engine/retrieval/question/key-terms'
import type { Passage } from '@engine/retrieval/passage'
import { hasHan } from '@engine/text/letters'
import { aspectWorth } from './aspect-signs'
import { dateIn } from './claim-date'
import { relevanceOf, type WeighedSentence } from './claim-relevance'
import type { LedgerRooms, TaskEvidence } from './task-evidence'

/** One with how likely it states what the report should hold, 0 to 1. */
export interface RelevantSentence extends WeighedSentence {
  readonly relevance: number
}

/** The sentences of a task's evidence, weighed. */
export interface WeighedEvidence {
  /** In reading order; those that cannot be quoted by themselves are left out. */
  readonly sentences: readonly RelevantSentence[]
  /** What the task asks about, without the words that only ask, or say in which respect. */
  readonly asked: readonly KeyTerm[]
  readonly kinds: readonly AspectKind[]
  /** How surely a sentence answers, 0 to 1: the fitted judgement of answers. */
  confidenceOf(sentence: WeighedSentence): number
}

/** Weighs the sentences of evidence by the fitted weights of answers, and by the signs of the respects that are asked for. */
export async function weighSentences(
  { question, goal, language }: TaskEvidence,
  passages: readonly Passage[],
  { answerEmbedder: embedder, terms, index: { statistics } }: LedgerRooms,
  signal: AbortSignal,
): Promise<WeighedEvidence> {
  const { words, aspects } = wordsOfGoal(question, language)
  const keyTerms = keyTermsOf(question, terms, statistics)
  const { type } = readPart(question)
  const respects = new Set(aspects.flatMap(({ kind }) => kind ?? []))
  if (type === 'when') respects.add('dates')
  const kinds = [...respects]
  const search = { queries: [question], keyTerms, passages, embedder, statistics, signal }
  const read: ScoredSearch = { search, type, scored: await scoreCandidates(search, type) }
  const weighed = read.scored.map((one): WeighedSentence => {
    const whole = withDateBefore(one, passages[one.passage]?.text ?? '')
    return { ...whole, weight: isReference(one.text) ? 0 : one.score * aspectWorth(whole.text, kinds) }
  })
  const quotable = weighed.filter((one) => !one.asks && standsAlone(one))
  const relevance = relevanceOf(quotable, passages, keyTermsOf(goal ?? question, terms, statistics))
  return {
    asked: words.length > 0 ? keyTermsOf(words.join(' '), terms, statistics) : [],
    kinds,
    sentences: quotable.map((one, at) => ({ ...one, relevance: relevance[at] ?? 0 })),
    confidenceOf: (sentence) => confidenceIn(read, sentence),
  }
}

/** A list of literature says where something is written, not what: an address, or names and page numbers without a word between them. */
function isReference(text: string): boolean {
  if (/\bhttps?:|\bwww\./iu.test(text)) return true
  return !text.includes('|') && !hasHan(text) && !plainWord.test(text)
}

/** A word in small letters that is no abbreviation, as "p." or "vol." is. */
const plainWord = /(?<!\p{L})(?:\p{Ll}{4,}|\p{Ll}{2,}(?![\p{L}.]))/u

const longestDate = 32

/** Chronicles begin a paragraph with nothing but a date: "1983. The cable car was built." */
function withDateBefore(sentence: Scored, text: string): Scored {
  const start = text.lastIndexOf('\n', sentence.start - 1) + 1
  const before = text.slice(start, sentence.start)
  const isDate = before.length <= longestDate && /\d{4}\S{0,2}\s+$/u.test(before) && dateIn(before) !== null
  return isDate ? { ...sentence, start, text: text.slice(start, sentence.end) } : sentence
}

function confidenceIn(read: ScoredSearch, { order }: WeighedSentence): number {
  const scored = read.scored[order]
  if (!scored) return 0
  const { passage, start, end, text, item } = scored
  const sentences = [{ passage, start, end, text, listItem: item }]
  const features = answerFeatures({ ...read, sentences, isCell: false, gives: holdsAnswerOfType(text, read.type) })
  return features ? likelyRight(features) : 0
}
