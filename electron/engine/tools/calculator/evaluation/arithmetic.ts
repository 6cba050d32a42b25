import type { BigNumber, MathNode, Unit } from 'mathjs'
import { addedUnits } from './unit-table'

export type Scalar = BigNumber | Unit

/** Digits that are worked with; of a result up to `longestNumber` are shown. */
const precision = 440
export const longestNumber = 400

/** Arithmetic on decimal numbers of 440 digits and on units, and a parser. */
export interface Arithmetic {
  parse(expression: string): MathNode
  number(digits: string): BigNumber
  /** An operation by the library's name for it; what it gives may be of another type than a scalar, where it has no real result. */
  apply(name: string, args: readonly Scalar[]): unknown
  unit(value: BigNumber | null, name: string): Unit
  isNumber(value: unknown): value is BigNumber
  isUnit(value: unknown): value is Unit
}

const operations = [
  ...['add', 'subtract', 'multiply', 'divide', 'pow', 'mod', 'unaryMinus', 'unaryPlus', 'factorial', 'to'],
  ...['sqrt', 'cbrt', 'abs', 'round', 'floor', 'ceil', 'exp', 'log', 'log10', 'log2', 'gcd', 'lcm'],
  ...['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'min', 'max', 'mean', 'median', 'sum'],
] as const

let opened: Promise<Arithmetic> | undefined

/** The arithmetic, loaded when it is first wanted. */
export function openArithmetic(): Promise<Arithmetic> {
  return (opened ??= load())
}

/**
 * The library's build of one file loads in a tenth of the time that its thousand small files take. It comes whole; what of it
 * can be reached is what `Arithmetic` has, which neither compiles nor evaluates expressions.
 */
async function load(): Promise<Arithmetic> {
  const { default: library } = await import('mathjs/lib/browser/math.js')
  const math = library.create({ number: 'BigNumber', precision })
  for (const [name, { above, below, of }] of Object.entries(addedUnits)) {
    math.createUnit(name, math.unit(math.bignumber(above).div(below), of))
  }
  const functions = new Map<string, unknown>(operations.map((name) => [name, math[name]]))
  return {
    parse: (expression) => math.parse(expression),
    number: (digits) => math.bignumber(digits),
    apply(name, args) {
      const operation = functions.get(name)
      if (typeof operation !== 'function') throw new TypeError(`${name} is no operation.`)
      return Reflect.apply(operation, undefined, args) as unknown
    },
    unit: (value, name) => (value ? math.unit(value, name) : math.unit(name)),
    isNumber: (value): value is BigNumber => library.isBigNumber(value),
    isUnit: (value): value is Unit => library.isUnit(value),
  }
}
