import type { BigNumber } from 'mathjs'
import { longestNumber } from './arithmetic'
import { noResult, tooLarge } from './expression-limits'

const largestFactorial = 200
/** Angles are brought into one turn first, which large ones lose all their digits by. */
const largestAngle = 1e15

type Check = (first: BigNumber, second: BigNumber | undefined) => void

const notNegative: Check = (first) => {
  if (first.isNegative() && !first.isZero()) throw noResult({ en: 'The root of a negative number', zh: '负数的方根' })
}
const positive: Check = (first, base) => {
  if (first.lte(0) || (base !== undefined && (base.lte(0) || base.eq(1)))) {
    throw noResult({
      en: 'The logarithm of a number that is not above zero, or to a base that cannot be one,',
      zh: '非正数的对数或底数不合适的对数',
    })
  }
}
const angle: Check = (first) => {
  if (first.abs().gt(largestAngle)) throw tooLarge()
}
const sineOrCosine: Check = (first) => {
  if (first.abs().gt(1)) throw noResult({ en: 'The arc of a number beyond 1', zh: '超过 1 的数的反正弦或反余弦' })
}
const divisor: Check = (_first, second) => {
  if (second?.isZero()) throw noResult({ en: 'A division by zero', zh: '除以零' })
}
const whole: Check = (first, second) => {
  if (!first.isInteger() || second?.isInteger() === false)
    throw noResult({ en: 'A common divisor or multiple of broken numbers', zh: '非整数的最大公约数或最小公倍数' })
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
      throw noResult({ en: 'The factorial of a number that is not whole and positive', zh: '非正整数的阶乘' })
    if (first.gt(largestFactorial)) throw tooLarge()
  },
  round: (_first, places) => {
    if (places && (!places.isInteger() || places.abs().gt(15)))
      throw noResult({ en: 'Rounding to so many places', zh: '保留这么多位小数' })
  },
  pow: (base, exponent) => {
    if (!exponent) return
    if (base.isZero() && exponent.lte(0))
      throw noResult({ en: 'Zero to a power that is not above zero', zh: '零的非正次方' })
    if (base.isNegative() && !exponent.isInteger())
      throw noResult({ en: 'A root of a negative number', zh: '负数的方根' })
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
