/** One thing to tell from its opposite. */
export interface Observation {
  readonly values: readonly number[]
  readonly isTrue: boolean
  /** How much it counts. */
  readonly weight: number
}

const rounds = 40
const smallest = 1e-8

/**
 * The weights of a logistic regression with an L2 penalty, by Newton's method (iteratively reweighted least squares). All
 * observations have as many values.
 */
export function fitLogistic(observations: readonly Observation[], penalty: number): number[] {
  const size = observations[0]?.values.length ?? 0
  let weights = Array.from({ length: size }, () => 0)
  for (let round = 0; round < rounds; round += 1) {
    const slope = weights.map((weight) => penalty * weight)
    const curvature = weights.map((_, row) => weights.map((__, column) => (row === column ? penalty : 0)))
    for (const { values, isTrue, weight } of observations) {
      const chance = 1 / (1 + Math.exp(-dot(weights, values)))
      const error = weight * (chance - (isTrue ? 1 : 0))
      const bend = weight * chance * (1 - chance)
      for (const [row, value] of values.entries()) {
        slope[row] = (slope[row] ?? 0) + error * value
        const line = curvature[row] ?? []
        for (const [column, other] of values.entries()) line[column] = (line[column] ?? 0) + bend * value * other
      }
    }
    const change = solve(curvature, slope)
    weights = weights.map((weight, at) => weight - (change[at] ?? 0))
    if (change.every((value) => Math.abs(value) < smallest)) break
  }
  return weights
}

export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}

/** Solves a symmetric positive definite system by Gauss-Jordan elimination, which needs no pivoting there. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (const [at, pivot] of rows.entries()) {
    const scale = pivot[at] ?? 1
    for (const [column, value] of pivot.entries()) pivot[column] = value / scale
    for (const row of rows) {
      const factor = row[at] ?? 0
      if (row === pivot || factor === 0) continue
      for (const [column, value] of pivot.entries()) row[column] = (row[column] ?? 0) - factor * value
    }
  }
  return rows.map((row) => row.at(-1) ?? 0)
}
