import { LRUCache } from 'lru-cache'

/** A span of days, both ends included, as `YYYY-MM-DD`. */
export interface Days {
  readonly from: string
  readonly to: string
}

export type Span = 'year' | 'quarter' | 'month' | 'week' | 'day'

/** Making one takes far longer than what it is made for. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 20 })

/** The day in a time zone, as `YYYY-MM-DD`. Throws RangeError for an unknown zone. */
export function dayIn(now: number, timeZone: string): string {
  const make = () => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const format = formats.get(timeZone) ?? make()
  formats.set(timeZone, format)
  return format.format(now)
}

/** The year, quarter, month, week (from Monday) or day that a day lies in, moved by `steps` of its kind. */
export function spanAround(day: string, span: Span, steps = 0): Days {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  if (span === 'year') return days(year + steps, 0, 12)
  if (span === 'quarter') return days(year, Math.floor((month - 1) / 3) * 3 + 3 * steps, 3)
  if (span === 'month') return days(year, month - 1 + steps, 1)
  if (span === 'day') return { from: iso(year, month - 1, date + steps), to: iso(year, month - 1, date + steps) }
  const weekday = (new Date(Date.UTC(year, month - 1, date)).getUTCDay() + 6) % 7
  const monday = date - weekday + 7 * steps
  return { from: iso(year, month - 1, monday), to: iso(year, month - 1, monday + 6) }
}

/** The last so many days, weeks, months, quarters or years until a day, which is included. */
export function lastOf(day: string, span: Span, many: number): Days {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  if (span === 'day' || span === 'week')
    return { from: iso(year, month - 1, date - many * (span === 'week' ? 7 : 1) + 1), to: day }
  const months = { year: 12, quarter: 3, month: 1 }[span] * many
  return { from: iso(year, month - 1 - months, date + 1), to: day }
}

/** So many months from a month, counted from 0, on. */
export function days(year: number, month: number, months: number): Days {
  return { from: iso(year, month, 1), to: iso(year, month + months, 0) }
}

/** A day of a calendar, `month` from 0; days beyond a month run on into the next. */
export function iso(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
}
