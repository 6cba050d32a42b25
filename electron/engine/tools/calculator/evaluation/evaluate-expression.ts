import type { BigNumber, ConstantNode, FunctionNode, MathNode, OperatorNode, ParenthesisNode, SymbolNode } from 'mathjs'
import { type Arithmetic, longestNumber, type Scalar } from './arithmetic'
import { checkedExpression, notUnderstood, tooLarge } from './expression-limits'
import { checkOperands } from './operand-limits'
import { unitNamed } from './unit-table'

/** What an expression comes to. */
export interface Evaluated {
  readonly value: BigNumber
  /** The unit of the value, as the expression names it; null for a plain number. */
  readonly unit: string | null
}

/** Operators by the library's name for them. */
const operators = new Set([
  'add',
  'subtract',
  'multiply',
  'divide',
  'pow',
  'mod',
  'unaryMinus',
  'unaryPlus',
  'factorial',
  'to',
])

/** Functions an expression may call, and how many arguments they take at least and at most. */
const functions: Readonly<Record<string, readonly [number, number]>> = {
  ...Object.fromEntries(
    [
      'sqrt',
      'cbrt',
      'abs',
      'floor',
      'ceil',
      'exp',
      'log10',
      'log2',
      'sin',
      'cos',
      'tan',
      'asin',
      'acos',
      'atan',
      'factorial',
    ].map((name): [string, [number, number]] => [name, [1, 1]]),
  ),
  ...Object.fromEntries(
    ['min', 'max', 'mean', 'median', 'sum', 'gcd', 'lcm'].map((name): [string, [number, number]] => [name, [1, 50]]),
  ),
  round: [1, 2],
  log: [1, 2],
  pow: [2, 2],
  percentage: [2, 2],
  percentchange: [2, 2],
}

/** Nodes that are worked out: more than an expression of the longest text has, unless it repeats a part of itself. */
const mostSteps = 1000
/** Roots, logarithms, angles and powers of broken exponents cost a thousand times as much as a sum. */
const mostCostly = 20
const costly = new Set(['cbrt', 'exp', 'log', 'log10', 'log2', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan'])

/**
 * Works out an expression: numbers, + - * / ^ % ! mod, parentheses, the functions above, units and `to`. It is parsed and then
 * walked by this function; only the kinds of nodes, operators and functions named here do anything. Throws CairnError
 * INVALID_INPUT, saying why, for everything else, and for numbers of more than 400 digits.
 */
export function evaluateExpression(expression: string, arithmetic: Arithmetic): Evaluated {
  return new Evaluation(arithmetic).run(checkedExpression(expression))
}

class Evaluation {
  #steps = 0
  #costly = 0

  constructor(private readonly arithmetic: Arithmetic) {}

  run(expression: string): Evaluated {
    const value = this.#value(this.#parsed(expression))
    if (this.arithmetic.isNumber(value)) return { value, unit: null }
    const unit = value.formatUnits().replaceAll(' ', '')
    const inUnit: unknown = value.toNumeric(unit)
    if (!this.arithmetic.isNumber(inUnit)) throw notUnderstood(expression)
    return { value: this.#within(inUnit), unit }
  }

  #parsed(expression: string): MathNode {
    try {
      return this.arithmetic.parse(expression)
    } catch {
      throw notUnderstood(expression)
    }
  }

  #value(node: MathNode): Scalar {
    this.#steps += 1
    if (this.#steps > mostSteps) throw tooLarge()
    if (isOf<ConstantNode>(node, 'ConstantNode')) return this.#constant(node)
    if (isOf<ParenthesisNode>(node, 'ParenthesisNode')) return this.#value(node.content)
    if (isOf<SymbolNode>(node, 'SymbolNode')) return this.#symbol(node.name)
    if (isOf<OperatorNode>(node, 'OperatorNode') && operators.has(node.fn)) {
      return this.#applied(
        node.fn,
        node.args.map((one) => this.#value(one)),
      )
    }
    if (isOf<FunctionNode>(node, 'FunctionNode')) return this.#called(node)
    throw notUnderstood(node.toString())
  }

  #constant({ value }: ConstantNode): Scalar {
    // The parser itself puts plain numbers in: 100 for a per cent.
    const number = typeof value === 'number' ? this.arithmetic.number(String(value)) : (value as unknown)
    if (!this.arithmetic.isNumber(number)) throw notUnderstood(String(value))
    return this.#within(number)
  }

  #symbol(name: string): Scalar {
    if (name === 'pi') return this.#applied('acos', [this.arithmetic.number('-1')])
    if (name === 'e') return this.#applied('exp', [this.arithmetic.number('1')])
    const unit = unitNamed(name)
    if (unit === undefined) throw notUnderstood(name)
    return this.arithmetic.unit(null, unit)
  }

  #called({ fn, args }: FunctionNode): Scalar {
    const name = isOf<SymbolNode>(fn, 'SymbolNode') ? fn.name : ''
    const [least, most] = Object.hasOwn(functions, name) ? (functions[name] ?? [1, 0]) : [1, 0]
    if (args.length < least || args.length > most) throw notUnderstood(name)
    const values = args.map((one) => this.#value(one))
    const [first, second] = values
    if (name === 'percentage' && first && second) return this.#percent(first, second)
    if (name === 'percentchange' && first && second)
      return this.#percent(this.#applied('subtract', [second, first]), first)
    return this.#applied(name, values)
  }

  #percent(part: Scalar, whole: Scalar): Scalar {
    return this.#applied('multiply', [this.#applied('divide', [part, whole]), this.arithmetic.number('100')])
  }

  #applied(name: string, args: readonly Scalar[]): Scalar {
    const { arithmetic } = this
    const numbers = args.filter((one) => arithmetic.isNumber(one))
    if (name === 'pow' && args.length > numbers.length && !numbers[0]?.abs().lte(3)) throw tooLarge()
    checkOperands(name, numbers)
    const isCostly = costly.has(name) || (name === 'pow' && numbers[1]?.isInteger() === false)
    this.#costly += isCostly ? 1 : 0
    if (this.#costly > mostCostly) throw tooLarge()
    const made = this.#made(name, args)
    if (arithmetic.isNumber(made)) return this.#within(made)
    if (arithmetic.isUnit(made)) return made
    throw notUnderstood(name)
  }

  #made(name: string, args: readonly Scalar[]): unknown {
    try {
      return this.arithmetic.apply(name, args)
    } catch {
      // Units that do not go together, or a function that takes none.
      throw notUnderstood(name)
    }
  }

  #within(value: BigNumber): BigNumber {
    if (!value.isFinite() || Math.abs(value.e) > longestNumber) throw tooLarge()
    return value
  }
}

function isOf<Node extends MathNode>(node: MathNode, type: Node['type']): node is Node {
  return node.type === type
}
