import lexicon from '@resources/graph/lexicon/english-names.json'
import { chineseNumber } from '@engine/text/numbers'
import { countedNouns } from './english-lexicon'
import { counters, countedNouns as countedHan } from './han-lexicon'
import type { NameWord } from './normal-name'

const { cardinals, ordinals, tens } = lexicon.numbers
const valueOf = new Map<string, number>([
  ...cardinals.map((word, value): [string, number] => [word, value]),
  ...ordinals.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, at): [string, number] => [word, (at + 2) * 10]),
  ...tens.map((word, at): [string, number] => [word.replace(/y$/u, 'ieth'), (at + 2) * 10]),
])
const months = new Map(
  lexicon.numbers.months.flatMap((month, at): [string, number][] => [
    [month, at + 1],
    [month.slice(0, 3), at + 1],
  ]),
)
const roman = /^(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})$/iu
const beforeNumber = new Set(['v', 'ver', 'version', 'no', 'number', 'num', 'nr'])
const afterNumber = new Set(['st', 'nd', 'rd', 'th'])
const numerals = '[零〇一二两三四五六七八九十百千]+'
const ordinalHan = new RegExp(`第(${numerals})`, 'gu')
const countedFirst = new RegExp(`(?<!${numerals})(${numerals})(?=[${counters}])`, 'gu')
const countedLast = new RegExp(`^(.+?)(${numerals})$`, 'u')

/** Numbers of a name in order, one spelling for each value, and the words that are left. */
export interface Counted {
  readonly numbers: readonly string[]
  readonly words: readonly NameWord[]
  /** A month was read as a number: the order of a date says nothing. */
  readonly hasMonth: boolean
}

/** Takes the numbers out of a name however they are written: digits, words, Roman and Chinese numerals, months of a date. */
export function takeNumbers(words: readonly NameWord[]): Counted {
  const numbers: string[] = []
  const rest: NameWord[] = []
  let hasMonth = false
  for (const [at, word] of words.entries()) {
    const previous = words[at - 1]
    const next = words[at + 1]
    if (word.kind === 'number') numbers.push(plainNumber(word.text))
    else if (word.kind === 'han') {
      const left = takeHanNumbers(next?.kind === 'number' ? word.text.replace(/第$/u, '') : word.text, numbers)
      if (left) rest.push({ raw: left, text: left, kind: 'han' })
    } else if (next?.kind === 'number' && beforeNumber.has(word.text)) {
      if (words.length === 2) rest.push({ ...word, text: word.text.startsWith('v') ? 'version' : 'number' })
    } else if (previous?.kind === 'number' && afterNumber.has(word.text)) continue
    else if (months.has(word.text) && (previous?.kind === 'number' || next?.kind === 'number')) {
      numbers.push(String(months.get(word.text)))
      hasMonth = true
    } else if (isRoman(word, previous, next)) numbers.push(String(romanValue(word.text)))
    else {
      const value = valueOf.get(word.text)
      const before = valueOf.get(previous?.text ?? '') ?? 0
      if (value === undefined || words.length === 1) rest.push(word)
      else if (before >= 20 && value > 0 && value < 10) numbers.push(String(Number(numbers.pop() ?? 0) + value))
      else numbers.push(String(value))
    }
  }
  // A name of numbers alone is made of them: "1984".
  return { numbers, words: rest, hasMonth }
}

function plainNumber(digits: string): string {
  return digits.replace(/^0+(?=\d)/u, '').replace(/(?:\.0+)+$/u, '')
}

function isRoman(word: NameWord, previous: NameWord | undefined, next: NameWord | undefined): boolean {
  if (!previous || word.text === '' || !roman.test(word.raw)) return false
  if (countedNouns.has(previous.text)) return true
  if (word.raw !== word.raw.toUpperCase()) return false
  return word.raw.length > 1 || next === undefined
}

function romanValue(text: string): number {
  const digits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 }
  let value = 0
  for (const [at, letter] of Array.from(text).entries()) {
    const digit = digits[letter] ?? 0
    value += digit < (digits[text[at + 1] ?? ''] ?? 0) ? -digit : digit
  }
  return value
}

function takeHanNumbers(text: string, numbers: string[]): string {
  const take = (all: string, digits: string): string => {
    const value = chineseNumber(digits)
    if (value === undefined) return all
    numbers.push(String(value))
    return ''
  }
  const left = text.replace(ordinalHan, take).replace(countedFirst, take)
  const last = countedLast.exec(left)
  const [, noun = '', digits = ''] = last ?? []
  return countedHan.test(noun) && take('all', digits) === '' ? noun : left
}
