import type { BigNumber } from 'mathjs'
import { longestNumber } from './evaluation/arithmetic'

/** A number for people to read, and whether it is all of it. */
export interface ShownNumber {
  readonly text: string
  readonly isExact: boolean
}

/** Digits of a number that are shown where it has too many. */
const roundedTo = 12
const mostDigits = 40
/** Smaller numbers are written with a power of ten. */
const smallest = -12

/**
 * A result as it is shown: all digits of whole numbers and of those with few digits, in groups of three; others are rounded to
 * 12 digits. The last digits that were worked with are taken for rounding errors: 1/3*3 is 1.
 */
export function shownNumber(value: BigNumber): ShownNumber {
  const settled = value.toSignificantDigits(longestNumber)
  const isExact = settled.isInteger() || settled.precision() <= mostDigits
  const shown = isExact ? settled : settled.toSignificantDigits(roundedTo)
  if (shown.isZero()) return { text: '0', isExact }
  if (shown.e < smallest) return { text: inPowersOfTen(shown), isExact }
  return { text: grouped(shown.toFixed()), isExact }
}

/** 1234567.5 as 1,234,567.5 */
export function grouped(digits: string): string {
  const [whole = '', fraction] = digits.split('.')
  const withCommas = whole.replace(/\B(?=(?:\d{3})+$)/gu, ',')
  return fraction === undefined ? withCommas : `${withCommas}.${fraction}`
}

function inPowersOfTen(value: BigNumber): string {
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  return `${digits} × 10^${exponent}`
}
