import { type AnswerFeatures, answerFeatures, likelyRight } from '@engine/answer/judgement/judge-answer'
import {
  type AnswerSentence,
  extractFrom,
  isSectionAsked,
  type ScoredSearch,
} from '@engine/answer/sentences/extract-answer'
import { holdsAnswerOfType, questionTypeOf } from '@engine/answer/sentences/question-type'
import { scoreCandidates } from '@engine/answer/sentences/score-sentences'
import { leadWithShortAnswer } from '@engine/answer/short-answer/lead-with-short-answer'
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
  readonly features: AnswerFeatures | null
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
  if (isSectionAsked(read)) return { sentences: extractFrom(read), likely: null, features: null }
  const judged = (sentences: readonly AnswerSentence[], isCell = false): PartAnswer => {
    const gives = sentences.some(({ text }) => holdsAnswerOfType(text, type))
    const features = answerFeatures({ ...read, sentences, isCell, gives })
    return { sentences, features, likely: features ? likelyRight(features) : 0 }
  }
  const plain = judged(extractFrom(read))
  const led = leadWithShortAnswer(part, plain.sentences, search, shortAnswers)
  const short = led.isShort ? judged(led.sentences, led.isCell) : null
  return short && (short.likely ?? 0) >= (plain.likely ?? 0) ? short : plain
}
