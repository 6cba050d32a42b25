/** `count` numbers of a normal distribution around 0, each times `scale`. */
export function normalNumbers(count: number, scale: number, random: () => number): Float32Array {
  return Float32Array.from({ length: count }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()))
    return scale * radius * Math.cos(2 * Math.PI * random())
  })
}
