import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import fitted from '@resources/graph/name-worth.json'
import { dot, fitLogistic, type Observation } from '../intent/logistic-fit'
import type { BenchIo } from '../io'
import { round } from '../metrics'

const keys = Object.keys(fitted.weights)
const Row = z.object({
  sensible: z.enum(['0', '1']),
  ...Object.fromEntries(keys.map((key) => [key, z.coerce.number()])),
})

const penalty = 1
const folds = 5
/** The constant is hardly held down. */
const constantValue = 30

/**
 * `bench name-fit --judged FILE`: fits how likely a name of the graph is one that somebody would look for, on names judged by hand with the
 * evidence of `facts/worth` (`tests/fixtures/graph/judged-names.csv`). Prints the weights for `resources/graph/name-worth.json`, and the area
 * under the curve with each fifth of the names left out once: the chance that a sensible name comes before another.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({ args, options: { judged: { type: 'string' } } })
  if (values.judged === undefined) {
    throw new CairnError('INVALID_INPUT', 'bench name-fit needs --judged FILE.', 'Name a file of judged names.')
  }
  const rows: unknown = parse(await readFile(values.judged, 'utf8'), { columns: true })
  const names = z.array(Row).parse(rows).map(observationOf)
  const ofFold = Array.from({ length: folds }, (_, fold) => {
    const others = names.filter((__, at) => at % folds !== fold)
    return fitLogistic(others, penalty)
  })
  const likely = names.map(({ isTrue, values: own }, at) => ({ isTrue, likely: dot(ofFold[at % folds] ?? [], own) }))
  const [constant = 0, ...weights] = fitLogistic(names, penalty)
  io.print(
    JSON.stringify({
      bench: 'name-fit',
      names: names.length,
      area: areaUnder(likely),
      constant: round(constant * constantValue),
      weights: Object.fromEntries(keys.map((key, at) => [key, round(weights[at] ?? 0)])),
    }),
  )
  return 0
}

function observationOf({ sensible, ...evidence }: z.infer<typeof Row>): Observation {
  const values: Readonly<Record<string, unknown>> = evidence
  return { values: [constantValue, ...keys.map((key) => Number(values[key]))], isTrue: sensible === '1', weight: 1 }
}

/** Area under the receiver operating characteristic: of all pairs of a true and a false one, those in the right order. */
function areaUnder(judged: readonly { readonly isTrue: boolean; readonly likely: number }[]): number {
  const trues = judged.filter(({ isTrue }) => isTrue)
  const falses = judged.filter(({ isTrue }) => !isTrue)
  const right = trues.reduce((sum, one) => sum + falses.filter(({ likely }) => likely < one.likely).length, 0)
  return round(right / (trues.length * falses.length))
}
