import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { detectLanguage, type Language } from '@engine/text/language'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { askedFor, floorFeatures, floorValuesOf } from '@engine/retrieval/relevance'
import { retrieve, type RetrievalRooms } from '@engine/retrieval/retrieve'
import { type BenchData, readBenchData } from '../data'
import type { BenchIo } from '../io'
import { dot, fitLogistic } from '../intent/logistic-fit'
import { percentile, round } from '../metrics'
import { indexPassages } from './passage-index'
import { createProgressBar } from '../progress-bar'
import { queriesOf } from './question-queries'

interface Example {
  readonly values: readonly number[]
  readonly answers: 0 | 1
  readonly language: Language
  /** Questions on one article are learned from or tested on, never both. */
  readonly group: string
}

type Best = Pick<Example, 'values'>

interface ExampleSet {
  readonly examples: readonly Example[]
}

const penalty = 2e-5
const folds = 3
/** Answerable questions that may be refused, in percent. */
const mayRefuse = 5
/** The same where the passages are in another language than the questions: what is found there is less often the right one. */
const mayRefuseAcross = 20

/**
 * `bench floor --data FILE... [--across FILE,FILE]`: fits the relevance floor. Logistic regression tells the best passage of a
 * question from the best one left when the gold passage is taken away; a language's floor is where 5 % of its former fall
 * below it. `--across` names two files of the same passages in two languages: the floor between languages is where 20 % of
 * what the questions of each find in the other fall below. Each set is also judged by weights and floors that the article asked for had no part in.
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
  const floors = floorsOf(sets)
  const heldOut = refusedHeldOut(sets)
  const across = values.across === undefined ? null : await measureAcross(values.across, io)
  io.print(
    JSON.stringify({
      bench: 'floor',
      features: ['1', ...floorFeatures],
      floors,
      ...(across ? { across } : {}),
      sets: sets.map((set) => {
        return {
          data: set.file,
          wrongly_refused: shareOf(set.examples, 1, below(floors)),
          refused_without_gold: shareOf(set.examples, 0, below(floors)),
          held_out_wrongly_refused: shareOf(set.examples, 1, (one) => heldOut.has(one)),
          held_out_refused_without_gold: shareOf(set.examples, 0, (one) => heldOut.has(one)),
        }
      }),
    }),
  )
  return 0
}

/** Weights of its own for each language: what is near in meaning is known of English words alone. */
function floorsOf(sets: readonly ExampleSet[]): Floors {
  const floorOf = (language: Language): Floor => {
    const weights = fit(sets, language)
    const answered = sets.flatMap(({ examples }) =>
      examples.filter((one) => one.answers === 1 && one.language === language),
    )
    const scores = answered.map((example) => scoreOf(example, weights))
    return { weights: weights.map((weight) => round(weight)), floor: percentile(scores, mayRefuse) }
  }
  return { en: floorOf('en'), zh: floorOf('zh') }
}

interface Floor {
  readonly weights: readonly number[]
  readonly floor: number
}

type Floors = Readonly<Record<Language, Floor>>

function below(floors: Floors) {
  return (example: Example) => scoreOf(example, floors[example.language].weights) < floors[example.language].floor
}

/** What is refused by weights and floors that were fitted without a third of the articles, of that third. */
function refusedHeldOut(sets: readonly ExampleSet[]): ReadonlySet<Example> {
  const all = sets.flatMap(({ examples }) => examples)
  const groups = [...new Set(all.map(({ group }) => group))].sort()
  const foldOf = ({ group }: Example) => groups.indexOf(group) % folds
  const refused = Array.from({ length: folds }, (_, fold) => {
    const others = sets.map(({ examples }) => ({ examples: examples.filter((one) => foldOf(one) !== fold) }))
    return all.filter((one) => foldOf(one) === fold).filter(below(floorsOf(others)))
  })
  return new Set(refused.flat())
}

function shareOf(examples: readonly Example[], answers: 0 | 1, isRefused: (one: Example) => boolean): number {
  const some = examples.filter((example) => example.answers === answers)
  return round(some.filter(isRefused).length / Math.max(1, some.length))
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
    examples.filter((example) => example.answers === answers).map((example) => scoreOf(example, weights))
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
      const group = `${file} ${gold[0]?.split('-')[0] ?? ''}`
      if (whole) examples.push({ ...whole, answers: 1, language, group })
      if (without) examples.push({ ...without, answers: 0, language, group })
    }
    return examples
  } finally {
    progress.end()
    await close()
  }
}

async function bestOf(question: string, without: readonly string[], rooms: RetrievalRooms): Promise<Best | null> {
  const filter = without.length > 0 ? { not_documents: without } : undefined
  const queries = queriesOf(question, rooms)
  const { passages } = await retrieve({ question, queries, filter, most: 1, tokenBudget: Infinity }, rooms)
  const { terms, index } = rooms
  const asked = askedFor(question, keyTermsOf(question, terms, index.statistics), index.statistics)
  const [best] = passages
  const values = best && floorValuesOf(best, asked)
  return values ? { values: [1, ...values] } : null
}

/** Every set counts the same, however many questions it has; of one language where that is named. */
function fit(sets: readonly ExampleSet[], language?: Language): number[] {
  const observations = sets.flatMap(({ examples }) =>
    examples
      .filter((one) => language === undefined || one.language === language)
      .map(({ values, answers }) => ({ values, isTrue: answers === 1, weight: 1 / examples.length / sets.length })),
  )
  return fitLogistic(observations, penalty)
}

function scoreOf({ values }: Example, weights: readonly number[]): number {
  return dot(weights, values)
}
