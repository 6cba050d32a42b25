import { everyToken, type Token } from '../../reading/question-tokens'
import type { Told } from './told-changes'
import { combinationOf } from './told-combinations'
import { figuresOf } from './told-figures'
import { has, toldBook } from './told-words'

/** What may be said of the things that amounts belong to: “a jacket was”, “my rent is”. Longer talk is the documents' business. */
const mostOtherWords = 14
const asks = [
  ...['wh', 'each', 'asking', 'the', 'percent_asked', 'after', 'less', 'more', 'end', 'thing'],
  ...['portion', 'in_all', 'left', 'change_back', 'original', 'mean'],
]
const begins = ['wh', 'percent_asked', 'each']

/**
 * The sum of a question that tells amounts and what happens to them, and asks what that makes: “A jacket was 249 and is now
 * 30% off, what do I pay?” Null where it tells more figures than are needed, or asks for anything else. `text` as `plainWriting` gives it.
 */
export function readToldSum(text: string): string | null {
  const tokens = everyToken(text, toldBook)
  if (!tokens || has(tokens, 'of_documents')) return null
  for (const parts of [toldThenAsked(tokens), askedThenTold(tokens), askedBetween(tokens)]) {
    if (!parts || parts.told.filter(({ senses }) => senses.size === 0).length > mostOtherWords) continue
    const figures = figuresOf(parts.told)
    const piece = figures && combinationOf(parts, figures)
    if (piece?.isWorked) return piece.text
  }
  return null
}

/** Whether a question names a change and asks what it makes, but not of which amount: 打八折是多少钱, “20% of it”. */
export function lacksAmount(text: string): boolean {
  const tokens = everyToken(text, toldBook)
  if (!tokens || tokens.some(({ senses }) => senses.size === 0) || !has(tokens, 'wh')) return false
  if (['of_documents', 'the', 'from', 'each', 'percent_asked'].some((kind) => has(tokens, kind))) return false
  const figures = figuresOf(tokens)
  if (!figures || figures.length === 0) return false
  const isOfWhat = has(tokens, 'of_it') || figures.every(({ kind, sign }) => kind === 'tenths' || sign !== null)
  return isOfWhat && figures.every(({ kind }) => kind === 'percent' || kind === 'tenths')
}

/** The asking is the longest end of the question that has only words of asking and begins with one. */
function toldThenAsked(tokens: readonly Token[]): Told | null {
  let start = tokens.length
  while (start > 0 && isAsking(tokens, start - 1)) start -= 1
  // “45 each, how much” and “plus 20% tax, how much” are still told.
  while (isOfTold(tokens, start) || (start < tokens.length && !has(tokens.slice(start, start + 1), ...asks))) start += 1
  const first = tokens.slice(start).findIndex((token) => has([token], ...begins))
  if (first < 0 || start === 0) return null
  const [told, asked] = [tokens.slice(0, start + first), tokens.slice(start)]
  return has(asked, 'wh', 'percent_asked') ? { told, asked } : null
}

/** “What do I pay for a 249 jacket with 30% off?” */
function askedThenTold(tokens: readonly Token[]): Told | null {
  let end = 0
  while (end < tokens.length && isAsking(tokens, end)) end += 1
  const asked = tokens.slice(0, end)
  const told = tokens.slice(end)
  const isJoined = has(told.slice(0, 1), 'joint', 'number') || has(asked.slice(-1), 'joint', 'end')
  return isJoined && has(asked, 'wh', 'percent_asked') ? { told, asked } : null
}

/** “The bill is 84. How much is a tip of 15%?” */
function askedBetween(tokens: readonly Token[]): Told | null {
  const wh = tokens.findIndex((token) => has([token], 'wh', 'percent_asked'))
  let [start, end] = [wh, wh]
  while (start > 0 && isAsking(tokens, start - 1)) start -= 1
  while (isOfTold(tokens, start)) start += 1
  while (end < tokens.length && isAsking(tokens, end)) end += 1
  if (wh < 0 || start === 0 || start > wh || end === tokens.length) return null
  const behind = tokens.slice(end)
  // What is asked has its percentage with it.
  const isOf =
    has(behind.slice(0, 1), 'number') &&
    behind.every((token, at) => at === 0 || has([token], 'percent', 'portion', 'end'))
  const portions = isOf ? behind.filter((token) => has([token], 'portion')) : []
  return portions.length > 0
    ? { told: [...tokens.slice(0, start), ...behind], asked: [...tokens.slice(start, end), ...portions] }
    : null
}

/** “45 each” and “12 bottles each” belong to what is told, and so does “20% tax”. */
function isOfTold(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(at - 1, at)
  const token = tokens.slice(at, at + 1)
  if (has(token, 'portion')) return has(before, 'percent')
  if (!has(token, 'each')) return false
  return has(before, 'number', 'money') || (has(tokens.slice(at - 2, at - 1), 'number') && !has(before, 'end'))
}

/** A word of asking, or one that repeats what is told. */
function isAsking(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (!token || has([token], 'number')) return false
  if (has([token], ...asks)) return true
  const same = (other: Token, place: number) => place !== at && other.raw.toLowerCase() === token.raw.toLowerCase()
  return token.senses.size === 0 && tokens.some(same) && !/^\p{P}$/u.test(token.raw)
}
