import { answerTypeCheck } from '@engine/answer/answerability/answer-type-check'
import { answerFeatures, likelyRight } from '@engine/answer/judgement/judge-answer'
import {
  type AnswerSentence,
  extractFrom,
  isSectionAsked,
  type ScoredSearch,
} from '@engine/answer/sentences/extract-answer'
import { questionTypeOf } from '@engine/answer/sentences/question-type'
import { scoreCandidates } from '@engine/answer/sentences/score-sentences'
import { leadWithShortAnswer } from '@engine/answer/short-answer/lead-with-short-answer'
import { leadWithSpan, readingOf } from '@engine/answer/short-answer/lead-with-span'
import type { Passage } from '@engine/retrieval/passage'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import type { PipelineRooms } from '../turn'

export type AnswerRooms = Pick<PipelineRooms, 'answerEmbedder' | 'terms' | 'index' | 'shortAnswers'>

/** A question, or one part of a compound one. */
export interface QuestionPart {
  readonly part: string
  /** Its wordings, itself first. */
  readonly queries: readonly string[]
}

/** What would answer it, and how likely it does. */
export interface PartAnswer {
  /** Empty where no sentence is about it. */
  readonly sentences: readonly AnswerSentence[]
  /** 0 to 1; 0 where there is no sentence. Null where it has a form that is not judged. */
  readonly likely: number | null
  readonly features: Readonly<Record<string, number>> | null
}

/** The likeliest answer to one part: with a short answer before its sentence, or the sentences alone. */
export async function answerPart(
  { part, queries }: QuestionPart,
  passages: readonly Passage[],
  { answerEmbedder, terms, index, shortAnswers }: AnswerRooms,
  signal: AbortSignal,
): Promise<PartAnswer> {
  const { statistics } = index
  const keyTerms = keyTermsOf(part, terms, statistics)
  const search = { queries, keyTerms, passages, embedder: answerEmbedder, statistics, signal }
  const type = questionTypeOf(queries[0] ?? '')
  const read: ScoredSearch = { search, type, scored: await scoreCandidates(search, type) }
  const gives = answerTypeCheck(part, passages)
  const reading = readingOf(part, passages)
  if (isSectionAsked(read)) return { sentences: extractFrom(read), likely: null, features: null }
  const judged = (sentences: readonly AnswerSentence[], isCell = false): PartAnswer => {
    const features = answerFeatures({ ...read, sentences, isCell, gives: gives(sentences) })
    // A reader sees a table's text and not its columns.
    const overNone = isCell ? null : (reading?.overNone ?? null)
    return {
      sentences,
      features: features && {
        ...features,
        ...(reading ? { over_none: reading.overNone, margin_read: reading.margin } : {}),
      },
      likely: features ? likelyRight(features, overNone) : 0,
    }
  }
  const answering = reading && leadWithSpan(reading, extractFrom(read), read.scored)
  // The best sentences, and the best of those that hold what is asked for; each with and without a short answer.
  const alternatives = [undefined, (sentence: AnswerSentence) => gives([sentence])].flatMap((isGiving) => {
    const found = extractFrom(read, isGiving)
    if (found.length === 0) return []
    const led = leadWithShortAnswer(part, found, { ...search, isRead: reading !== null }, shortAnswers)
    const plain = answering ? [] : [judged(givingFirst(found, (sentence) => gives([sentence])))]
    return led.isShort ? [judged(led.sentences, led.isCell), ...plain] : plain
  })
  if (answering) alternatives.push(judged(answering))
  const [best] = alternatives.toSorted((a, b) => (b.likely ?? 0) - (a.likely ?? 0))
  return best ?? { sentences: [], likely: 0, features: null }
}

/** Puts first the one sentence that gives what is asked; lists keep their order. */
function givingFirst(
  answer: readonly AnswerSentence[],
  isGiving: (sentence: AnswerSentence) => boolean,
): readonly AnswerSentence[] {
  const [opening] = answer
  if (!opening || isGiving(opening) || answer.some(({ listItem, heads }) => listItem || heads === true)) return answer
  const giving = answer.find(isGiving)
  return giving ? [giving, ...answer.filter((one) => one !== giving)] : answer
}
