import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { CairnError } from '@shared/errors'

/** A question that is to be answered without a language model. */
export interface UnaidedQuestion {
  readonly id: string
  readonly kind: string
  readonly language: 'en' | 'zh'
  readonly question: string
  /** Asked before it in the same chat, oldest first. */
  readonly previous: readonly string[]
  readonly isAnswerable: boolean
  /** Texts of the answer, any of which makes what leads right. */
  readonly answers: readonly string[]
  /** File names of documents that answer; empty where the set names none. */
  readonly documents: readonly string[]
  /** Passages that answer, letter for letter but for white space; empty where the set names none. */
  readonly passages: readonly string[]
}

const language = z.enum(['en', 'zh'])

/** The form of `tests/fixtures/without-model`. */
const WithPassages = z.array(
  z.object({
    id: z.string(),
    kind: z.string(),
    language,
    question: z.string(),
    history: z.array(z.string()).default([]),
    answerable: z.boolean(),
    answer: z.array(z.string()),
    document: z.string(),
    passage: z.string(),
    also: z.array(z.object({ document: z.string(), passage: z.string() })),
  }),
)

/** The form of the golden questions, of which those are taken that documents answer or cannot answer. */
const WithKeywords = z.object({
  questions: z.array(
    z.object({
      id: z.string(),
      category: z.string(),
      language,
      question: z.string(),
      previous: z.array(z.string()).default([]),
      expected_keywords: z.array(z.array(z.string())),
      expect: z.enum(['answer', 'refusal', 'clarify', 'system']).default('answer'),
    }),
  ),
})

/** The questions of a file in either form; null for a file of another form. Throws INVALID_INPUT for what is no JSON. */
export async function readUnaidedQuestions(path: string): Promise<UnaidedQuestion[] | null> {
  const json = await readJson(path)
  const withPassages = WithPassages.safeParse(json)
  if (withPassages.success) {
    return withPassages.data.map(({ history, answerable, answer, document, passage, also, ...rest }) => ({
      ...rest,
      previous: history,
      isAnswerable: answerable,
      answers: answer,
      documents: [document, ...also.map((other) => other.document)].map((path) => basename(path)),
      passages: [passage, ...also.map((other) => other.passage)].filter((text) => text !== ''),
    }))
  }
  const withKeywords = WithKeywords.safeParse(json)
  if (!withKeywords.success) return null
  return withKeywords.data.questions.flatMap(({ expect, expected_keywords: [answers = []], category, ...rest }) =>
    expect === 'answer' || expect === 'refusal'
      ? { ...rest, kind: category, isAnswerable: expect === 'answer', answers, documents: [], passages: [] }
      : [],
  )
}

async function readJson(path: string): Promise<unknown> {
  try {
    const json: unknown = JSON.parse(await readFile(path, 'utf8'))
    return json
  } catch (thrown) {
    throw new CairnError('INVALID_INPUT', `${path} is no file of questions.`, 'Name a JSON file.', { cause: thrown })
  }
}
