import { answerFeatures, likelyRight } from '@engine/answer/judgement/judge-answer'
import { extractFrom, type ScoredSearch } from '@engine/answer/sentences/extract-answer'
import { type Scored, scoreCandidates } from '@engine/answer/sentences/score-sentences'
import { standsAlone } from '@engine/answer/sentences/sentence-candidates'
import { holdsAnswerOfType } from '@engine/answer/sentences/type-signs'
import { readPart } from '@engine/question/asked-question'
import type { AspectKind } from '@engine/question/goal/goal-words'
import { wordsOfGoal } from '@engine/question/goal/research-goal'
import { type KeyTerm, keyTermsOf } from '@engine/retrieval/question/key-terms'
import type { Passage } from '@engine/retrieval/passage'
import { aspectWorth } from './aspect-signs'
import { dateIn } from './claim-date'
import type { LedgerRooms, TaskEvidence } from './task-evidence'

/** A sentence with how well it answers a task. */
export interface WeighedSentence extends Scored {
  readonly weight: number
}

/** The sentences of a task's evidence, weighed. */
export interface WeighedEvidence {
  /** In reading order; those that cannot be quoted by themselves are left out. */
  readonly sentences: readonly WeighedSentence[]
  /** What the task asks about, without the words that only ask, or say in which respect. */
  readonly asked: readonly KeyTerm[]
  readonly kinds: readonly AspectKind[]
  /** Of a procedure or a list the sentences that answer it together, in their order. */
  readonly together: readonly WeighedSentence[]
  /** How surely a sentence answers, 0 to 1: the fitted judgement of answers. */
  confidenceOf(sentence: WeighedSentence): number
}

/** Weighs the sentences of evidence by the fitted weights of answers, and by the signs of the respects that are asked for. */
export async function weighSentences(
  { question, language }: TaskEvidence,
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
  return {
    asked: words.length > 0 ? keyTermsOf(words.join(' '), terms, statistics) : [],
    kinds,
    sentences: weighed.filter((one) => !one.asks && standsAlone(one)),
    together: type === 'procedure' || type === 'list' ? chosenTogether(read, weighed) : [],
    confidenceOf: (sentence) => confidenceIn(read, sentence),
  }
}

/** A list of literature says where something is written, not what. */
function isReference(text: string): boolean {
  return /\bhttps?:|\bwww\./iu.test(text)
}

const longestDate = 32

/** Chronicles begin a paragraph with nothing but a date: "1983. The cable car was built." */
function withDateBefore(sentence: Scored, text: string): Scored {
  const start = text.lastIndexOf('\n', sentence.start - 1) + 1
  const before = text.slice(start, sentence.start)
  const isDate = before.length <= longestDate && /\d{4}\S{0,2}\s+$/u.test(before) && dateIn(before) !== null
  return isDate ? { ...sentence, start, text: text.slice(start, sentence.end) } : sentence
}

function chosenTogether(read: ScoredSearch, weighed: readonly WeighedSentence[]): WeighedSentence[] {
  return extractFrom(read).flatMap(({ passage, start, heads }) => {
    const at = read.scored.findIndex((one) => one.passage === passage && one.start === start)
    const own = weighed[at]
    return own && heads !== true && !own.announces ? [own] : []
  })
}

function confidenceIn(read: ScoredSearch, { order }: WeighedSentence): number {
  const scored = read.scored[order]
  if (!scored) return 0
  const { passage, start, end, text, item } = scored
  const sentences = [{ passage, start, end, text, listItem: item }]
  const features = answerFeatures({ ...read, sentences, isCell: false, gives: holdsAnswerOfType(text, read.type) })
  return features ? likelyRight(features) : 0
}
