import { type EmbeddedExamples, kinds, plainness } from '@engine/pipeline/intent/classify'
import { bucketOf, type Labelled } from '@engine/pipeline/intent/labelled'
import { type Example, neighboursOf, votes } from '@engine/pipeline/intent/nearest'
import { kindFeatures, plainnessFeatures } from '@engine/pipeline/intent/intent-features'
import { type FittedWeights, probabilities } from '@engine/pipeline/intent/fitted-weights'
import type { IntentKind } from '@engine/pipeline/turn'
import { round } from '../metrics'

interface Row {
  readonly text: string
  readonly signs: readonly number[]
  /** The class it belongs to, by number. */
  readonly label: number
}

const steps = 1500
const rate = 0.4
const momentum = 0.9
const penalty = 0.0005
const folds = 5

/**
 * Fits both softmaxes on the examples alone, each example seeing its neighbours but not itself. Weights: gradient
 * descent on the penalised log loss. Temperature: the one with the least log loss on rows left out in turn, five ways.
 */
export function fitClassifier(
  examples: Labelled,
  known: EmbeddedExamples,
): { kinds: FittedWeights; plainness: FittedWeights } {
  const kindShares = (example: Example<string> | undefined) =>
    votes(
      neighboursOf(
        vectorOf(example),
        known.kinds,
        known.kinds.find((one) => one === example),
      ),
      kinds,
    )
  const plainShare = (example: Example<string> | undefined) => {
    const self = known.plainness.find((one) => one === example)
    return votes(neighboursOf(vectorOf(example), known.plainness, self), plainness)[0] ?? 0
  }
  const kindRow = (text: string, example: Example<string> | undefined, kind: IntentKind) => ({
    text,
    signs: kindFeatures(text, kindShares(example)),
    label: kinds.indexOf(kind),
  })
  const ofKinds = fit(
    [
      ...examples.utterances.map(({ text, kind }, at) => kindRow(text, known.kinds[at], kind)),
      // Whatever an ambiguous question wants, documents are where to look.
      ...examples.questions.flatMap(({ text, ambiguous }, at) =>
        ambiguous ? [kindRow(text, known.plainness[at], 'KB')] : [],
      ),
    ],
    kinds.length,
  )
  const plainRow = (text: string, example: Example<string> | undefined, isAmbiguous: boolean) => {
    const [knowledge = 1] = probabilities(kindFeatures(text, kindShares(example)), ofKinds)
    return { text, signs: plainnessFeatures(text, knowledge, plainShare(example)), label: isAmbiguous ? 1 : 0 }
  }
  const ofPlainness = fit(
    [
      ...examples.questions.map(({ text, ambiguous }, at) => plainRow(text, known.plainness[at], ambiguous)),
      // Utterances are plain as well: without them a full question would be a rare thing to the fit.
      ...examples.utterances.map(({ text }, at) => plainRow(text, known.kinds[at], false)),
    ],
    plainness.length,
  )
  return { kinds: ofKinds, plainness: ofPlainness }
}

function vectorOf(example: Example<string> | undefined): Float32Array {
  return example?.vector ?? new Float32Array()
}

function fit(rows: readonly Row[], classes: number): FittedWeights {
  const leftOut = Array.from({ length: folds }, (_, fold) => {
    const isOut = ({ text }: Row) => bucketOf(text) % folds === fold
    const kept = rows.filter((row) => !isOut(row))
    const weights = descend(kept, classes)
    return rows.filter(isOut).map((row) => ({ ...row, weights }))
  }).flat()
  const temperatures = Array.from({ length: 36 }, (_, at) => round(0.5 + at * 0.1, 1))
  const loss = (temperature: number) =>
    leftOut.reduce(
      (sum, { signs, label, weights }) => sum - Math.log(probabilities(signs, { weights, temperature })[label] ?? 1),
      0,
    )
  const temperature = temperatures.reduce((best, one) => (loss(one) < loss(best) ? one : best), 1)
  return { weights: descend(rows, classes).map((row) => row.map((weight) => round(weight, 2))), temperature }
}

/** Gradient descent with momentum from zero: the same rows always give the same weights. */
function descend(rows: readonly Row[], classes: number): number[][] {
  const width = rows[0]?.signs.length ?? 0
  const zeros = () => Array.from({ length: classes }, () => new Array<number>(width).fill(0))
  const weights = zeros()
  const speeds = zeros()
  for (let step = 0; step < steps; step += 1) {
    const slopes = weights.map((row) => row.map((weight) => penalty * weight))
    for (const { signs, label } of rows) {
      const chances = probabilities(signs, { weights, temperature: 1 })
      for (const [at, slope] of slopes.entries()) {
        const miss = ((chances[at] ?? 0) - (at === label ? 1 : 0)) / rows.length
        for (const [column, sign] of signs.entries()) slope[column] = (slope[column] ?? 0) + miss * sign
      }
    }
    for (const [at, row] of weights.entries()) {
      const speed = speeds[at] ?? []
      for (const column of row.keys()) {
        speed[column] = momentum * (speed[column] ?? 0) - rate * (slopes[at]?.[column] ?? 0)
        row[column] = (row[column] ?? 0) + (speed[column] ?? 0)
      }
    }
  }
  return weights
}
