import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { detectLanguage, type Language } from '../electron/text/language'
import { floorFeatures } from '../electron/retrieval/relevance'
import { retrieve, type RetrievalRooms } from '../electron/retrieval/retrieve'
import { readBenchData } from './data'
import type { BenchIo } from './io'
import { percentile, round } from './metrics'
import { indexPassages } from './passage-index'
import { createProgressBar } from './progress-bar'

interface Example {
  readonly values: readonly number[]
  readonly answers: 0 | 1
  readonly language: Language
}

const steps = 4000
const rate = 0.5
const decay = 1e-4
/** Answerable questions that may be refused, in percent. */
const mayRefuse = 5

/**
 * `bench floor --data FILE...`: fits the relevance floor. Logistic regression tells the best passage of a question from the
 * best one left when the gold passage is taken away; a language's floor is where 5 % of its
 * former fall below it.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { data: { type: 'string', multiple: true, default: [] } },
  })
  const files = [...values.data, ...positionals]
  if (files.length === 0)
    throw new CairnError('INVALID_INPUT', 'bench floor needs --data FILE.', 'Name benchmark files.')
  const sets: { file: string; examples: Example[] }[] = []
  for (const file of files) sets.push({ file, examples: await examplesOf(file, io) })
  const weights = fit(sets)
  const all = sets.flatMap(({ examples }) => examples)
  const scores = (examples: readonly Example[], answers: 0 | 1) =>
    examples
      .filter((example) => example.answers === answers)
      .map(({ values, language }) => ({ language, score: dot(weights, values) }))
  const floorOf = (language: Language) =>
    percentile(
      scores(all, 1).flatMap((one) => (one.language === language ? [one.score] : [])),
      mayRefuse,
    )
  const floors = { en: floorOf('en'), zh: floorOf('zh') }
  const refused = (examples: readonly Example[], answers: 0 | 1) => {
    const some = scores(examples, answers)
    return round(some.filter(({ language, score }) => score < floors[language]).length / Math.max(1, some.length))
  }
  io.print(
    JSON.stringify({
      bench: 'floor',
      features: ['1', ...Object.keys(floorFeatures)],
      weights: weights.map((weight) => round(weight)),
      floors,
      sets: sets.map(({ file, examples }) => ({
        data: file,
        wrongly_refused: refused(examples, 1),
        refused_without_gold: refused(examples, 0),
      })),
    }),
  )
  return 0
}

async function examplesOf(file: string, io: BenchIo): Promise<Example[]> {
  const { passages, questions } = await readBenchData(file)
  const progress = createProgressBar(io)
  const { rooms, close } = await indexPassages(passages, io.resources, progress)
  try {
    const examples: Example[] = []
    for (const [at, { question, gold }] of questions.entries()) {
      progress.step(file, at, questions.length)
      const [whole, without] = [await bestOf(question, [], rooms), await bestOf(question, gold, rooms)]
      const language = detectLanguage(question)
      if (whole) examples.push({ values: whole, answers: 1, language })
      if (without) examples.push({ values: without, answers: 0, language })
    }
    return examples
  } finally {
    progress.end()
    await close()
  }
}

async function bestOf(question: string, without: readonly string[], rooms: RetrievalRooms): Promise<number[] | null> {
  const filter = without.length > 0 ? { not_documents: without } : undefined
  const queries = [{ text: question, weight: 1 }]
  const { passages } = await retrieve({ question, queries, filter, most: 1, tokenBudget: Infinity }, rooms)
  const features = passages[0]?.features
  return features ? [1, ...Object.values(floorFeatures).map((read) => read(features))] : null
}

/** Every set counts the same, however many questions it has. */
function fit(sets: readonly { readonly examples: readonly Example[] }[]): number[] {
  const weights = Array.from({ length: 1 + Object.keys(floorFeatures).length }, () => 0)
  for (let step = 0; step < steps; step += 1) {
    const slope = weights.map((weight) => decay * weight)
    for (const { examples } of sets) {
      for (const { values, answers } of examples) {
        const error = 1 / (1 + Math.exp(-dot(weights, values))) - answers
        for (const [at, value] of values.entries()) {
          slope[at] = (slope[at] ?? 0) + (error * value) / examples.length / sets.length
        }
      }
    }
    for (const [at, value] of slope.entries()) weights[at] = (weights[at] ?? 0) - rate * value
  }
  return weights
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
