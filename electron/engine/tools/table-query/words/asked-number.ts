import { chineseNumber, scales } from '@engine/text/numbers'
import { unitAt } from '@engine/text/units'
import { tableLexicon } from './table-lexicon'

/** A number of a question, the unit beside it as written, and where it ends. */
export interface AskedNumber {
  readonly value: number
  readonly unit: string | null
  readonly end: number
}

const written =
  /(?<symbol>[$€£¥])? ?(?:(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)|(?<han>[零〇一二两三四五六七八九十百千万亿]+)|(?<word>[a-z]+))/uy
const scaled =
  / ?(?:(?<scale>hundred|thousand|million|billion)s?(?!\p{L})|(?<short>k)(?![\p{L}\d])|(?<han>万亿|[百千]?[万亿]|千(?!克|米|瓦)))/iuy
const spaces = / ?/y

/** The number at a place of a text in lower case; null for none. */
export function askedNumberAt(text: string, at: number): AskedNumber | null {
  const groups = matchAt(written, text, at)?.groups
  if (!groups) return null
  const { symbol, digits, han, word } = groups
  const bare = digits ? Number(digits.replaceAll(',', '')) : han ? chineseNumber(han) : tableLexicon.numbers[word ?? '']
  if (bare === undefined || !Number.isFinite(bare)) return null
  let end = written.lastIndex
  const scale = matchAt(scaled, text, end)?.groups
  const by = scale ? (scale['short'] ? 1000 : (scales[scale['scale']?.toLowerCase() ?? scale['han'] ?? ''] ?? 1)) : 1
  if (scale) end = scaled.lastIndex
  const unitStart = end + (matchAt(spaces, text, end)?.[0].length ?? 0)
  const unit = unitAt(text, unitStart) ?? unitAt(text.toUpperCase(), unitStart)
  // “5 in March” is no inch.
  const unitText = unit ? text.slice(unitStart, unit.end) : ''
  if (unit && unitText !== 'in') return { value: bare * by, unit: unitText, end: unit.end }
  return { value: bare * by, unit: symbol ?? null, end }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
