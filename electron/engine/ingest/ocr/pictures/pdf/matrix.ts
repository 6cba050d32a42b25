import { z } from 'zod'

/** A PDF matrix: `x' = ax + cy + e`, `y' = bx + dy + f`. */
export type Matrix = readonly [number, number, number, number, number, number]

/** `[left, bottom, right, top]`. */
export type Area = readonly [number, number, number, number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

const Numbers = z.union([z.array(z.number()), z.instanceof(Float32Array).transform((numbers) => [...numbers])])

/** What `inner` maps, seen from outside of `outer`. */
export function within([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** Six numbers as pdf.js hands them over; the identity for anything else. */
export function toMatrix(raw: unknown): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Numbers.catch([]).parse(raw)
  return [a, b, c, d, e, f]
}

export function toArea(raw: unknown): Area | undefined {
  const [left, bottom, right, top] = Numbers.catch([]).parse(raw)
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return undefined
  return [left, bottom, right, top]
}

/** The upright box around an area that a matrix may turn. */
export function mapped([left, bottom, right, top]: Area, [a, b, c, d, e, f]: Matrix): Area {
  const xs = [a * left + c * bottom, a * right + c * bottom, a * left + c * top, a * right + c * top]
  const ys = [b * left + d * bottom, b * right + d * bottom, b * left + d * top, b * right + d * top]
  return [Math.min(...xs) + e, Math.min(...ys) + f, Math.max(...xs) + e, Math.max(...ys) + f]
}

export function shared(one: Area | undefined, other: Area): Area {
  if (!one) return other
  return [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ]
}
