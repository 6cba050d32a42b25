import { chineseNumber, scales } from '@engine/text/numbers'
import { currencyOf } from './currencies'

/** Which sign divides whole numbers from their fraction. */
export type DecimalSign = '.' | ','

/** A number as a cell says it. */
export interface ReadNumber {
  readonly value: number
  /** A currency, "%" or a unit as it is written; null for none. */
  readonly unit: string | null
}

const form =
  /^(?<before>[^\d\s.,+\-]{1,6}|[^\d\s.,+\-][^\d.,+\-]{0,12}[^\d\s.,+\-])?\s?(?<sign>[+-])?\s?(?<after>[^\d\s.,+\-a-z]{1,4})?\s?(?<number>(?:\d[\d.,]*|[.,]\d+)(?:e[+-]?\d{1,3})?)\s?(?<rest>\D.{0,24}|[^\d\s])?$/iu
const scaleWords: Readonly<Record<string, number>> = {
  ...scales,
  ...{ k: 1e3, tsd: 1e3, m: 1e6, mn: 1e6, mio: 1e6, mil: 1e6, mm: 1e6, b: 1e9, bn: 1e9, mrd: 1e9, bil: 1e9, tn: 1e12 },
}
/** Scales that are units too when they are written small, or behind a space. */
const letterScale = /^[KMB](?![\p{L}\p{N}])/u
const wordScale = /^(?:thousand|million|billion|trillion|bn|mn|mio\.?|mrd\.?|tsd\.?|百万|千万|万亿|十亿|[百千万亿])/iu
const unitForm = /^(?:[%‰°]|\p{L}|[µΩ])[\p{L}\p{N}%‰°µΩ²³·./^*\-]{0,11}(?: (?:per|an?|every) \p{L}{1,8})?$/u
const ordinal = /^(?:st|nd|rd|th)$/iu
const chinese =
  /^(?<sign>负)?(?<number>[零〇一二两三四五六七八九十百千万亿]+)(?:点(?<fraction>[零〇一二三四五六七八九]+))?(?<rest>\D{0,6})$/u
const footnote = /(?:\s?\[\w{1,4}\]|[*†‡§¹²³]+)$/u
/** Where a sheet's format hides digits, the number itself stands behind: `1.2M (1234567)`. */
const shownAndMeant = /^(?<shown>.*\d.*) \((?<meant>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\)$/iu
const plain = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/u

/** Reads a cell that is one number, with its unit, currency, percent sign or scale; null for anything else. */
export function readNumber(cell: string, decimal: DecimalSign): ReadNumber | null {
  if (decimal === '.' && plain.test(cell)) return { value: Number(cell), unit: null }
  const text = tidy(cell)
  if (text.length > 48) return null
  const meant = shownAndMeant.exec(text)?.groups
  if (meant) return readMeant(meant['shown'] ?? '', Number(meant['meant']), decimal)
  if (!/\d/u.test(text)) return readChinese(text)
  const bracketed = /^(?<before>[^()\d]*)\((?<inside>[^()]+)\)(?<after>[^()\d]*)$/u.exec(text)?.groups
  if (bracketed) {
    const inner = readSigned(`${bracketed['before']}${bracketed['inside']}${bracketed['after']}`.trim(), decimal)
    return inner && inner.value >= 0 ? { ...inner, value: -inner.value } : null
  }
  return readSigned(text, decimal)
}

/** One kind of minus sign, of space and of digit; no mark of a footnote. */
function tidy(cell: string): string {
  const same = /^[\x20-\x7e]*$/u.test(cell) ? cell : cell.replace(/²/gu, '^2').replace(/³/gu, '^3').normalize('NFKC')
  const text = same.replace(/[−–‒]/gu, '-').replace(/\s+/gu, ' ').trim()
  const bare = /\d/u.test(text) ? text.replace(footnote, '') : text
  // 1 234,5 and 1'234.5.
  return bare.replace(/(?<=\d)[ '’](?=\d{3}(?!\d))/gu, '')
}

function readMeant(shown: string, value: number, decimal: DecimalSign): ReadNumber | null {
  const read = readSigned(shown, decimal) ?? readNumber(shown, decimal)
  if (!read) return null
  return { value: read.unit === '%' ? value * 100 : value, unit: read.unit }
}

function readSigned(text: string, decimal: DecimalSign): ReadNumber | null {
  const groups = form.exec(text)?.groups
  if (!groups) return null
  const trailingMinus = groups['rest']?.trim() === '-'
  const rest = trailingMinus ? '' : (groups['rest'] ?? '').trim()
  const number = digitsOf(groups['number'] ?? '', decimal)
  if (number === undefined) return null
  const before = [groups['before'], groups['after']].filter((part) => part !== undefined && part.trim() !== '')
  const sign = groups['sign'] === '-' || trailingMinus ? -1 : 1
  const currency = before.length === 1 ? currencyOf(before[0] ?? '') : undefined
  if (before.length > 0 && currency === undefined) return null
  const behind = scaleAndUnit(rest, currency !== undefined)
  if (!behind) return null
  // An amount says its currency once.
  if (currency !== undefined && behind.unit !== null && behind.unit !== currency) return null
  const value = sign * rounded(number * behind.scale)
  return Number.isFinite(value) ? { value, unit: currency ?? behind.unit } : null
}

/** Without the dust of multiplying: 1.2 million is 1200000. */
function rounded(value: number): number {
  return Number(value.toPrecision(15))
}

/** What the digits say; undefined for identifiers (0012) and for what is grouped in no known way. */
function digitsOf(written: string, decimal: DecimalSign): number | undefined {
  const [mantissa = '', exponent] = written.split(/e/iu)
  const group = decimal === '.' ? ',' : '.'
  const [whole = '', fraction, ...more] = mantissa.split(decimal)
  if (more.length > 0 || (fraction?.includes(group) ?? false)) return undefined
  const [first = '', ...groups] = whole.split(group)
  const isGrouped = groups.length === 0 || (first !== '' && first.length <= 3 && areGroups(groups))
  if (!isGrouped || /^0\d/u.test(first) || fraction === '') return undefined
  const digits = `${first}${groups.join('')}`
  if (digits.length > 15) return undefined
  return Number(
    `${digits || '0'}${fraction === undefined ? '' : `.${fraction}`}${exponent === undefined ? '' : `e${exponent}`}`,
  )
}

/** Groups of three, or of two but for the last, as in India: 12,34,567. */
function areGroups(groups: readonly string[]): boolean {
  return (
    groups.at(-1)?.length === 3 &&
    (groups.every(({ length }) => length === 3) || groups.slice(0, -1).every(({ length }) => length === 2))
  )
}

/** What stands behind a number; null where it is no unit. */
function scaleAndUnit(rest: string, isMoney: boolean): { scale: number; unit: string | null } | null {
  if (rest === '') return { scale: 1, unit: null }
  const letter = letterScale.exec(rest)?.[0] ?? (isMoney ? /^[km](?!\p{L})/u.exec(rest)?.[0] : undefined)
  const word = letter ?? wordScale.exec(rest)?.[0]
  const scale = word === undefined ? 1 : (scaleWords[word.toLowerCase().replace(/\.$/u, '')] ?? 1)
  const unit = rest
    .slice(word?.length ?? 0)
    .replace(/^s(?!\p{L})/u, '')
    .trim()
  if (unit === '') return { scale, unit: null }
  if (ordinal.test(unit) || !unitForm.test(unit)) return null
  return { scale, unit: currencyOf(unit) ?? percent(unit) ?? unit.replace('^2', '²').replace('^3', '³') }
}

function percent(unit: string): string | undefined {
  return /^(?:%|percent|pct|个百分点)$/iu.test(unit) ? '%' : undefined
}

function readChinese(text: string): ReadNumber | null {
  const share = /^百分之(.+)$/u.exec(text)?.[1]
  const { sign, number, fraction, rest = '' } = chinese.exec(share ?? text)?.groups ?? {}
  const whole = number === undefined ? undefined : chineseNumber(number)
  if (whole === undefined || (share !== undefined && rest !== '')) return null
  const digits = Array.from(fraction ?? '', (digit) => chineseNumber(digit) ?? 0).join('')
  const value = Number(digits === '' ? whole : `${whole}.${digits}`) * (sign === undefined ? 1 : -1)
  if (share !== undefined) return { value, unit: '%' }
  const behind = scaleAndUnit(rest, false)
  // A single numeral before a word is more often a word: 一般, 三月.
  if (!behind || (behind.unit !== null && currencyOf(rest) === undefined)) return null
  return { value: value * behind.scale, unit: behind.unit }
}
