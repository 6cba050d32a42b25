import { dayRange } from './document-date'

const end = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/u

/**
 * The range of days that somebody wrote: a year, a month, a day (`2024`, `2024-03`, `2024-03-15`), or two of them with `..`
 * between, of which one may be missing (`2023..2024-06`, `2024-03..`). Null for anything else, or where the second is before the first.
 */
export function typedDays(text: string): string | null {
  const [first = '', second, ...more] = text.trim().split('..')
  if (more.length > 0) return null
  if (second === undefined) return rangeOf(first, first)
  return first === '' && second === '' ? null : rangeOf(first, second)
}

function rangeOf(first: string, second: string): string | null {
  const from = first === '' ? null : firstDay(first)
  const to = second === '' ? null : lastDay(second)
  return from === undefined || to === undefined ? null : dayRange(from, to)
}

function firstDay(text: string): string | undefined {
  const [, year, month = '1', day = '1'] = end.exec(text) ?? []
  return year === undefined ? undefined : written(year, month, day)
}

function lastDay(text: string): string | undefined {
  const [, year, month = '12', day] = end.exec(text) ?? []
  if (year === undefined) return undefined
  // Day 0 of the next month is the last of this one.
  return written(year, month, day ?? String(new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()))
}

/** Undefined where there is no such day. */
function written(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  // Some engines take the 31st of February for the 2nd of March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text
}
