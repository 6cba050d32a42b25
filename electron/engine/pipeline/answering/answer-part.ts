import { answerFeatures, likelyRight } from '@engine/answer/judgement/judge-answer'
import {
  type AnswerSentence,
  extractFrom,
  isSectionAsked,
  type ScoredSearch,
} from '@engine/answer/sentences/extract-answer'
import { holdsAnswerOfType } from '@engine/answer/sentences/type-signs'
import { scoreCandidates, type SentenceSearch } from '@engine/answer/sentences/score-sentences'
import { leadWithShortAnswer } from '@engine/answer/short-answer/lead-with-short-answer'
import { leadWithSpan, readingOf } from '@engine/answer/short-answer/lead-with-span'
import type { AskedPart } from '@engine/question/asked-question'
import type { QuestionType } from '@engine/question/words/question-type'
import type { Passage } from '@engine/retrieval/passage'
import { coverage, type KeyTerm, keyTermsOf } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import type { PipelineRooms, QuestionWithEvidence } from '../turn'

export type AnswerRooms = Pick<PipelineRooms, 'answerEmbedder' | 'terms' | 'index' | 'shortAnswers'>

export type SearchRooms = Pick<PipelineRooms, 'answerEmbedder' | 'terms' | 'index'>

/** What the sentences of the evidence are searched for. */
export function searchIn(
  { rewrite: { asked, queries }, basis }: QuestionWithEvidence,
  { answerEmbedder: embedder, terms, index: { statistics } }: SearchRooms,
  signal: AbortSignal,
): SentenceSearch {
  const keyTerms = keyTermsOf(asked.text, terms, statistics)
  const wordings = [asked.text, ...queries.map(({ text }) => text)]
  return { queries: wordings, keyTerms, passages: basis.retrieved.passages, embedder, statistics, signal }
}

/** A question, or one part of a compound one. */
export interface QuestionPart {
  readonly part: AskedPart
  /** Its wordings, itself first. */
  readonly queries: readonly string[]
}

/** What was spoken of says what is asked about, and less of what is asked. */
const ofContext = 0.5
/** Share of what a follow-up puts into the question before it that its answer must say. */
const leastFilled = 0.5

/** Types whose answers cannot do without their sign: a date, a number. */
const countable: ReadonlySet<QuestionType> = new Set(['when', 'quantity'])

/** What would answer it, and how likely it does. */
export interface PartAnswer {
  /** Empty where no sentence is about it. */
  readonly sentences: readonly AnswerSentence[]
  /** 0 to 1; 0 where there is no sentence. Null where it has a form that is not judged. */
  readonly likely: number | null
  /** What it was judged by, by name; null where it was not. */
  readonly features: Readonly<Record<string, number>> | null
}

/**
 * The likeliest answer to one part: with a short answer before its sentence, or the sentences alone. Where a reader sees an
 * answer, that is the short one, unless a table's cell is likelier.
 */
export async function answerPart(
  { part, queries }: QuestionPart,
  passages: readonly Passage[],
  { answerEmbedder, terms, index, shortAnswers }: AnswerRooms,
  signal: AbortSignal,
): Promise<PartAnswer> {
  const { statistics } = index
  const own = new Set(keyTermsOf(part.text.slice(part.from), terms, statistics).map(({ surface }) => surface))
  const keyTerms = keyTermsOf(part.text, terms, statistics).map((term) =>
    own.has(term.surface) ? term : { ...term, weight: term.weight * ofContext },
  )
  const search = { queries, keyTerms, passages, embedder: answerEmbedder, statistics, signal }
  const { type } = part
  const read: ScoredSearch = { search, type, scored: await scoreCandidates(search, type) }
  const reading = readingOf(part, passages)
  const filled = part.fills === '' ? [] : keyTermsOf(part.fills, terms, statistics)
  if (isSectionAsked(read)) return { sentences: extractFrom(read), likely: null, features: null }
  const judged = (sentences: readonly AnswerSentence[], isCell = false): PartAnswer => {
    const gives = !countable.has(type) || sentences.some(({ text }) => holdsAnswerOfType(text, type))
    if (!saysFilled(sentences, read, filled)) return { sentences, likely: 0, features: null }
    const features = answerFeatures({ ...read, sentences, isCell, gives })
    if (!features || !reading) return { sentences, features, likely: features ? likelyRight(features) : 0 }
    const { overNone, margin } = reading
    // A reader sees a table's text and not its columns.
    const likely = likelyRight(features, isCell ? null : overNone)
    return { sentences, features: { ...features, over_none: overNone, margin_read: margin }, likely }
  }
  const chosen = extractFrom(read)
  const seen = reading && leadWithSpan(reading, chosen, read.scored)
  const plain = judged(seen ?? chosen)
  const led = leadWithShortAnswer(part, chosen, { ...search, isRead: reading !== null }, shortAnswers)
  const short = led.isShort ? judged(led.sentences, led.isCell) : null
  return short && (short.likely ?? 0) >= (plain.likely ?? 0) ? short : plain
}

/** Whether an answer, or what stands above it, says what a follow-up puts into the question: else it answers that once more. */
function saysFilled(
  sentences: readonly AnswerSentence[],
  { scored }: ScoredSearch,
  filled: readonly KeyTerm[],
): boolean {
  if (filled.length === 0) return true
  const said = scored.filter((one) =>
    sentences.some(({ passage, start }) => one.passage === passage && one.start === start),
  )
  return coverage(filled, new Set(said.flatMap((one) => [...one.terms, ...analyse(one.about)]))) >= leastFilled
}
