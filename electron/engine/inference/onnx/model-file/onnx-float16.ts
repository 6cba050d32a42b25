const scratch = new DataView(new ArrayBuffer(4))

/** Half-precision numbers (IEEE 754 binary16), given as their bits. */
export function floatsOfHalfs(bits: Uint16Array): Float32Array {
  return Float32Array.from(bits, (half) => {
    const sign = half & 0x8000 ? -1 : 1
    const exponent = (half >> 10) & 0x1f
    const fraction = half & 0x3ff
    if (exponent === 0) return sign * fraction * 2 ** -24
    if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN
    return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
  })
}

/** bfloat16 numbers, which are the upper half of 32-bit floats. */
export function floatsOfBrains(bits: Uint16Array): Float32Array {
  return Float32Array.from(bits, (brain) => {
    scratch.setUint32(0, brain << 16)
    return scratch.getFloat32(0)
  })
}
