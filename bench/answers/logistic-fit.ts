/** One example of a logistic regression. */
export interface LogisticRow {
  readonly features: readonly number[]
  readonly right: boolean
  readonly weight: number
}

export interface LogisticFit {
  readonly constant: number
  /** In the order of the features. */
  readonly weights: readonly number[]
}

const mostSteps = 60
const still = 1e-8

/** The probability of an example, 0 to 1. */
export function probability({ constant, weights }: LogisticFit, features: readonly number[]): number {
  const sum = weights.reduce((total, weight, at) => total + weight * (features[at] ?? 0), constant)
  return 1 / (1 + Math.exp(-sum))
}

/** Logistic regression by Newton's method, with a ridge penalty on the weights of standardised features. */
export function fitLogistic(rows: readonly LogisticRow[], penalty: number): LogisticFit {
  const size = rows[0]?.features.length ?? 0
  const { means, deviations } = spreadOf(rows, size)
  const standard = rows.map(({ features, right, weight }) => ({
    values: [...features.map((value, at) => (value - (means[at] ?? 0)) / (deviations[at] ?? 1)), 1],
    right: Number(right),
    weight,
  }))
  let beta = Array.from({ length: size + 1 }, () => 0)
  for (let step = 0; step < mostSteps; step += 1) {
    const slope = beta.map((value, at) => (at < size ? -penalty * value : 0))
    const curve = beta.map((_, at) => beta.map((_value, other) => (at === other ? (at < size ? penalty : 1e-6) : 0)))
    for (const { values, right, weight } of standard) {
      const likely = 1 / (1 + Math.exp(-values.reduce((sum, value, at) => sum + value * (beta[at] ?? 0), 0)))
      for (const [at, value] of values.entries()) {
        slope[at] = (slope[at] ?? 0) + weight * (right - likely) * value
        const line = curve[at] ?? []
        for (const [other, second] of values.entries()) {
          line[other] = (line[other] ?? 0) + weight * likely * (1 - likely) * value * second
        }
      }
    }
    const change = solve(curve, slope)
    beta = beta.map((value, at) => value + (change[at] ?? 0))
    if (Math.max(...change.map(Math.abs)) < still) break
  }
  const weights = deviations.map((deviation, at) => (beta[at] ?? 0) / deviation)
  const shift = weights.reduce((sum, weight, at) => sum + weight * (means[at] ?? 0), 0)
  return { constant: (beta[size] ?? 0) - shift, weights }
}

function spreadOf(rows: readonly LogisticRow[], size: number) {
  const count = rows.length || 1
  const means = Array.from(
    { length: size },
    (_, at) => rows.reduce((sum, row) => sum + (row.features[at] ?? 0), 0) / count,
  )
  const deviations = means.map((mean, at) => {
    const variance = rows.reduce((sum, row) => sum + ((row.features[at] ?? 0) - mean) ** 2, 0) / count
    // A feature that never changes says nothing, whatever its weight.
    return Math.sqrt(variance) || 1
  })
  return { means, deviations }
}

/** Solves a symmetric positive definite system by Gaussian elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  const size = right.length
  for (const [at, pivot] of rows.entries()) {
    for (const below of rows.slice(at + 1)) {
      const factor = (below[at] ?? 0) / (pivot[at] ?? 1)
      for (let column = at; column <= size; column += 1) {
        below[column] = (below[column] ?? 0) - factor * (pivot[column] ?? 0)
      }
    }
  }
  const solved = right.map(() => 0)
  for (const [at, row] of [...rows.entries()].reverse()) {
    const known = solved.reduce((sum, value, other) => (other > at ? sum + value * (row[other] ?? 0) : sum), 0)
    solved[at] = ((row[size] ?? 0) - known) / (row[at] ?? 1)
  }
  return solved
}
