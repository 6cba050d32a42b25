import type { Token } from '../../reading/question-tokens'

/** Said of other things than a division: a date, round the clock, shares, sight. */
const sayings = new Set(['9/11', '24/7', '7/7', '50/50', '20/20', '80/20'])

/**
 * Whether the tokens are rather a range, a date, a telephone number or a saying than a sum: numbers in digits with nothing
 * but hyphens or slashes between them, without spaces. Who asks to calculate, or writes “=”, means a sum.
 */
export function looksLikeOtherThan(tokens: readonly Token[]): boolean {
  if (tokens.some(({ senses, raw }) => senses.has('request') || raw === '=')) return false
  const first = tokens.findIndex(({ isPlainDigits }) => isPlainDigits)
  const run = tokens.slice(first, first + runLength(tokens, first))
  const numbers = run.filter(({ isPlainDigits }) => isPlainDigits).map(({ raw }) => raw)
  const others = tokens.length - run.length - tokens.filter(isWordOfAsking).length
  if (numbers.length < 2 || others > 0) return false
  const isTight = run.slice(1).every(({ spaced }) => !spaced)
  const signs = new Set(run.filter(({ isPlainDigits }) => !isPlainDigits).map(({ raw }) => raw))
  if (!isTight || signs.size > 1) return false
  if (numbers.length > 2) return signs.has('-') || signs.has('/')
  const [left = '', right = ''] = numbers
  if (signs.has('-')) return Number(left) < Number(right) || (isYear(left) && isYear(right))
  return signs.has('/') && sayings.has(`${left}/${right}`)
}

function isWordOfAsking({ senses }: Token): boolean {
  return !senses.has('number') && ['ask', 'filler', 'equals', 'how_many'].some((kind) => senses.has(kind))
}

/** How many tokens from `first` on are numbers with one sign between them. */
function runLength(tokens: readonly Token[], first: number): number {
  let length = 0
  for (const { isPlainDigits, senses, raw } of tokens.slice(Math.max(0, first))) {
    const isWanted = length % 2 === 0 ? isPlainDigits : senses.has('add') || senses.has('multiply')
    if (!isWanted || (length % 2 === 1 && raw.length > 1)) break
    length += 1
  }
  return length % 2 === 0 ? Math.max(0, length - 1) : length
}

function isYear(digits: string): boolean {
  return /^(?:1[89]|20|21)\d\d$/u.test(digits)
}
