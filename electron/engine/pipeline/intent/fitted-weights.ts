/**
 * Printed by `cairn bench intent --fit`: multinomial logistic regression on the rows of resources/intents that are not
 * held out, each judged by its neighbours. Columns are those of intent-features.ts, in order.
 */

/** Rows: KB, TOOL, SYSTEM. */
export const fittedKinds: FittedWeights = {
  weights: [
    [0.09, -2.17, -1.07, -0.06, -1.59, -0.9, -1, -0.25, 0.88, 1.32, 0.61, 1.38, 1.95, -0.82, -0.26, -0.2, -0.38, 0.67],
    [
      0.48, -0.58, 1.17, -0.38, -0.06, -0.08, 1.05, 2.07, 0.66, -2.68, 1.32, -2.28, -1.33, 1.54, -0.28, 0.6, 0.51,
      -0.63,
    ],
    [
      -0.57, 2.75, -0.09, 0.44, 1.65, 0.98, -0.04, -1.82, -1.54, 1.36, -1.93, 0.89, -0.62, -0.72, 0.54, -0.41, -0.13,
      -0.04,
    ],
  ],
  temperature: 0.9,
}

/** Rows: plain, ambiguous. */
export const fittedPlainness: FittedWeights = {
  weights: [
    [1.61, 1.2, 1.35, 1.36, -1.98, -2.65, -1.52, 0.17, 2.06, -2.52, -1.12, 0.27],
    [-1.61, -1.2, -1.35, -1.36, 1.98, 2.65, 1.52, -0.17, -2.06, 2.52, 1.12, -0.27],
  ],
  temperature: 0.8,
}

/** Weights, one row a class and one column a sign, and how far to trust them. */
export interface FittedWeights {
  readonly weights: readonly (readonly number[])[]
  /** Above one makes the probabilities less sure, below one surer. */
  readonly temperature: number
}

/** The probability of each class; they sum to one. */
export function probabilities(signs: readonly number[], { weights, temperature }: FittedWeights): number[] {
  const scores = weights.map((row) => row.reduce((sum, weight, at) => sum + weight * (signs[at] ?? 0), 0))
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp((score - highest) / temperature))
  const all = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / all)
}
