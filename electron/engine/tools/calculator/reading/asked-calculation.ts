import type { Token } from '../../reading/question-tokens'
import { TokenReader } from '../../reading/question-tokens'
import { readConversion } from './asked-conversion'
import { aggregateOf, ExpressionGrammar } from './expression-grammar'
import { called, joined, type Piece } from './expression-piece'

type Form = (reader: TokenReader, grammar: ExpressionGrammar) => Piece | null

const forms: readonly Form[] = [
  (reader) => readConversion(reader),
  inOrder,
  changed,
  percentageOf,
  percentageChange,
  aggregated,
  remainder,
  stepByStep,
]

/** The expression that a question's tokens ask for, as the calculator's parser reads it; null where they ask for none. */
export function readCalculation(tokens: readonly Token[]): string | null {
  const reader = new TokenReader(tokens)
  for (const form of forms) {
    const piece = reader.attempt(() => {
      const made = form(reader, new ExpressionGrammar(reader))
      reader.skip('equals', 'how_many')
      return made?.isWorked && reader.atEnd ? made : null
    })
    if (piece) return piece.text
  }
  return null
}

/** 120加30再除以5: each step takes all that is before it. */
function stepByStep(reader: TokenReader, grammar: ExpressionGrammar): Piece | null {
  const isInSteps = reader.tokens.some(({ senses }) => senses.has('then'))
  if (isInSteps) reader.attempt(() => (reader.take('first') !== undefined ? true : null))
  let left = grammar.sum()
  while (left) {
    const start: Piece = left
    const next = reader.attempt(() => {
      reader.skip('comma', 'equals')
      if (reader.take('then') === undefined) return null
      const operator = reader.take('add') ?? reader.take('multiply') ?? reader.take('imperative')
      reader.skip('by')
      const right = operator === undefined ? null : grammar.operand()
      return operator !== undefined && right ? joined(start, operator, right) : null
    })
    if (!next) break
    left = next
  }
  return left
}

/** add 3 to 4, subtract 5 from 20, multiply 6 by 7, divide 9 by 2 */
function inOrder(reader: TokenReader, grammar: ExpressionGrammar): Piece | null {
  const operator = reader.take('imperative')
  if (operator === undefined) return null
  const first = grammar.sum()
  const isFrom = operator === '-' && reader.take('from') !== undefined
  if (!isFrom && reader.take('by') === undefined && (operator !== '+' || reader.take('to') === undefined)) {
    if (operator === '-' || operator === '/' || reader.take('comma') === undefined) return null
  }
  const second = grammar.sum()
  if (!first || !second) return null
  return isFrom ? joined(second, '-', first) : operator === '-' ? null : joined(first, operator, second)
}

/** increase 1200 by 8% */
function changed(reader: TokenReader, grammar: ExpressionGrammar): Piece | null {
  const operator = reader.take('increase')
  if (operator === undefined) return null
  const whole = grammar.sum()
  if (!whole || reader.take('by') === undefined) return null
  const by = grammar.percent() ?? grammar.sum()
  return by && joined(whole, operator, by)
}

/** what percent of 80 is 20; 20 is what percent of 80; 20 as a percentage of 80; 20占80的百分之几 */
function percentageOf(reader: TokenReader, grammar: ExpressionGrammar): Piece | null {
  if (reader.take('what_percent') !== undefined) {
    const direct = reader.attempt(() => partOfWhole(reader, grammar))
    if (direct) return direct
    const whole = reader.take('of') === undefined ? null : grammar.sum()
    const part = whole && reader.take('equals') !== undefined ? grammar.sum() : null
    return whole && part && called('percentage', [part, whole])
  }
  const part = grammar.sum()
  if (!part) return null
  const isOf =
    reader.take('as_percent') !== undefined ||
    reader.attempt(() => {
      reader.take('equals')
      return reader.take('what_percent') !== undefined && reader.take('of') !== undefined ? true : null
    }) !== null
  if (!isOf && reader.take('share_zh') === undefined) return null
  const whole = grammar.sum()
  if (!whole || (!isOf && reader.take('what_percent_zh') === undefined)) return null
  return called('percentage', [part, whole])
}

/** what percentage is 20 of 80 */
function partOfWhole(reader: TokenReader, grammar: ExpressionGrammar): Piece | null {
  const part = reader.take('equals') === undefined ? null : grammar.sum()
  const whole = part && reader.take('of') !== undefined ? grammar.sum() : null
  return part && whole && called('percentage', [part, whole])
}

/** percentage change from 80 to 100; 从80涨到100涨了百分之几 */
function percentageChange(reader: TokenReader, grammar: ExpressionGrammar): Piece | null {
  const isEnglish = reader.take('change_percent') !== undefined
  reader.take('from')
  const before = grammar.sum()
  if (!isEnglish) reader.skip('change', 'change_percent_zh')
  if (!before || reader.take(isEnglish ? 'to' : 'goes_to') === undefined) return null
  const after = grammar.sum()
  if (!after) return null
  if (!isEnglish) {
    reader.skip('comma')
    if (reader.take('change_percent_zh') === undefined || reader.take('what_percent_zh') === undefined) return null
  }
  return called('percentchange', [before, after])
}

/** 3和4的和, 12与18的最大公约数 */
function aggregated(reader: TokenReader, grammar: ExpressionGrammar): Piece | null {
  const pieces = grammar.list()
  reader.take('de')
  const name = reader.take('aggregate')
  return name === undefined ? null : aggregateOf(name, pieces)
}

/** remainder of 17 divided by 5; 17除以5的余数 */
function remainder(reader: TokenReader, grammar: ExpressionGrammar): Piece | null {
  const isEnglish = reader.take('aggregate', 'mod') !== undefined
  if (isEnglish) reader.skip('of')
  const first = grammar.operand()
  reader.take('equals')
  if (!first || reader.take('multiply', '/') === undefined) return null
  const second = grammar.operand()
  if (!isEnglish) {
    reader.take('de')
    if (reader.take('aggregate', 'mod') === undefined) return null
  }
  return second && joined(first, 'mod', second)
}
