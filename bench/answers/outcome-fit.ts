import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { type AnswerFeatures, answerFeatureNames, likelyRight } from '@engine/answer/judgement/judge-answer'
import type { BenchIo } from '../io'
import { round } from '../metrics'
import { dot, fitLogistic } from '../intent/logistic-fit'

const Line = z.object({
  right: z.boolean(),
  judged: z.object(Object.fromEntries(answerFeatureNames.map((name) => [name, z.number()]))),
})

interface Judged {
  readonly right: boolean
  readonly features: readonly number[]
}

/** Beside questions that people wrote, those of public sets use their passages' own words. */
const publicWeight = 0.3
const penalty = 5
const folds = 10
const bins = 5

/**
 * `bench outcome-fit --features FILE... [--public FILE...] [--test FILE...]`: fits how likely an answer is right, by logistic regression on
 * what `bench people --features` wrote while nothing was held back (`least` 0 in `resources/answers/judgement.json`). Prints the weights, and for
 * the files fitted on (each tenth left out once) and those to test: how many answers would lead, how many of those are
 * right, and a reliability table.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      features: { type: 'string', multiple: true, default: [] },
      public: { type: 'string', multiple: true, default: [] },
      test: { type: 'string', multiple: true, default: [] },
    },
  })
  if (values.features.length === 0) {
    throw new CairnError('INVALID_INPUT', 'bench outcome-fit needs --features FILE.', 'Name what bench people wrote.')
  }
  const own = await readAll(values.features)
  const open = await readAll(values.public)
  const test = await readAll(values.test)
  const fit = fitTo(own, open)
  io.print(
    JSON.stringify({
      bench: 'outcome-fit',
      constant: round(fit.constant),
      weights: Object.fromEntries(answerFeatureNames.map((name, at) => [name, round(fit.weights[at] ?? 0)])),
      left_out: tableOf(leftOut(own, open)),
      public: tableOf(open.map((one) => ({ ...one, likely: probability(fit, one.features) }))),
      test: tableOf(test.map((one) => ({ ...one, likely: probability(fit, one.features) }))),
      test_as_shipped: tableOf(test.map((one) => ({ ...one, likely: likelyRight(named(one.features)) }))),
    }),
  )
  return 0
}

async function readAll(files: readonly string[]): Promise<Judged[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const { right, judged } = Line.parse(JSON.parse(line))
        return { right, features: answerFeatureNames.map((name) => judged[name] ?? 0) }
      }),
  )
}

function named(features: readonly number[]): AnswerFeatures {
  return Object.fromEntries(answerFeatureNames.map((name, at) => [name, features[at] ?? 0])) as AnswerFeatures
}

interface LogisticFit {
  readonly constant: number
  /** In the order of the features. */
  readonly weights: readonly number[]
}

function probability({ constant, weights }: LogisticFit, features: readonly number[]): number {
  return 1 / (1 + Math.exp(-constant - dot(weights, features)))
}

/** So large that the penalty on its weight says nothing. */
const constantValue = 1000

/** The penalty is on standardised features; the weights returned are for features as they are. */
function fitTo(own: readonly Judged[], open: readonly Judged[]): LogisticFit {
  const all = [...own, ...open]
  const spread = answerFeatureNames.map((_, at) => spreadOf(all.map(({ features }) => features[at] ?? 0)))
  const observed = (rows: readonly Judged[], weight: number) =>
    rows.map(({ right, features }) => ({
      values: [...spread.map(({ mean, deviation }, at) => ((features[at] ?? 0) - mean) / deviation), constantValue],
      isTrue: right,
      weight,
    }))
  const fitted = fitLogistic([...observed(own, 1), ...observed(open, publicWeight)], penalty)
  const weights = spread.map(({ deviation }, at) => (fitted[at] ?? 0) / deviation)
  const shift = dot(
    weights,
    spread.map(({ mean }) => mean),
  )
  return { constant: (fitted[spread.length] ?? 0) * constantValue - shift, weights }
}

function spreadOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / (values.length || 1)
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length || 1)
  // A feature that never changes says nothing, whatever its weight.
  return { mean, deviation: Math.sqrt(variance) || 1 }
}

interface Rated extends Judged {
  readonly likely: number
}

function leftOut(own: readonly Judged[], open: readonly Judged[]): Rated[] {
  return Array.from({ length: folds }).flatMap((_, fold) => {
    const isOut = (at: number) => at % folds === fold
    const fit = fitTo(
      own.filter((_one, at) => !isOut(at)),
      open,
    )
    return own.filter((_one, at) => isOut(at)).map((one) => ({ ...one, likely: probability(fit, one.features) }))
  })
}

function tableOf(rated: readonly Rated[]) {
  const shareRight = (some: readonly Rated[]) => round(some.filter(({ right }) => right).length / (some.length || 1))
  const table = Array.from({ length: bins }, (_, bin) => {
    const some = rated.filter(({ likely }) => Math.min(bins - 1, Math.floor(likely * bins)) === bin)
    const said = some.reduce((sum, { likely }) => sum + likely, 0) / (some.length || 1)
    return { answers: some.length, said: round(said), right: shareRight(some) }
  })
  const error = table.reduce((sum, { answers, said, right }) => sum + answers * Math.abs(said - right), 0)
  const lead = rated.filter(({ likely }) => likely >= 0.5)
  return {
    answers: rated.length,
    right: shareRight(rated),
    lead: lead.length,
    lead_right: shareRight(lead),
    expected_calibration_error: round(error / (rated.length || 1)),
    table,
  }
}
