import type { BigNumber } from 'mathjs'
import { longestNumber } from './arithmetic'
import { noResult, tooLarge } from './expression-limits'

const largestFactorial = 200
/** Angles are brought into one turn first, which large ones lose all their digits by. */
const largestAngle = 1e15

type Check = (first: BigNumber, second: BigNumber | undefined) => void

const notNegative: Check = (first) => {
  if (first.isNegative() && !first.isZero()) throw noResult('The root of a negative number')
}
const positive: Check = (first, base) => {
  if (first.lte(0) || (base !== undefined && (base.lte(0) || base.eq(1)))) {
    throw noResult('The logarithm of a number that is not above zero, or to a base that cannot be one,')
  }
}
const angle: Check = (first) => {
  if (first.abs().gt(largestAngle)) throw tooLarge()
}
const sineOrCosine: Check = (first) => {
  if (first.abs().gt(1)) throw noResult('The arc of a number beyond 1')
}
const divisor: Check = (_first, second) => {
  if (second?.isZero()) throw noResult('A division by zero')
}
const whole: Check = (first, second) => {
  if (!first.isInteger() || second?.isInteger() === false)
    throw noResult('A common divisor or multiple of broken numbers')
}

const checks: Readonly<Record<string, Check>> = {
  sqrt: notNegative,
  log: positive,
  log10: positive,
  log2: positive,
  sin: angle,
  cos: angle,
  tan: angle,
  asin: sineOrCosine,
  acos: sineOrCosine,
  divide: divisor,
  mod: divisor,
  gcd: whole,
  lcm: whole,
  exp: (first) => {
    if (first.abs().gt(longestNumber * Math.LN10)) throw tooLarge()
  },
  factorial: (first) => {
    if (!first.isInteger() || first.isNegative())
      throw noResult('The factorial of a number that is not whole and positive')
    if (first.gt(largestFactorial)) throw tooLarge()
  },
  round: (_first, places) => {
    if (places && (!places.isInteger() || places.abs().gt(15))) throw noResult('Rounding to so many places')
  },
  pow: (base, exponent) => {
    if (!exponent) return
    if (base.isZero() && exponent.lte(0)) throw noResult('Zero to a power that is not above zero')
    if (base.isNegative() && !exponent.isInteger()) throw noResult('A root of a negative number')
    if (exponent.abs().gt(1e6)) throw tooLarge()
    const digits = Math.abs(exponent.toNumber() * magnitude(base))
    if (!(digits <= longestNumber)) throw tooLarge()
  },
}

/** The logarithm to base 10, to a few digits; 0 for zero. */
function magnitude(value: BigNumber): number {
  if (value.isZero()) return 0
  return value.e + Math.log10(value.abs().times(`1e${-value.e}`).toNumber())
}

/** Throws CairnError INVALID_INPUT before an operation that has no real result, or one too large to be worked out. */
export function checkOperands(name: string, numbers: readonly BigNumber[]): void {
  const [first, second] = numbers
  if (first && Object.hasOwn(checks, name)) checks[name]?.(first, second)
}
