import { hasHan, hasWords, isDigits, startsWithHan } from '@engine/text/letters'
import type { Language } from '@engine/text/language'
import { anyMonth, anyWeekdayStem } from '@engine/text/english/word-patterns'
import { boundStart, hedgeLength, isBoundBehind } from './bounds'
import type { Token, WordClass } from './tokens/answer-token'

/** A run of words that could be the short answer: tokens `first` to `last`, both included. */
export interface Candidate {
  readonly first: number
  readonly last: number
}

const longest: Record<Language, number> = { en: 11, zh: 13 }
const maxCommas = 2
const stops = new Set('.;:；：。！？!?|')
/** What a company's name may end in: behind the name that was asked about it says nothing new. */
const legalForms = new Set(
  'limited ltd inc incorporated corp corporation company co plc llc gmbh ag 公司 集团'.split(' '),
)
const commas = new Set(',，、—–()（）')

/** The runs of words within a clause that are whole phrases and say something new; `asked` marks the question's tokens. */
export function candidatesIn(tokens: readonly Token[], asked: readonly boolean[], language: Language): Candidate[] {
  const found: Candidate[] = []
  for (const [first, opening] of tokens.entries()) {
    if (opening.kind === 'punctuation') continue
    let seen = 0
    let hasContent = false
    let hasNew = false
    for (let last = first; last < Math.min(tokens.length, first + longest[language]); last += 1) {
      const token = tokens[last]
      if (!token || isStop(tokens, last)) break
      if (commas.has(token.text)) seen += 1
      if (seen > maxCommas) break
      hasContent ||= !token.light
      hasNew ||=
        !asked[last] && token.kind !== 'punctuation' && !legalForms.has(token.text.toLowerCase().replace('.', ''))
      if (token.kind !== 'punctuation' && hasContent && hasNew && isPhrase(tokens, asked, first, last)) {
        found.push({ first, last })
      }
    }
  }
  return found
}

/** The end of a clause or cell, but not the full stop of E.I. and of 3.5. */
function isStop(tokens: readonly Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  if (token?.text === '|') return true
  if (!token || token.kind !== 'punctuation' || !Array.from(token.text).every((sign) => stops.has(sign))) return false
  const isInside = token.text === '.' && before?.end === token.start && after?.start === token.end
  return !isInside || !hasWords(before.text.slice(-1))
}

/** Words that lead to others, or belong to others, at either end. */
const loose = new Set<WordClass>(['particle', 'conjunction', 'adverb', 'adposition', 'pronoun', 'auxiliary'])
const counting = new Set<WordClass>(['number', 'determiner', 'pronoun'])
const amounts = new Set<WordClass>(['number', 'time'])
const month = new RegExp(String.raw`^${anyMonth}$`, 'u')
const weekday = new RegExp(String.raw`^${anyWeekdayStem}day$`, 'u')
/** Between the two ends of a span of time or of amounts. */
const until = new Set(['to', 'until', 'till', '至', '到', '–', '—', '~', '-'])
const together = new Set('和与到至')
const degrees = new Set('°℃℉‰')
/** What leads to the next word, or belongs to it, whatever class it was taken for. */
const raggedEnds = new Set(
  '的 了 着 和 与 及 或 是 为 在 被 把 将 称 叫 即 称为 被称 称作 叫做 叫作 即将 即指 别称'.split(' '),
)
const goesOn = new Set('即 被 即将 即指 别称 称为 称作 也就是'.split(' '))
const openBrackets = new Set('“《「『(（[【')
const closeBrackets = new Set('”》」』)）]】')
const straightQuote = '"'

/** Whether nothing hangs loose at the ends: no grammar word, no half of an amount or span, no bracket without the other. */
function isPhrase(tokens: readonly Token[], asked: readonly boolean[], first: number, last: number): boolean {
  const [before, opening, closing, after] = [tokens[first - 1], tokens[first], tokens[last], tokens[last + 1]]
  if (!opening || !closing || loose.has(closing.kind) || closing.kind === 'determiner') return false
  const isHedged = hedgeLength(tokens.slice(first, last + 1)) > 0
  if (loose.has(opening.kind) && !isHedged) return false
  if (opening.kind === 'measure' && counting.has(before?.kind ?? 'other')) return false
  if (closing.kind === 'adjective' && after?.kind === 'noun') return false
  if (isBounded(tokens, first, isHedged)) return false
  if (isBoundBehind(tokens, last) && tokens.slice(first, last + 1).some(({ kind }) => amounts.has(kind))) return false
  if (raggedEnds.has(closing.text) || (startsWithHan(opening.text) && goesOnBehindComma(tokens, first, last)))
    return false
  if (first === last && opening.text.length === 1 && hasHan(opening.text) && !amounts.has(opening.kind)) return false
  return !isPartOfAmount(tokens, asked, first, last) && isBalanced(tokens.slice(first, last + 1))
}

/** Whether a bound of the run's number stands before the run, or half of it does: "than three" and "more than three" of "no more than three". */
function isBounded(tokens: readonly Token[], first: number, isHedged: boolean): boolean {
  if (tokens[first]?.kind === 'number') return boundStart(tokens, first) < first
  if (!isHedged) return false
  const at = first + hedgeLength(tokens.slice(first))
  return boundStart(tokens, at) < first
}

/** "基础，被称作…": what comes behind the comma says something of what stands before it. */
function goesOnBehindComma(tokens: readonly Token[], first: number, last: number): boolean {
  return tokens
    .slice(first, last)
    .some(({ text }, at) => (text === '，' || text === ',') && goesOn.has(tokens[first + at + 1]?.text ?? ''))
}

function isPartOfAmount(tokens: readonly Token[], asked: readonly boolean[], first: number, last: number): boolean {
  const [before, opening, closing, after] = [tokens[first - 1], tokens[first], tokens[last], tokens[last + 1]]
  const isAmount = (token: Token | undefined) =>
    token !== undefined && (amounts.has(token.kind) || month.test(token.text) || weekday.test(token.text))
  const nextWords = tokens
    .slice(last + 1, last + 3)
    .map(({ text }) => text.toLowerCase())
    .join(' ')
  if (isAmount(before) && isAmount(opening)) return true
  if (isAmount(closing) && (isAmount(after) || after?.kind === 'measure')) return true
  // 75 minutes, but six where people were asked for.
  if (closing?.kind === 'number' && after?.kind === 'noun' && asked[last + 1] !== true) return true
  // 22 per cent and 1.6 °C.
  if (
    isAmount(closing) &&
    (degrees.has(after?.text.charAt(0) ?? '') || nextWords.startsWith('per cent') || nextWords.startsWith('percent'))
  )
    return true
  // July, 1805 and July 4, 1805.
  const endsInDay = month.test(closing?.text ?? '') || (isAmount(closing) && month.test(tokens[last - 1]?.text ?? ''))
  if (endsInDay && after?.text === ',' && isYear(tokens[last + 2]?.text ?? '')) return true
  if (isAmount(opening) && isHalfOfBetween(tokens, first, last)) return true
  const isHalf = (joint: Token | undefined, end: Token | undefined, inner: Token | undefined) =>
    joint !== undefined && until.has(joint.text.toLowerCase()) && isAmount(end) && isAmount(inner)
  // Of "rose from 9 to 14" the 14 says how it is now.
  const isNow = tokens[first - 3]?.text.toLowerCase() === 'from' && tokens[first - 4]?.kind === 'verb'
  return (!isNow && isHalf(before, tokens[first - 2], opening)) || isHalf(after, tokens[last + 2], closing)
}

/** Words between "between" and what goes with it. */
const maxBetween = 4

/** "Between 18 and 65", 18到65之间: neither end says anything alone. */
function isHalfOfBetween(tokens: readonly Token[], first: number, last: number): boolean {
  const textAt = (at: number) => tokens[at]?.text.toLowerCase() ?? ''
  if (textAt(first - 1) === 'between') {
    return tokens.slice(last + 1, last + 1 + maxBetween).some(({ text }) => text.toLowerCase() === 'and')
  }
  if (textAt(first - 1) === 'and') {
    return tokens
      .slice(Math.max(0, first - 2 - maxBetween), first - 1)
      .some(({ text }) => text.toLowerCase() === 'between')
  }
  if (textAt(last + 1) === '之间') return together.has(textAt(first - 1))
  if (!together.has(textAt(last + 1))) return false
  return tokens.slice(last + 2, last + 2 + maxBetween).some(({ text }) => text === '之间')
}

function isYear(text: string): boolean {
  return text.length === 4 && isDigits(text)
}

function isBalanced(run: readonly Token[]): boolean {
  let open = 0
  for (const { text } of run) {
    if (openBrackets.has(text)) open += 1
    if (closeBrackets.has(text)) open -= 1
    if (open < 0) return false
  }
  return open === 0 && run.filter(({ text }) => text === straightQuote).length % 2 === 0
}
