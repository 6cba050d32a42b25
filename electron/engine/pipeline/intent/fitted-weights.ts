/**
 * Printed by `cairn bench intent --fit`: multinomial logistic regression on the rows of resources/intents that are not
 * held out, each judged by its neighbours. Columns are those of intent-features.ts, in order.
 */

/** Rows: KB, TOOL, SYSTEM. */
export const fittedKinds: FittedWeights = {
  weights: [
    [
      0.53, -2.2, -1.13, -0.11, -1.25, -0.83, -0.65, -0.96, -1.36, -1.95, -0.46, -1.17, 1.27, 0.8, 1.53, 0.34, 1.36,
      0.5, 0.19, -0.33, -0.08, -0.23, -0.11, 0.87,
    ],
    [
      0.03, -0.51, 1.23, -0.32, -0.19, -0.13, -0.04, 1.02, 1.39, 2, 1.63, 1.27, 0.27, -2.04, 0.39, -1.43, -0.78, 0.61,
      -0.12, 1.15, -0.41, 0.54, 0.32, -0.83,
    ],
    [
      -0.56, 2.71, -0.1, 0.43, 1.44, 0.95, 0.69, -0.06, -0.04, -0.04, -1.17, -0.1, -1.54, 1.23, -1.92, 1.09, -0.58,
      -1.11, -0.07, -0.83, 0.48, -0.3, -0.21, -0.04,
    ],
  ],
  temperature: 1,
}

/** Rows: plain, ambiguous. */
export const fittedPlainness: FittedWeights = {
  weights: [
    [1.62, 1.39, 1.43, 1.37, -1.73, -2.41, -1.44, 0.21, 2, -2.63, 0.5, 1.58, -1.44, 0.28],
    [-1.62, -1.39, -1.43, -1.37, 1.73, 2.41, 1.44, -0.21, -2, 2.63, -0.5, -1.58, 1.44, -0.28],
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
