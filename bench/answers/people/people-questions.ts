import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { CairnError } from '@shared/errors'

const PeopleQuestions = z.object({
  version: z.literal(1),
  questions: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      language: z.enum(['en', 'zh']),
      question: z.string(),
      /** Asked before it in the same chat, oldest first. */
      previous: z.array(z.string()).default([]),
      /** Groups of exact texts: a model needs one of each group before it. */
      key: z.array(z.array(z.string()).min(1)),
      /** A language model must be asked; otherwise a fixed answer may do. */
      reach: z.boolean(),
    }),
  ),
})
export type PeopleQuestion = z.infer<typeof PeopleQuestions>['questions'][number]

const Readings = z.object({ replies: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** What a language model would say that each question means, by the question's id. Throws INVALID_INPUT for another form. */
export async function readReadings(path: string): Promise<Readonly<Record<string, Record<string, unknown>>>> {
  try {
    return Readings.parse(JSON.parse(await readFile(path, 'utf8'))).replies
  } catch (thrown) {
    const hint = 'It needs {replies: {ID: {standalone, parts, queries, intents}}}.'
    throw new CairnError('INVALID_INPUT', `${path} is no file of readings.`, hint, { cause: thrown })
  }
}

export interface WhichQuestions {
  /** Only each so manyth; 1 for all. */
  readonly every: number
  /** Only these ids; null for all. */
  readonly only: readonly string[] | null
}

/** Throws INVALID_INPUT for a file of another form, and for ids it does not hold. */
export async function readPeopleQuestions(path: string, { every, only }: WhichQuestions): Promise<PeopleQuestion[]> {
  const questions = parse(await readFile(path, 'utf8'), path)
  const unknown = only?.find((wanted) => !questions.some(({ id }) => id === wanted))
  if (unknown !== undefined) {
    throw new CairnError('INVALID_INPUT', `${path} holds no question "${unknown}".`, 'Name ids of the file.')
  }
  return questions.filter(({ id }, at) => at % every === 0 && (only?.includes(id) ?? true))
}

function parse(json: string, path: string): PeopleQuestion[] {
  try {
    return PeopleQuestions.parse(JSON.parse(json)).questions
  } catch (thrown) {
    const hint = 'It needs {version: 1, questions: [{id, kind, language, question, key, reach}]}.'
    throw new CairnError('INVALID_INPUT', `${path} is no file of people’s questions.`, hint, { cause: thrown })
  }
}
