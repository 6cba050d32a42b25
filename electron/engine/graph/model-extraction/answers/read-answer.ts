import type { FactPassage } from '../../facts/passage-parts'
import { type GroundedAnswer, groundAnswer } from './ground-answer'
import { type Answer, parseAnswer } from './parse-answer'

/**
 * What of a model's answer can be believed: names that stand in the passages and what is said of two of them. All else is left
 * out and counted. `found` is what an earlier answer about the same passages gave, which this one adds to. Undefined for an
 * answer that is no such JSON.
 */
export function readAnswer(
  text: string,
  passages: readonly FactPassage[],
  found: Answer = { entities: [], relations: [] },
): GroundedAnswer | undefined {
  const parsed = parseAnswer(text)
  if (!parsed) return undefined
  const entities = [...found.entities, ...parsed.answer.entities]
  const relations = [...found.relations, ...parsed.answer.relations]
  const grounded = groundAnswer({ entities, relations }, passages)
  return { ...grounded, discarded: grounded.discarded + parsed.discarded }
}
