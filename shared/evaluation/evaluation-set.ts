import { z } from 'zod'

/** Longest question of a set, in UTF-16 units, as in a chat. */
const longestQuestion = 8000
/** Most questions of one set. */
export const MAX_SET_QUESTIONS = 2000

/** The set that ships with the sample documents. */
export const shippedSetId = 'golden'

export const EvaluationSetId = z
  .string()
  .regex(/^(?:golden|e_[A-Za-z0-9-]{1,60})$/u, 'The id of a set is "golden" or begins with e_.')

const text = (most: number) => z.string().trim().min(1).max(most)
const questionText = text(longestQuestion)

/** A document that an answer has to cite, by its file name or title; with a passage, words that what is cited must hold. */
export const ExpectedSource = z.strictObject({ document: text(500), passage: text(4000).optional() })
export type ExpectedSource = z.infer<typeof ExpectedSource>

/** What has to come of a question: an answer, none (nothing found), a question back, or what Cairn says of itself. */
export const ExpectedOutcome = z.enum(['answer', 'refusal', 'clarify', 'system'])
export type ExpectedOutcome = z.infer<typeof ExpectedOutcome>

/** A question and what is expected of its answer. What is absent or empty is not checked. */
export const EvaluationQuestion = z.strictObject({
  /** Once in its set; two runs are compared by it. */
  id: z.string().regex(/^[\p{L}\p{N}_.-]{1,80}$/u, 'An id has letters, digits, ".", "-" or "_".'),
  question: questionText,
  /** Asked before it in the same conversation, in this order; their answers are not checked. */
  previous: z.array(questionText).max(20).default([]),
  category: text(80).optional(),
  language: z.enum(['en', 'zh']).optional(),
  expect: ExpectedOutcome.default('answer'),
  /** Of each group the answer has to say one, whatever the case and the white space. */
  keywords: z
    .array(z.array(text(500)).min(1).max(20))
    .max(40)
    .default([]),
  /** One of these has to be among the sources of the answer. */
  sources: z.array(ExpectedSource).max(40).default([]),
  /** How many different sources are cited at least, and whether each sentence that claims something cites one. */
  citations: z
    .strictObject({ at_least: z.number().int().min(0).max(40).default(0), every_sentence: z.boolean().default(false) })
    .optional(),
  /** Names of tools, each of which has to have answered. */
  tools: z.array(text(100)).max(20).default([]),
})
export type EvaluationQuestion = z.infer<typeof EvaluationQuestion>

const title = text(200)

/** The first line of a set's file: `{"set": …}`. May be absent. */
export const SetLine = z.strictObject({ set: z.strictObject({ version: z.literal(1), title }) })

/** A line of a set's file: a question; without an id it gets one by its place. */
export const QuestionLine = EvaluationQuestion.partial({ id: true })

export const EvaluationSetHeader = z.object({
  id: EvaluationSetId,
  title,
  /** `shipped`: comes with Cairn and cannot be changed. */
  kind: z.enum(['shipped', 'own']),
  questions: z.number().int().nonnegative(),
  /** ISO time of the last change; null for a shipped set. */
  updated_at: z.string().nullable(),
})
export type EvaluationSetHeader = z.infer<typeof EvaluationSetHeader>

/** Questions in the order they are asked. */
export const EvaluationSet = EvaluationSetHeader.extend({
  questions: z.array(EvaluationQuestion).max(MAX_SET_QUESTIONS),
})
export type EvaluationSet = z.infer<typeof EvaluationSet>

/** A set as lists show it. */
export function headerOfSet(set: EvaluationSet): EvaluationSetHeader {
  return { ...set, questions: set.questions.length }
}
