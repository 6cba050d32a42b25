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
