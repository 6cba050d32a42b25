import { joinGroups } from '@engine/text/numbers'
import { ToolFailure } from '../../tool-failure'
import type { Bilingual } from '../../tool'

const maxLength = 500
const maxDepth = 60
const maxDigits = 400
/** Letters, figures and signs of arithmetic; no quotes, brackets, assignments or several statements. */
const allowed = /^[\p{L}\p{N}\s.,+\-*/^%()!°]*$/u

export function notUnderstood(what: string): ToolFailure {
  const shown = what.length > 60 ? `${what.slice(0, 60)}…` : what
  return new ToolFailure(
    'INVALID_INPUT',
    { en: `The calculator does not understand “${shown}”.`, zh: `计算器看不懂“${shown}”。` },
    {
      en: 'Write numbers, + - * / ^ %, parentheses, functions such as sqrt, and units with “to”.',
      zh: '请用数字、+ - * / ^ %、括号、sqrt 等函数，单位换算用“to”。',
    },
  )
}

export function tooLarge(): ToolFailure {
  return new ToolFailure(
    'INVALID_INPUT',
    {
      en: 'This is too large to be worked out exactly: results have at most 400 digits.',
      zh: '数值过大，无法精确计算：结果最多 400 位。',
    },
    { en: 'Ask for something smaller.', zh: '请换小一些的数。' },
  )
}

/** There is no result: a division by zero, the root of a negative number. */
export function noResult({ en, zh }: Bilingual): ToolFailure {
  return new ToolFailure(
    'INVALID_INPUT',
    { en: `${en} has no result.`, zh: `${zh}没有结果。` },
    { en: 'Change the numbers and ask again.', zh: '请修改数字后再问。' },
  )
}

/**
 * An expression in the parser's own signs, when it is short, shallow and made of nothing but arithmetic. Throws CairnError
 * INVALID_INPUT. Looks at each character a fixed number of times, so that it may be given anything.
 */
export function checkedExpression(expression: string): string {
  if (expression.length > maxLength) throw tooLarge()
  const plain = expression.replace(/[×·⋅]/gu, '*').replaceAll('÷', '/').replace(/[−–]/gu, '-').replaceAll('**', '^')
  // The parser would take it for a remainder.
  if (/%\s*[-+]/u.test(plain)) throw notUnderstood(expression)
  if (plain.trim() === '' || !allowed.test(plain)) throw notUnderstood(expression)
  if (depthOf(plain) > maxDepth || new RegExp(`\\d{${maxDigits + 1}}`, 'u').test(plain)) throw tooLarge()
  return /\p{L}/u.test(plain) ? plain : joinGroups(plain)
}

/** The parser calls itself for parentheses, powers, signs and per cents that follow each other. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const sign of text) {
    if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return Math.max(deepest, /[-+]{3}/u.test(text.replaceAll(' ', '')) ? Infinity : 0)
}
