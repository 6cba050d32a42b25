import calendar from '@resources/lexicon/calendar.json'
import { chineseNumber } from '@engine/text/numbers'

/** Whether 05/03 is the fifth of March. */
export type DayOrder = 'day first' | 'month first'

/** A day, a moment, or the first day of what a cell names: a month, a quarter, a year. */
export interface ReadDate {
  /** Milliseconds since the epoch, of the day and the time as written, read as UTC. */
  readonly ms: number
  readonly hasTime: boolean
}

interface Parts {
  readonly year: number
  readonly month?: number
  readonly day?: number
  readonly time?: string | undefined
}

type Reader = (groups: Readonly<Record<string, string | undefined>>, order: DayOrder) => Parts | undefined

const month = `(?<name>${calendar.monthsInShort.join('|')})`
const weekday = `(?:(?:${calendar.weekdays.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})\\.?,? )?`
const time =
  '(?:,?[T ]\\s?(?<time>\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[ap]\\.?m\\.?)?)(?: ?(?:Z|UTC|GMT|[+-]\\d{2}:?\\d{2}))?)?'
const number = (digits: string | undefined) => Number(digits)

const named: Reader = ({ year, name = '', day }) => {
  const at = calendar.months.findIndex((one) => one.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase())
  return { year: fullYear(year), month: at + 1, ...(day !== undefined && { day: number(day) }) }
}
const yearFirst: Reader = ({ year, month, day }) => ({
  year: number(year),
  ...(month !== undefined && { month: number(month) }),
  ...(day !== undefined && { day: number(day) }),
})
const quarter: Reader = ({ year, quarter: asked = '' }) => {
  const which = '一二三四'.indexOf(asked) + 1 || number(asked)
  return { year: fullYear(year), month: which * 3 - 2 }
}

const forms: readonly (readonly [RegExp, Reader])[] = [
  [new RegExp(`^(?<year>\\d{4})(?<sign>[-/.])(?<month>\\d{1,2})\\k<sign>(?<day>\\d{1,2})${time}$`, 'iu'), yearFirst],
  [/^(?<year>\d{4})[-/](?<month>0[1-9]|1[0-2])$/u, yearFirst],
  [
    new RegExp(`^(?<one>\\d{1,2})(?<sign>[-/.])(?<two>\\d{1,2})\\k<sign>(?<year>\\d{4}|\\d{2})${time}$`, 'iu'),
    ({ one, two, year }, order) =>
      order === 'day first'
        ? { year: fullYear(year), month: number(two), day: number(one) }
        : { year: fullYear(year), month: number(one), day: number(two) },
  ],
  [
    new RegExp(
      `^${weekday}(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]${month}\\.?,?[ -]'?(?<year>\\d{4}|\\d{2})${time}$`,
      'iu',
    ),
    named,
  ],
  [new RegExp(`^${weekday}${month}\\.? (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})${time}$`, 'iu'), named],
  [new RegExp(`^(?<year>\\d{4})[ -]${month}\\.?[ -](?<day>\\d{1,2})$`, 'iu'), named],
  [new RegExp(`^${month}\\.?,?[ -]'?(?<year>\\d{4})$`, 'iu'), named],
  [new RegExp(`^${month}\\.?[-'](?<year>\\d{2})$`, 'iu'), named],
  [
    /^(?<year>\d{4})\s?年\s?(?:(?<month>\d{1,2})\s?月(?:份|\s?(?<day>\d{1,2})\s?[日号]?)?)?(?: ?(?<time>\d{1,2}:\d{2}(?::\d{2})?))?$/u,
    yearFirst,
  ],
  [/^Q(?<quarter>[1-4])[ /\-]?'?(?<year>\d{4}|\d{2})$/iu, quarter],
  [/^(?<year>\d{4})[ /\-]?Q(?<quarter>[1-4])$/iu, quarter],
  [/^(?<year>\d{4})\s?年\s?第?(?<quarter>[一二三四1-4])\s?季度?$/u, quarter],
]

/** Reads a cell that is one date; null for anything else, and for a day that no calendar has. */
export function readDate(cell: string, order: DayOrder): ReadDate | null {
  if (cell.length > 48 || !mayBeDate.test(cell)) return null
  const text = withDigits(cell.normalize('NFKC').replace(/\s+/gu, ' ').trim())
  for (const [form, read] of forms) {
    const groups = form.exec(text)?.groups
    if (!groups) continue
    const parts = read(groups, order)
    return parts ? dateOf(parts, groups['time']) : null
  }
  return null
}

const mayBeDate = /\d{2}|['’]\d|[〇零一二三四五六七八九]{2}年/u

/** 二〇二一年五月三日 as 2021年5月3日. */
function withDigits(text: string): string {
  return text.includes('年')
    ? text.replace(/[〇零一二三四五六七八九十]+(?=[年月日号])/gu, (numeral) =>
        String(chineseNumber(numeral) ?? numeral),
      )
    : text
}

/** A year in four digits, such as 1998, as the first day of it; null for anything else. */
export function readYear(cell: string): ReadDate | null {
  const year = /^(?<year>1\d{3}|20\d{2})年?$/u.exec(cell.trim())?.groups?.['year']
  return year === undefined ? null : { ms: Date.UTC(Number(year), 0, 1), hasTime: false }
}

/** Eight digits such as 20210503, which only a column of dates makes one. */
export function readCompactDate(cell: string): ReadDate | null {
  const { year, month, day } = /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})$/u.exec(cell.trim())?.groups ?? {}
  return year === undefined ? null : dateOf({ year: Number(year), month: Number(month), day: Number(day) }, undefined)
}

/** What a cell says of the order of day and month in its column; null for nothing. */
export function dayOrderOf(cell: string): DayOrder | null {
  const [, one, two] = /^(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})(?!\d)/u.exec(cell) ?? []
  if (one === undefined || two === undefined) return null
  if (Number(one) > 12 && Number(two) <= 12) return 'day first'
  return Number(two) > 12 && Number(one) <= 12 ? 'month first' : null
}

/** Whether the two orders make two dates of a cell. */
export function hasTwoReadings(cell: string): boolean {
  const one = readDate(cell, 'day first')
  const other = readDate(cell, 'month first')
  return one !== null && other !== null && one.ms !== other.ms
}

function fullYear(written: string | undefined): number {
  const year = Number(written)
  if (written === undefined || written.length > 2) return year
  return year < 50 ? 2000 + year : 1900 + year
}

function dateOf({ year, month = 1, day = 1 }: Parts, written: string | undefined): ReadDate | null {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (year < 1000 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  if (written === undefined) return { ms: date.getTime(), hasTime: false }
  const [, hours, minutes, seconds = '0', half] = /^(\d+):(\d+)(?::(\d+)(?:\.\d+)?)?(?: ?([ap]))?/iu.exec(written) ?? []
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 60) return null
  return { ms: date.getTime() + ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000, hasTime: true }
}
