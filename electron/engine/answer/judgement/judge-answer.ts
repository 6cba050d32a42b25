import judgement from '@resources/answers/judgement.json'
import { type AnswerFeatures, answerFeatureNames } from './answer-features'

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
