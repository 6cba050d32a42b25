/** Scalar product, summed from the first dimension to the last; what the second vector lacks counts as 0. */
export function dot(a: Float32Array, b: Float32Array | undefined): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b?.[at] ?? 0)
  return sum
}

/** Cosine of vectors of any length; 0 where one of them is zero. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let [product, ofA, ofB] = [0, 0, 0]
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0
    product += value * other
    ofA += value * value
    ofB += other * other
  }
  return ofA === 0 || ofB === 0 ? 0 : product / Math.sqrt(ofA * ofB)
}

/**
 * Makes a vector's length one, in place; one without direction becomes the first axis, which keeps it finite and far from
 * everything else. False where it holds what is no number.
 */
export function makeUnit(vector: Float32Array): boolean {
  let squares = 0
  for (const value of vector) squares += value * value
  if (!Number.isFinite(squares)) return false
  if (squares === 0) {
    vector[0] = 1
    return true
  }
  const length = Math.sqrt(squares)
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length
  return true
}
