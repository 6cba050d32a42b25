import { hasDigit, isCapitalised, isDigits } from '@engine/text/letters'
import { analyse } from '@engine/text/analyse'
import { isStopTerm } from '@engine/text/english/stop-words'
import { anyMonthInShort, months } from '@engine/text/english/word-patterns'
import { scales } from '@engine/text/numbers'
import { chineseNumeral, chineseValue, englishNumeral, englishValue } from '@engine/text/numerals'
import { type Unit, unitAt } from '@engine/text/units'

interface CalendarDate {
  readonly year: number | null
  readonly month: number | null
  readonly day: number | null
}

/** A number or a date of a text; offsets are half-open. */
export interface Quantity {
  readonly start: number
  readonly end: number
  /** As it is written, with its unit. */
  readonly raw: string
  /** Of a date its year, 0 where it has none. */
  readonly value: number
  readonly unit: Unit | null
  /** What is counted: the next word of content, analysed. */
  readonly noun: string
  readonly date: CalendarDate | null
  /** Said to be rough: about, nearly, 约. */
  readonly rough: boolean
}

const month = `(${anyMonthInShort})\\.?`
const day = '(\\d{1,2})(?:st|nd|rd|th)?'
const han = `(\\d{1,2}|[一二三四五六七八九十廿]{1,3})`
const year = `(\\d{4}|[〇○零一二三四五六七八九]{4})`

const datePatterns: readonly [RegExp, (groups: readonly (string | undefined)[]) => CalendarDate | null][] = [
  [/(?<![\d.])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d.])/gu, ([y, m, d]) => dateOf(y, m, d)],
  [
    new RegExp(`(?<![\\d.])${day}\\s+(?:of\\s+)?${month}(?![\\p{L}])(?:,?\\s+(\\d{4})(?!\\d))?`, 'gu'),
    ([d, m, y]) => dateOf(y, m, d),
  ],
  [
    new RegExp(`(?<!\\p{L})${month}\\s+${day}(?![\\d.:]\\d|\\d)(?:,?\\s+(\\d{4})(?!\\d))?`, 'gu'),
    ([m, d, y]) => dateOf(y, m, d),
  ],
  [new RegExp(`(?<!\\p{L})${month},?\\s+(\\d{4})(?!\\d)`, 'gu'), ([m, y]) => dateOf(y, m, undefined)],
  [
    new RegExp(
      `(?<=\\b(?:in|of|since|until|by|during|from|to|late|early|mid|next|last|every|(?:${anyMonthInShort}) (?:and|or)) )${month}(?![\\p{L}])`,
      'gu',
    ),
    ([m]) => dateOf(undefined, m, undefined),
  ],
  [
    new RegExp(`(?:${year}\\s*年\\s*)?(?<!\\d)${han}\\s*月\\s*(?:${han}\\s*[日号])?`, 'gu'),
    ([y, m, d]) => dateOf(y, m, d),
  ],
  [new RegExp(`(?<!\\d)${year}\\s*年(?!代)`, 'gu'), ([y]) => dateOf(y, undefined, undefined)],
]

/** 20 世纪 90 年代 is 1990s. */
const chineseDecade = new RegExp(
  `(\\d{2}|${chineseNumeral}{1,3})\\s*世纪\\s*(\\d0|${chineseNumeral}{1,2})\\s*年代`,
  'gu',
)

const clock = /(?<!\d)(\d{1,2}):(\d{2})(?!\d)\s*([ap]\.?m\b\.?)?/giu
const version = /(?<![\d.,])\d{1,3}(?:\.\d{1,3}){2,}(?![\d])/gu
const figures =
  /(?<![\p{Script=Latin}\d]|\d[.,])(?:\d{1,2}(?:,\d{2})+,\d{3}(?!\d)|\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:st|nd|rd|th)?(?:\s*(?:(hundred|thousand|million|billion|trillion)(?![\p{L}])|(百万|千万|万亿|[百千万亿])))?/giu
const measures =
  '[年月日号个名次座条项只张本部种所倍米公里吨克元岁世位人天周届支队场艘架辆章句首集期度分层排行级台把%％]'
const wordNumerals = new RegExp(`(?<![\\p{L}\\d])${englishNumeral}(?![\\p{L}])`, 'giu')
const hanNumerals = new RegExp(`百分之${chineseNumeral}+|${chineseNumeral}+(?=${measures})|${chineseNumeral}{2,}`, 'gu')
const rough =
  /(?:about|around|approximately|nearly|almost|roughly|some|over|more than|约|大约|近|将近|超过|逾)\s*[$€£¥]?$/iu

/** The numbers and dates of a text that is in compatibility form (NFKC), in reading order. */
export function quantitiesIn(text: string): Quantity[] {
  const found: Quantity[] = []
  // What was read as a date is blanked, so that its parts are not read as numbers again.
  let rest = text
  const take = (quantity: Quantity) => {
    found.push(quantity)
    rest = rest.slice(0, quantity.start) + ' '.repeat(quantity.end - quantity.start) + rest.slice(quantity.end)
  }
  for (const [pattern, read] of datePatterns) {
    for (const match of rest.matchAll(pattern)) {
      const date = read(match.slice(1))
      if (date && isPlausible(date))
        take({ ...spanOf(match), value: date.year ?? 0, unit: null, noun: '', date, rough: false })
    }
  }
  for (const match of rest.matchAll(chineseDecade)) {
    const value = ((fieldOf(match[1]) ?? 0) - 1) * 100 + (fieldOf(match[2]) ?? 0)
    take({ ...spanOf(match), value, unit: { kind: 'decade', factor: 1 }, noun: '', date: null, rough: false })
  }
  for (const match of rest.matchAll(clock)) {
    const hour = Number(match[1]) + (/^p/iu.test(match[3] ?? '') && Number(match[1]) < 12 ? 12 : 0)
    const unit = { kind: 'clock', factor: 1 }
    take({ ...spanOf(match), value: hour * 60 + Number(match[2]), unit, noun: '', date: null, rough: false })
  }
  for (const match of rest.matchAll(version)) {
    const value = match[0].split('.').reduce((sum, part) => sum * 1000 + Number(part), 0)
    take({ ...spanOf(match), value, unit: { kind: 'version', factor: 1 }, noun: '', date: null, rough: false })
  }
  for (const match of rest.matchAll(figures)) {
    const scale = scales[(match[1] ?? match[2] ?? '').toLowerCase()] ?? 1
    take(numberAt(text, match, figureValue(match[0]) * scale))
  }
  for (const match of rest.matchAll(wordNumerals)) {
    const value = englishValue(match[0])
    // "One" is more often a word than a number.
    if (value > 1) take(numberAt(text, match, value))
  }
  for (const match of rest.matchAll(hanNumerals)) {
    const percent = match[0].startsWith('百分之')
    const value = chineseValue(percent ? match[0].slice(3) : match[0])
    if (Number.isNaN(value)) continue
    if (percent) take({ ...numberAt(text, match, value), unit: { kind: 'ratio', factor: 1 } })
    else if (value > 1 && match[0] !== '万一' && /[〇零一二三四五六七八九两十]/u.test(match[0]))
      take(numberAt(text, match, value))
  }
  return withRanges(
    found.sort((a, b) => a.start - b.start),
    text,
  )
}

/** The 22 of "22 to 28 October" is a day of that month as well. */
function withRanges(found: readonly Quantity[], text: string): Quantity[] {
  return found.map((one, at) => {
    const next = found[at + 1]
    const isDay = one.unit === null && !one.date && isDigits(one.raw) && one.value <= 31
    if (!isDay || !next?.date?.month || !/^\s?(?:-|to|until|and|or|至|到)\s?$/u.test(text.slice(one.end, next.start)))
      return one
    return { ...one, value: next.value, date: { ...next.date, day: one.value } }
  })
}

/** What of a quantity a source has: the same, the same figure with another unit, or nothing. */
export type Match = 'same' | 'other unit' | 'none'

/** Looks a quantity up among those of a source. */
export function matchOf(quantity: Quantity, source: readonly Quantity[]): Match {
  if (quantity.date) return source.some((other) => sameDate(quantity.date, other, source)) ? 'same' : 'none'
  let match: Match = 'none'
  for (const other of source) {
    if (other.date) {
      if (isYear(quantity) && other.date.year === quantity.value) return 'same'
      continue
    }
    if (sameValue(quantity, other)) return 'same'
    if (other.value === quantity.value) match = 'other unit'
  }
  return match
}

function sameValue(a: Quantity, b: Quantity): boolean {
  if (!comparable(a.unit, b.unit)) return false
  const [left, right] = a.unit && b.unit ? [a.value * a.unit.factor, b.value * b.unit.factor] : [a.value, b.value]
  const tolerance = a.rough ? 0.05 : 1e-9
  return Math.abs(left - right) <= tolerance * Math.max(Math.abs(left), Math.abs(right))
}

/** A per cent is never a plain number; other units may be left out where they are understood. */
function comparable(a: Unit | null, b: Unit | null): boolean {
  if (a && b) return a.kind === b.kind
  return (a ?? b)?.kind !== 'ratio'
}

function sameDate(date: CalendarDate | null, other: Quantity, source: readonly Quantity[]): boolean {
  if (!date) return false
  if (!other.date) return date.month === null && isYear(other) && other.value === date.year
  const agrees = (mine: number | null, its: number | null) => mine === null || mine === its
  if (!agrees(date.month, other.date.month) || !agrees(date.day, other.date.day)) return false
  if (agrees(date.year, other.date.year)) return true
  // "12 June" in a passage that names the year elsewhere.
  return (
    other.date.year === null && source.some((one) => (one.date?.year ?? (isYear(one) ? one.value : null)) === date.year)
  )
}

/** Whether a bare number can be a year. */
function isYear({ value, unit }: Quantity): boolean {
  return Number.isInteger(value) && value >= 1000 && value <= 2200 && (unit === null || unit.kind === 'years')
}

function numberAt(text: string, match: RegExpExecArray, value: number): Quantity {
  const { start, end: bare } = spanOf(match)
  const before = text.slice(Math.max(0, start - 16), start)
  const currency = unitAt(text, start - 1)
  const prefix = /[$€£¥]$/u.test(before) ? currency : null
  const gap = /^\s?-?\s?/u.exec(text.slice(bare, bare + 3))?.[0].length ?? 0
  const suffix = decadeAt(text, bare) ?? unitAt(text, bare + gap)
  const end = suffix?.end ?? bare
  return {
    start: prefix ? start - 1 : start,
    end,
    raw: text.slice(prefix ? start - 1 : start, end).trim(),
    value,
    unit: prefix?.unit ?? suffix?.unit ?? null,
    noun: nounAfter(text, end),
    date: null,
    rough: rough.test(before),
  }
}

/** The `s` of 1990s, and 世纪 or century after a number. */
function decadeAt(text: string, at: number): { unit: Unit; end: number } | null {
  const [decade] = /^['’]?s(?!\p{L})|^年代/u.exec(text.slice(at, at + 4)) ?? []
  if (decade) return { unit: { kind: 'decade', factor: 1 }, end: at + decade.length }
  const [century] = /^\s?(?:century|centuries|世纪)/iu.exec(text.slice(at, at + 12)) ?? []
  return century ? { unit: { kind: 'century', factor: 1 }, end: at + century.length } : null
}

function nounAfter(text: string, at: number): string {
  const words = /^[^\S\n]*-?[^\S\n]*((?:[\p{Script=Latin}'’-]+[^\S\n]*){1,2})/u.exec(text.slice(at, at + 40))?.[1] ?? ''
  return analyse(words).find((term) => !isStopTerm(term)) ?? ''
}

function figureValue(raw: string): number {
  return Number(/[\d.]+/u.exec(raw.replaceAll(',', ''))?.[0] ?? NaN)
}

function dateOf(y: string | undefined, m: string | undefined, d: string | undefined): CalendarDate {
  return { year: fieldOf(y), month: m && isCapitalised(m) ? monthOf(m) : fieldOf(m), day: fieldOf(d) }
}

function monthOf(name: string): number {
  return months.findIndex((one) => one.startsWith(name.slice(0, 3))) + 1
}

function fieldOf(field: string | undefined): number | null {
  if (field === undefined) return null
  return hasDigit(field) ? Number(field) : chineseValue(field.replace('廿', '二十'))
}

function isPlausible({ month: m, day: d }: CalendarDate): boolean {
  return (m === null || (m >= 1 && m <= 12)) && (d === null || (d >= 1 && d <= 31))
}

function spanOf(match: RegExpExecArray): { start: number; end: number; raw: string } {
  const raw = match[0].trimEnd()
  return { start: match.index, end: match.index + raw.length, raw }
}
