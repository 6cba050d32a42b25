import judgement from '@resources/answers/judgement.json'
import { analyse } from '@engine/text/analyse'
import { detectLanguage } from '@engine/text/language'
import type { AnswerSentence, ScoredSearch } from '../sentences/extract-answer'

/** What an answer is judged by. Adding to them gained nothing on questions they were not fitted on (docs/quality.md). */
export const answerFeatureNames = [
  /** How far the passage it is from is above the relevance floor, as a share of the most that counts. */
  'nearness',
  /** It holds the kind of thing that is asked for: 1 or 0, as all without another unit. */
  'gives',
  /** It is a table's cell. */
  'cell',
  /** Words that the question does not have, as a share of as many as count. */
  'fresh',
  /** Share of the question's words that related words stand for. */
  'related',
  /** Cosine to the question. */
  'cosine',
  /** How much better its sentence scores than any in other passages. */
  'margin',
  /** It is a row of a table or an item of a list. */
  'row',
  /** It is in another language than the question. */
  'foreign',
] as const
export type AnswerFeatures = Readonly<Record<(typeof answerFeatureNames)[number], number>>

/** An answer as it would stand. */
export interface AnswerToJudge extends ScoredSearch {
  readonly sentences: readonly AnswerSentence[]
  readonly isCell: boolean
  /** It holds the kind of thing that is asked for. */
  readonly gives: boolean
}

/** Logits beyond the relevance floor that say no more. */
const mostNearness = 6
const mostFresh = 6

/** The features of an answer by the sentence that leads it; null where none of the scored sentences does. */
export function answerFeatures({ search, scored, sentences, isCell, gives }: AnswerToJudge): AnswerFeatures | null {
  const first = sentences.find((one) => !one.short && !one.heads)
  const lead = scored.find(({ passage, start }) => passage === first?.passage && start === first.start)
  const passage = lead && search.passages[lead.passage]
  if (!lead || !passage) return null
  const others = scored.filter((one) => one.passage !== lead.passage)
  const asked = new Set(analyse(search.queries.join('\n')))
  const fresh = [...lead.terms].filter((term) => !asked.has(term)).length
  const nearness = Math.max(-mostNearness, Math.min(mostNearness, passage.nearness ?? 0))
  return {
    nearness: nearness / mostNearness,
    gives: Number(gives),
    cell: Number(isCell),
    fresh: Math.min(1, fresh / mostFresh),
    related: lead.features.related,
    cosine: lead.features.cosine,
    margin: lead.score - Math.max(0, ...others.map(({ score }) => score)),
    row: Number(lead.item),
    foreign: Number(detectLanguage(lead.text) !== detectLanguage(search.queries[0] ?? '')),
  }
}

/** An answer that is less likely right than this leads nothing: the passages that come closest are shown instead. */
export const leastLikely: number = judgement.least

/**
 * How likely an answer with these features answers its question, 0 to 1: logistic regression, fitted by `cairn bench
 * outcome-fit` on questions with and without an answer.
 */
export function likelyRight(features: AnswerFeatures): number {
  const { weights, constant } = judgement
  const sum = answerFeatureNames.reduce((total, name) => total + weights[name] * features[name], constant)
  return 1 / (1 + Math.exp(-sum))
}
