import { CairnError } from '@shared/errors'
import { joinGroups } from '@engine/text/numbers'

const maxLength = 500
const maxDepth = 60
const maxDigits = 400
/** Letters, figures and signs of arithmetic; no quotes, brackets, assignments or several statements. */
const allowed = /^[\p{L}\p{N}\s.,+\-*/^%()!°]*$/u

export function notUnderstood(what: string): CairnError {
  const shown = what.length > 60 ? `${what.slice(0, 60)}…` : what
  return new CairnError(
    'INVALID_INPUT',
    `The calculator does not understand “${shown}”.`,
    'Write numbers, + - * / ^ %, parentheses, functions such as sqrt, and units with “to”.',
  )
}

export function tooLarge(): CairnError {
  return new CairnError(
    'INVALID_INPUT',
    'This is too large to be worked out exactly: results have at most 400 digits.',
    'Ask for something smaller.',
  )
}

/** There is no result: a division by zero, the root of a negative number. */
export function noResult(what: string): CairnError {
  return new CairnError('INVALID_INPUT', `${what} has no result.`, 'Change the numbers and ask again.')
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
