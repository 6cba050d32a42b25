/** What a table's cell says as a number. */
export interface CellNumber {
  readonly value: number
  /** What stands beside it, in small letters without spaces; empty for a bare number. */
  readonly unit: string
  /** It is a day, a month or a year of our time. */
  readonly isDate: boolean
}

const longest = 40
const day = /^(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?|年)?$/u
/** What may stand before a number: "Room 12" is a name. */
const lead = /^(?:[\s\p{Sc}≈~<>≥≤(]|约|ca\.?|us(?=\$)|hk(?=\$)|usd|eur|gbp|cny|rmb|chf|jpy|inr)*$/iu
const longestUnit = 16
const numeral = /[-−–]?\d(?:[\d.,'’\u00a0 ]*\d)?/u
const scales: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  bn: 1e9,
  万: 1e4,
  亿: 1e8,
}
const scale = new RegExp(`^\\s*(${Object.keys(scales).join('|')})`, 'iu')

/** The one number of a cell; null for words, ranges and anything else that cannot be set in an order. */
export function numberOfCell(raw: string): CellNumber | null {
  const text = raw
    .normalize('NFKC')
    .trim()
    // Marks of Markdown around all of it.
    .replace(/^[*_`]+|[*_`]+$/gu, '')
  if (text.length > longest) return null
  const date = day.exec(text)
  if (date && isYear(Number(date[1]))) {
    const [, year = '', month = '0', dayOfMonth = '0'] = date
    return { value: Number(year) * 1e4 + Number(month) * 100 + Number(dayOfMonth), unit: '', isDate: true }
  }
  const found = numeral.exec(text)
  if (!found) return null
  const value = valueOf(found[0])
  const before = text.slice(0, found.index)
  let after = text.slice(found.index + found[0].length)
  if (value === null || !lead.test(before) || /\d/u.test(after)) return null
  const factor = scale.exec(after)
  if (factor) after = after.slice(factor[0].length)
  const sign = /^\(\s*$/u.test(before) && /^\s*\)$/u.test(after) ? -1 : 1
  const unit = (before + after)
    .toLowerCase()
    .replace(/[\s.()*]/gu, '')
    .replace(/(?<=\p{L}{2})s$/u, '')
  if (unit.length > longestUnit) return null
  return { value: sign * value * (scales[factor?.[1]?.toLowerCase() ?? ''] ?? 1), unit, isDate: false }
}

/** Bare numbers beside days are years as well, so that both can be set in one order. */
function isYear(value: number): boolean {
  return value >= 1000 && value <= 2199
}

/** 1,250.00, 1.250,00, 1 250 and 12,5; null for what is no number (1.2.3). */
function valueOf(numerals: string): number | null {
  const bare = numerals.replace(/[\s\u00a0'’]/gu, '').replace(/^[−–]/u, '-')
  const lastComma = bare.lastIndexOf(',')
  const lastStop = bare.lastIndexOf('.')
  const isCommaDecimal = lastComma > lastStop && (lastStop !== -1 || !/^-?\d{1,3}(?:,\d{3})+$/u.test(bare))
  const plain = isCommaDecimal ? bare.replace(/\./gu, '').replace(',', '.') : bare.replace(/,/gu, '')
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}
