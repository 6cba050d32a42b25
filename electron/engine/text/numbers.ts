import unitNames from '@resources/lexicon/unit-names.json'

/** Digits in groups of three with commas: one number. */
const grouped = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,]*\d)/gu
const mayBeGrouped = /\d,\d{3}/

/** `1,200` as `1200`, so that a number is one term however it is written. */
export function joinGroups(text: string): string {
  return mayBeGrouped.test(text) ? text.replace(grouped, (number) => number.replaceAll(',', '')) : text
}

const decimal = /^\d+\.\d+$/u

/** Whether a word is a number whose parts say nothing by themselves. */
export function isDecimal(word: string): boolean {
  return decimal.test(word)
}

const spacedGroups = /(?<![\d.,]|\d )\d{1,3}(?: \d{3})+(?![\d,]|\.\d| \d)/gu
const maySpace = /\d \d{3}/
/** Not the digits of an identifier: GPT4. */
const digits = /(?<!(?!\p{Script=Han})[\p{L}\d._])\d+(?:\.\d+)?/gu
const fraction = /百分之(\d+(?:\.\d+)?|[零〇一二两三四五六七八九十百点]+)/gu
/** What words and characters behind a number multiply it by. */
export const scales: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  百: 100,
  千: 1e3,
  万: 1e4,
  百万: 1e6,
  千万: 1e7,
  亿: 1e8,
  十亿: 1e9,
  万亿: 1e12,
}

/** Units by the short name they share; the Chinese ones only behind a number. */
const units = new Map(unitNames.flatMap((names) => names.map((name): [string, string] => [name, names[0] ?? name])))
const unitPattern = [...units.keys()].toSorted((a, b) => b.length - a.length).join('|')
/** What may stand behind a number: a percent sign, a scale, a unit. */
const behind = new RegExp(
  `^(?: ?(?<percent>%|per ?cent(?!\\p{L})|pct(?!\\p{L}))` +
    '| ?(?<scale>(?:thousand|million|billion|trillion)(?=s?(?!\\p{L}))|万亿|十亿|[百千]万|[万亿])' +
    `|[ -]?(?<unit>${unitPattern})(?:s(?=[^\\p{L}]|$)|(?![a-z\\d])))`,
  'iu',
)
const longestBehind = 16
const joined = new RegExp(`^(\\d+(?:\\.\\d+)?)(${unitPattern})$`, 'u')

/** Number and unit of a word such as `12kg`; undefined where the letters may mean anything (5g, 3d, 4k). */
export function splitUnit(word: string): [string, string] | undefined {
  const [, number, unit] = joined.exec(word) ?? []
  return number !== undefined && unit !== undefined && unit.length > 1 ? [number, unit] : undefined
}

const numeral = /(第?)([零〇一二两三四五六七八九十百千万亿]+)(\p{Script=Han}?)/gu
const startsWithHan = /^\p{Script=Han}/u
/** Behind a single numeral only these make a number of it: 三月, but not 一个 or 十分. */
const counters = new Set('月日号世章节条届岁卷册期')
const hasDigit = /\d/
const hasNumeral = /[零〇一二两三四五六七八九十百千万亿]/u

/** The terms of a text's numbers by the way they are written: grouped by spaces, in digits, as a fraction, in Chinese numerals. */
export type NumberTerms = readonly [spaced: string[], digits: string[], fractions: string[], numerals: string[]]

/** Adds other ways of writing a text's numbers, as terms: `50%` for 百分之五十, `12kg` for 12公斤, `3500000` for 350万. */
export function addNumberTerms(text: string, to: NumberTerms): void {
  const [, , fractions, numerals] = to
  if (hasDigit.test(text)) addDigits(text, to)
  if (!hasNumeral.test(text)) return
  for (const [, number = ''] of text.matchAll(fraction)) {
    const value = /\d/.test(number) ? number : decimalOf(number)
    if (value !== undefined) fractions.push(`${value}%`)
  }
  for (const [, ordinal = '', digits = '', next = ''] of text.matchAll(numeral)) {
    if (digits.length === 1 && ordinal === '' && !counters.has(next)) continue
    const value = chineseNumber(digits)
    if (value === undefined) continue
    if (next) numerals.push(`${value}${next}`)
    if (value >= 10) numerals.push(String(value))
  }
}

function addDigits(text: string, [spaced, terms]: NumberTerms): void {
  if (maySpace.test(text)) for (const [number] of text.matchAll(spacedGroups)) spaced.push(number.replaceAll(' ', ''))
  for (const match of text.matchAll(digits)) {
    const [number] = match
    const end = match.index + number.length
    const rest = text.slice(end, end + longestBehind)
    const groups = behind.exec(rest)?.groups
    if (groups?.['percent']) terms.push(`${number}%`)
    const unit = groups?.['unit']?.toLowerCase()
    if (unit) terms.push(`${number}${units.get(unit) ?? unit}`)
    const scaled = scale(Number(number), scales[groups?.['scale']?.toLowerCase() ?? ''])
    if (scaled) terms.push(scaled)
    // The pair that bigrams make within Chinese: 5月.
    const next = startsWithHan.exec(rest)?.[0]
    if (next && !number.includes('.')) terms.push(`${stripZeros(number)}${next}`)
  }
}

function scale(value: number, by: number | undefined): string | undefined {
  const product = Math.round(value * (by ?? 0))
  return product > 0 && Number.isSafeInteger(product) ? String(product) : undefined
}

function stripZeros(number: string): string {
  return number.replace(/^0+(?=\d)/u, '')
}

function decimalOf(numerals: string): string | undefined {
  const [whole = '', rest] = numerals.split('点')
  const value = chineseNumber(whole)
  if (value === undefined || rest === undefined) return value?.toString()
  const digits = Array.from(rest, (character) => '零一二三四五六七八九'.indexOf(character))
  return digits.includes(-1) || digits.length === 0 ? undefined : `${value}.${digits.join('')}`
}

/** The value of each Chinese digit. */
const hanDigits = new Map([
  ...Array.from('零一二三四五六七八九', (c, at): [string, number] => [c, at]),
  ['〇', 0],
  ['两', 2],
])
/** What 十, 百 and 千 multiply the digit before them by. */
const hanTens = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
])

/** 二十 → 20, 一九四九 → 1949, 一千零一 → 1001; undefined for what is no number (千万, 三四). */
export function chineseNumber(numerals: string): number | undefined {
  if (/^[零〇一二三四五六七八九]{3,}$/u.test(numerals)) {
    return Number(Array.from(numerals, (character) => hanDigits.get(character)).join(''))
  }
  let total = 0
  let section = 0
  let digit: number | undefined
  for (const [at, character] of Array.from(numerals).entries()) {
    const value = hanDigits.get(character)
    const unit = hanTens.get(character)
    if (value !== undefined) {
      // Two digits side by side are an estimate (三四), not a number.
      if (digit !== undefined && digit !== 0) return undefined
      digit = value
    } else if (unit !== undefined) {
      if (!digit && !(unit === 10 && (at === 0 || digit === 0))) return undefined
      section += (digit || 1) * unit
      digit = undefined
    } else {
      section += digit ?? 0
      if (section === 0) return undefined
      const big = character === '万' ? 1e4 : 1e8
      total = big === 1e8 ? (total + section) * big : total + section * big
      section = 0
      digit = undefined
    }
  }
  return total + section + (digit ?? 0)
}
