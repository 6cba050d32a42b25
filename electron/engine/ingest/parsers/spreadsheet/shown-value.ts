import type { CellObject } from '@e965/xlsx'

/** What of SheetJS tells dates from numbers. */
export interface NumberFormats {
  is_date(format: string): boolean
  parse_date_code(
    value: number,
    options?: { date1904: boolean },
  ): Readonly<Record<'y' | 'm' | 'd' | 'H' | 'M' | 'S', number>> | null
}

/** A length of time and a time without a date stay as the sheet shows them. */
const timeOnly = /\[h+\]|\[m+\]|\[s+\]/iu

/**
 * A cell as people see it, on one line: dates as YYYY-MM-DD, numbers in the sheet's own format. Where that format hides digits
 * (1.2M), the number stands behind it in parentheses; so does a comment.
 */
export function shownValue(cell: CellObject, date1904: boolean, formats: NumberFormats): string {
  const text = valueOf(cell, date1904, formats).replace(/\s+/gu, ' ').trim()
  const comment = (cell.c ?? []).map(({ t }) => t.replace(/\s+/gu, ' ').trim()).filter(Boolean)
  return [text, ...comment.map((one) => `(${one})`)].filter(Boolean).join(' ')
}

function valueOf({ t, v, w, z }: CellObject, date1904: boolean, formats: NumberFormats): string {
  if (v === undefined || t === 'z') return ''
  if (v instanceof Date) return v.toISOString().slice(0, 10)
  if (typeof v === 'boolean') return w ?? (v ? 'TRUE' : 'FALSE')
  if (typeof v === 'string' || t === 'e') return w ?? String(v)
  const format = typeof z === 'string' ? z : ''
  if (formats.is_date(format) && !timeOnly.test(format) && v >= 1) return dateOf(v, date1904, formats) ?? w ?? String(v)
  if (w === undefined) return String(v)
  return hidesDigits(w, v) ? `${w} (${v})` : w
}

function dateOf(value: number, date1904: boolean, formats: NumberFormats): string | undefined {
  const date = formats.parse_date_code(value, { date1904 })
  if (!date) return undefined
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${date.y}-${two(date.m)}-${two(date.d)}`
  return Number.isInteger(value) ? day : `${day} ${two(date.H)}:${two(date.M)}`
}

/** Whether a shown number is another one than rounding makes it, such as 1.2M for 1234567. */
function hidesDigits(shown: string, value: number): boolean {
  const written = /\d[\d,.]*/u.exec(shown)?.[0]
  if (written === undefined || /e[+-]/iu.test(shown) || shown.includes('/')) return false
  const number = Number(written.replaceAll(',', ''))
  if (Number.isNaN(number)) return false
  const size = Math.abs(shown.includes('%') ? value * 100 : value)
  const decimals = written.split('.')[1]?.length ?? 0
  return Math.abs(size - number) > 0.51 * 10 ** -decimals
}
