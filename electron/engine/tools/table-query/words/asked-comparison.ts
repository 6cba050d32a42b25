import { askedNumberAt } from './asked-number'
import { tableLexicon } from './table-lexicon'

/** A bound that a question sets: over 500 EUR, 超过500元, between 5 and 10 kg. */
export interface AskedComparison {
  readonly operator: '>=' | '<=' | '>' | '<' | '=' | 'between'
  /** In the asked unit; two for `between`. */
  readonly values: readonly number[]
  readonly unit: string | null
  /** What is compared, where the words say it ("heavier than"). */
  readonly concept: string | null
}

interface FoundComparison extends AskedComparison {
  readonly start: number
  readonly end: number
}

interface Sign {
  readonly pattern: RegExp
  readonly operator: AskedComparison['operator']
  readonly concept: string | null
  /** Said of times too: “from 2020”. */
  readonly isOfTime: boolean
}

const timeWords = new Set(Object.values(tableLexicon.times).flatMap(({ en, zh }) => [...en, ...zh]))
const before = tableLexicon.compare
  .flatMap(({ operator, concept, en, zh }) => [...en, ...zh].map((phrase) => ({ phrase, operator, concept })))
  .toSorted((a, b) => b.phrase.length - a.phrase.length)
  .map(({ phrase, operator, concept = null }): Sign => {
    const isOfTime = timeWords.has(phrase)
    return { pattern: patternOf(phrase, String.raw`(?: an?| the| about)?[ :]*`), operator, concept, isOfTime }
  })
const after = tableLexicon.compare
  .flatMap((row) => row.after.map((phrase) => ({ phrase, operator: row.operator })))
  .toSorted((a, b) => b.phrase.length - a.phrase.length)
  .map(({ phrase, operator }): Sign => ({
    pattern: patternOf(phrase, '', ' *'),
    operator,
    concept: null,
    isOfTime: false,
  }))
const between = /(?:\bbetween |\bfrom |介于|在|从)?/uy
const to = /(?: and | to | ?- ?|到|至|和|与)/uy
const closed = / ?(?:之间|以内|的)/uy

/** The bounds of a text in lower case, left to right. */
export function askedComparisons(text: string): FoundComparison[] {
  const found: FoundComparison[] = []
  for (let at = 0; at < text.length;) {
    const one = isInWord(text, at) ? null : (rangeAt(text, at) ?? comparedAt(text, at))
    if (one) found.push(one)
    at = one ? Math.max(one.end, at + 1) : at + 1
  }
  return found
}

function comparedAt(text: string, at: number): FoundComparison | null {
  for (const { pattern, operator, concept, isOfTime } of before) {
    const sign = matchAt(pattern, text, at)
    if (sign === null) continue
    const number = askedNumberAt(text, sign)
    if (!number || (isOfTime && isYear(number))) continue
    return { operator, values: [number.value], unit: number.unit, concept, start: at, end: number.end }
  }
  const number = askedNumberAt(text, at)
  if (!number || isYear(number)) return null
  for (const { pattern, operator } of after) {
    const end = matchAt(pattern, text, number.end)
    if (end !== null) return { operator, values: [number.value], unit: number.unit, concept: null, start: at, end }
  }
  return null
}

function rangeAt(text: string, at: number): FoundComparison | null {
  const opened = matchAt(between, text, at) ?? at
  const low = askedNumberAt(text, opened)
  const middle = low ? matchAt(to, text, low.end) : null
  const high = middle === null ? null : askedNumberAt(text, middle)
  if (!low || !high || isYear(low) || isYear(high)) return null
  const end = matchAt(closed, text, high.end)
  // “5 and 10” alone are two numbers.
  if (opened === at && end === null) return null
  const unit = high.unit ?? low.unit
  return { operator: 'between', values: [low.value, high.value], unit, concept: null, start: at, end: end ?? high.end }
}

function isYear({ value, unit }: { value: number; unit: string | null }): boolean {
  return (unit === null || unit === '年') && Number.isInteger(value) && value >= 1900 && value <= 2100
}

function isInWord(text: string, at: number): boolean {
  return /[a-z\d]/u.test(text.charAt(at - 1)) && /[a-z\d]/u.test(text.charAt(at))
}

function patternOf(phrase: string, behind = '', front = ''): RegExp {
  const escaped = phrase.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
  const isWord = /[a-z]$/u.test(phrase)
  return new RegExp(`${front}${escaped}${isWord ? '(?![a-z])' : ''}${behind}`, 'uy')
}

/** Where a match at this place ends; null for none. */
function matchAt(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}
