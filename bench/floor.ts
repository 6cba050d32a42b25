import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { detectLanguage, type Language } from '../electron/text/language'
import { expandAcrossLanguages } from '../electron/retrieval/cross-language'
import { keyTermsOf } from '../electron/retrieval/key-terms'
import { askedFor, floorFeatures, floorValuesOf } from '../electron/retrieval/relevance'
import { retrieve, type RetrievalRooms } from '../electron/retrieval/retrieve'
import type { WeightedQuery } from '../electron/retrieval/search'
import { type BenchData, readBenchData } from './data'
import type { BenchIo } from './io'
import { percentile, round } from './metrics'
import { indexPassages } from './passage-index'
import { createProgressBar } from './progress-bar'

interface Example {
  readonly values: readonly number[]
  readonly answers: 0 | 1
  readonly language: Language
}

const steps = 12_000
const rate = 0.5
const decay = 1e-4
/** Answerable questions that may be refused, in percent. */
const mayRefuse = 5
/** The same where the passages are in another language than the questions: what is found there is less often the right one. */
const mayRefuseAcross = 20

/**
 * `bench floor --data FILE... [--across FILE,FILE]`: fits the relevance floor. Logistic regression tells the best passage of a
 * question from the best one left when the gold passage is taken away; a language's floor is where 5 % of its former fall
 * below it. `--across` names two files of the same passages in two languages: the floor between languages is where 20 % of
 * what the questions of each find in the other fall below. Each set is also judged by weights that it had no part in.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { data: { type: 'string', multiple: true, default: [] }, across: { type: 'string' } },
  })
  const files = [...values.data, ...positionals]
  if (files.length === 0)
    throw new CairnError('INVALID_INPUT', 'bench floor needs --data FILE.', 'Name benchmark files.')
  const sets: { file: string; examples: Example[] }[] = []
  for (const file of files) sets.push({ file, examples: await examplesOf(await readBenchData(file), file, io) })
  const weights = fit(sets)
  const floors = floorsOf(
    sets.flatMap(({ examples }) => examples),
    weights,
  )
  const across = values.across === undefined ? null : await measureAcross(values.across, io)
  io.print(
    JSON.stringify({
      bench: 'floor',
      features: ['1', ...floorFeatures],
      weights: weights.map((weight) => round(weight)),
      floors,
      ...(across ? { across } : {}),
      sets: sets.map((set) => {
        const others = sets.filter((one) => one !== set)
        const heldOut = others.length > 0 ? fit(others) : null
        return {
          data: set.file,
          wrongly_refused: refused(set.examples, 1, weights, floors),
          refused_without_gold: refused(set.examples, 0, weights, floors),
          ...(heldOut && {
            held_out_refused_without_gold: refused(set.examples, 0, heldOut, floorsOf(set.examples, heldOut)),
          }),
        }
      }),
    }),
  )
  return 0
}

function floorsOf(examples: readonly Example[], weights: readonly number[]): Record<Language, number> {
  const floorOf = (language: Language) =>
    percentile(
      examples
        .filter((one) => one.answers === 1 && one.language === language)
        .map(({ values }) => dot(weights, values)),
      mayRefuse,
    )
  return { en: floorOf('en'), zh: floorOf('zh') }
}

function refused(
  examples: readonly Example[],
  answers: 0 | 1,
  weights: readonly number[],
  floors: Readonly<Record<Language, number>>,
): number {
  const some = examples.filter((example) => example.answers === answers)
  const below = some.filter(({ language, values }) => dot(weights, values) < floors[language])
  return round(below.length / Math.max(1, some.length))
}

/** Questions of each of two files put to the passages of the other: weights of their own, since little is alike there. */
async function measureAcross(pair: string, io: BenchIo) {
  const [first, second, ...more] = pair.split(',')
  if (!first || !second || more.length > 0)
    throw new CairnError('INVALID_INPUT', '--across takes two files, separated by a comma.', 'Name two files.')
  const [one, other] = [await readBenchData(first), await readBenchData(second)]
  const sets = [
    { file: first, examples: await examplesOf({ ...one, questions: other.questions }, first, io) },
    { file: second, examples: await examplesOf({ ...other, questions: one.questions }, second, io) },
  ]
  const weights = fit(sets)
  const scores = (examples: readonly Example[], answers: 0 | 1) =>
    examples.filter((example) => example.answers === answers).map(({ values }) => dot(weights, values))
  const floor = percentile(
    scores(
      sets.flatMap(({ examples }) => examples),
      1,
    ),
    mayRefuseAcross,
  )
  const below = (some: readonly number[]) =>
    round(some.filter((score) => score < floor).length / Math.max(1, some.length))
  return {
    weights: weights.map((weight) => round(weight)),
    floor,
    sets: sets.map(({ file, examples }) => ({
      passages: file,
      wrongly_refused: below(scores(examples, 1)),
      refused_without_gold: below(scores(examples, 0)),
    })),
  }
}

async function examplesOf({ passages, questions }: BenchData, file: string, io: BenchIo): Promise<Example[]> {
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
  const queries = queriesOf(question, rooms)
  const { passages } = await retrieve({ question, queries, filter, most: 1, tokenBudget: Infinity }, rooms)
  const { terms, index } = rooms
  const asked = askedFor(question, keyTermsOf(question, terms, index.statistics), index.statistics)
  const values = passages[0] && floorValuesOf(passages[0], asked)
  return values ? [1, ...values] : null
}

/** As the pipeline asks: the question, and what the term table makes of it in the other language. */
function queriesOf(question: string, { terms }: RetrievalRooms): WeightedQuery[] {
  const translated = expandAcrossLanguages(question, detectLanguage(question), terms)
  return [{ text: question, weight: 1 }, ...(translated ? [{ text: translated, weight: 0.7, translated: true }] : [])]
}

/** Every set counts the same, however many questions it has. */
function fit(sets: readonly { readonly examples: readonly Example[] }[]): number[] {
  const weights = Array.from({ length: 1 + floorFeatures.length }, () => 0)
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
