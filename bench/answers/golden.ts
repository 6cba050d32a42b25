import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { QuestionResult } from '@shared/evaluation/evaluation-run'
import { askQuestion } from '@engine/evaluation/asking/ask-question'
import { readSetFile } from '@engine/evaluation/sets/set-file'
import { createEngine } from '@engine/engine'
import type { BenchIo } from '../io'

/**
 * `bench golden [--questions FILE --documents PATH...]`: asks the shipped golden questions of the shipped sample, or questions of
 * the same shape of other documents, whose answers are then all printed; exit code 1 when any check fails. `cairn eval` asks in the
 * same way, of the user's own library.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      questions: { type: 'string', default: join(io.resources, 'golden', 'golden.json') },
      documents: { type: 'string', multiple: true, default: [join(io.resources, 'sample')] },
    },
  })
  const { questions } = readSetFile(await readFile(values.questions, 'utf8'))
  const folder = await mkdtemp(join(tmpdir(), 'cairn-golden-'))
  const engine = await createEngine({ folder, resources: io.resources })
  try {
    for await (const event of engine.ingest({ paths: values.documents.map((path) => resolve(path)) })) {
      if (event.type === 'progress') io.progress(event.message)
    }
    const results: QuestionResult[] = []
    for (const [at, golden] of questions.entries()) {
      io.progress(`golden: ${golden.id}`)
      const ask = (question: string, session_id: string) => engine.ask({ question, session_id })
      results.push(await askQuestion(golden, `golden_${at}`, ask))
    }
    const failed = results.filter(({ passed }) => !passed)
    const categories = new Set(questions.map(({ category }) => category)).size
    const figures = {
      ...{ bench: 'golden', questions: results.length, categories, passed: results.length - failed.length },
      by_language: { en: passedIn('en', results), zh: passedIn('zh', results) },
      /** Whose first statement holds a word of the first group already. */
      led: results.filter(({ led }) => led).length,
      failed: failed.map(failureOf),
    }
    const said = results.map(({ question, answer }) => ({ id: question.id, response: answer?.response ?? '' }))
    io.print(JSON.stringify({ ...figures, ...(args.length > 0 ? { answers: said } : {}) }))
    return failed.length === 0 ? 0 : 1
  } finally {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function passedIn(language: 'en' | 'zh', results: readonly QuestionResult[]) {
  const own = results.filter(({ question }) => question.language === language)
  return { questions: own.length, passed: own.filter(({ passed }) => passed).length }
}

function failureOf({ question, checks, answer, error, led }: QuestionResult) {
  const { id, category } = question
  const problems = checks.flatMap(({ faults }) => faults.map(({ fault, values }) => ({ fault, ...values })))
  return { id, category, question: question.question, problems, response: answer?.response ?? '', leads: led, error }
}
