/** Weights, one row a class and one column a sign, and how far to trust them. */
export interface Fitted {
  readonly weights: readonly (readonly number[])[]
  /** Above one makes the probabilities less sure, below one surer. */
  readonly temperature: number
}

/** The probability of each class; they sum to one. */
export function probabilities(signs: readonly number[], { weights, temperature }: Fitted): number[] {
  const scores = weights.map((row) => row.reduce((sum, weight, at) => sum + weight * (signs[at] ?? 0), 0))
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp((score - most) / temperature))
  const all = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / all)
}
