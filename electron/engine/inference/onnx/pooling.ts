/** The rule that makes a text's vector from the vectors of its tokens. */
export type Pooling = 'mean' | 'cls' | 'max' | 'last'

export interface TokenVectors {
  /** Shape [rows, tokens, dimensions], row-major; rows are padded at their end. */
  readonly data: Float32Array
  readonly tokens: number
  readonly dimensions: number
}

/** The tokens of a row from `start` up to `end`. */
export interface RowSpan {
  readonly row: number
  readonly start: number
  readonly end: number
}

/** Makes the vector of a row's tokens. Writes sums, not yet of unit length, to `target`. */
export function poolRow(
  { data, tokens, dimensions }: TokenVectors,
  { row, start, end }: RowSpan,
  pooling: Pooling,
  target: Float32Array,
): void {
  const first = row * tokens
  if (pooling === 'cls' || pooling === 'last') {
    const token = first + (pooling === 'cls' ? 0 : Math.max(0, end - 1))
    target.set(data.subarray(token * dimensions, (token + 1) * dimensions))
    return
  }
  target.fill(pooling === 'max' ? -Infinity : 0)
  for (let token = first + Math.min(start, end - 1); token < first + end; token += 1) {
    const from = token * dimensions
    for (let at = 0; at < dimensions; at += 1) {
      const value = data[from + at] ?? 0
      const before = target[at] ?? 0
      // The length is made one in the end, so a sum does for a mean.
      target[at] = pooling === 'max' ? Math.max(before, value) : before + value
    }
  }
}
