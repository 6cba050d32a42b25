import { EvaluationQuestion, MAX_SET_QUESTIONS, QuestionLine, SetLine } from '@shared/evaluation/evaluation-set'
import { CairnError } from '@shared/errors'
import { z } from 'zod'
import { jsonIfValid } from '@engine/platform/stored-text'

export interface SetContent {
  /** Null where the file says none. */
  readonly title: string | null
  readonly questions: readonly EvaluationQuestion[]
}

/** Longest file, in UTF-16 units. */
const longestFile = 20_000_000

/** One JSON object with all questions, as golden questions are kept. */
const GoldenSet = z.object({
  version: z.literal(1),
  questions: z.array(
    z.object({
      id: z.string(),
      category: z.string(),
      language: z.enum(['en', 'zh']),
      question: z.string(),
      expected_keywords: z.array(z.array(z.string())),
      expected_sources: z.array(z.string()),
      expect: z.enum(['answer', 'refusal', 'clarify', 'system']).default('answer'),
      previous: z.array(z.string()).default([]),
    }),
  ),
})

/**
 * Reads a set: JSON lines, one question a line (`resources/schemas/evaluation-question.schema.json`) and a line `{"set": …}` before
 * them if its title is to be kept; or one JSON object of golden questions. Throws INVALID_INPUT that says which line is wrong and how.
 */
export function readSetFile(text: string): SetContent {
  if (text.length > longestFile) throw wrong('The file is longer than a set can be.')
  const golden = GoldenSet.safeParse(jsonIfValid(text))
  const content = golden.success
    ? { title: null, questions: golden.data.questions.map((question, at) => ofGolden(question, at + 1)) }
    : readLines(text)
  checkQuestions(content.questions)
  return content
}

/** The file of a set, as `readSetFile` reads it; what says nothing is left out. */
export function writeSetFile({
  title,
  questions,
}: {
  title: string
  questions: readonly EvaluationQuestion[]
}): string {
  const head = JSON.stringify({ set: { version: 1, title } })
  return [head, ...questions.map((question) => JSON.stringify(shortened(question)))].join('\n') + '\n'
}

/** Throws INVALID_INPUT where a set has no question, too many, or two of the same id. */
export function checkQuestions(questions: readonly EvaluationQuestion[]): void {
  if (questions.length === 0) throw wrong('There is no question in it.')
  if (questions.length > MAX_SET_QUESTIONS) throw wrong(`A set has at most ${MAX_SET_QUESTIONS} questions.`)
  const seen = new Set<string>()
  for (const { id } of questions) {
    if (seen.has(id)) throw wrong(`The id "${id}" is there twice.`)
    seen.add(id)
  }
}

function readLines(text: string): SetContent {
  const lines = text.replace(/^\u{FEFF}/u, '').split(/\r?\n/u)
  const questions: EvaluationQuestion[] = []
  let title: string | null = null
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const value = jsonIfValid(line)
    if (value === undefined) throw wrong(`Line ${at + 1} is not JSON.`)
    if (questions.length === 0 && title === null && isObject(value) && Object.hasOwn(value, 'set')) {
      title = parsed(SetLine, value, at + 1).set.title
      continue
    }
    const { id, ...question } = parsed(QuestionLine, value, at + 1)
    questions.push({ id: id ?? `q${questions.length + 1}`, ...question })
  }
  return { title, questions }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function ofGolden(golden: z.infer<typeof GoldenSet>['questions'][number], line: number): EvaluationQuestion {
  const { expected_keywords: keywords, expected_sources: sources, id, ...question } = golden
  const known = { ...question, keywords, sources: sources.map((document) => ({ document })) }
  return parsed(EvaluationQuestion, { ...known, id: id.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_') }, line)
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, line: number): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = issue ? [issue.path.join('.'), issue.message].filter((part) => part !== '').join(': ') : ''
  throw wrong(`Line ${line} is no question: ${where}`)
}

function shortened(question: EvaluationQuestion): Partial<EvaluationQuestion> {
  const said = Object.entries(question).filter(
    ([name, value]) =>
      value !== undefined &&
      !(Array.isArray(value) && value.length === 0) &&
      !(name === 'expect' && value === 'answer'),
  )
  return Object.fromEntries(said)
}

function wrong(why: string): CairnError {
  const action = 'Correct the file; what a line may be is in evaluation-question.schema.json.'
  return new CairnError('INVALID_INPUT', `This is no set of questions. ${why}`, action)
}
