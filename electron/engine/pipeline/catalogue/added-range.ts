import type { NamedTime } from '@engine/question/library/library-lexicon'
import type { AddedTime } from '@engine/question/library/library-reading'

/** From one moment to before another, in milliseconds since the epoch; null for no end. */
export interface TimeRange {
  readonly from: number | null
  readonly to: number | null
}

type Unit = 'day' | 'week' | 'month' | 'year'

/**
 * When documents must have been added, in the machine's time zone. Weeks go from Monday to Sunday; a date without its year
 * or a weekday is the latest that is not in the future. Null for a date that no calendar has.
 */
export function rangeOf({ time, edge }: AddedTime, now: number): TimeRange | null {
  const whole = wholeRange(time, new Date(now))
  if (!whole) return null
  const { from } = whole
  if (edge === 'in') return whole
  return edge === 'since' ? { from, to: null } : { from: null, to: from }
}

function wholeRange(time: NamedTime, now: Date): TimeRange | null {
  const [kind, unit, which] = time.spec.split(' ')
  if (kind === 'calendar') return calendar(unit as Unit, now, -Number(which))
  if (kind === 'rolling')
    return { from: back(now, unit as Unit, which === 'n' ? (time.n ?? 1) : Number(which)), to: null }
  if (kind === 'weekday') {
    const { from } = calendar('week', now, -Number(unit))
    return dayRange(shifted(new Date(from), 'day', time.weekday ?? 0))
  }
  return named(time, now)
}

/** A whole day, week, month or year, `ago` of them from the one that holds `now`; negative for earlier ones. */
function calendar(unit: Unit, now: Date, ago: number): { readonly from: number; readonly to: number } {
  const first = shifted(startOf(unit, now), unit, ago)
  return { from: first.getTime(), to: shifted(first, unit, 1).getTime() }
}

function startOf(unit: Unit, date: Date): Date {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (unit === 'year') return new Date(year, 0, 1)
  if (unit === 'month') return new Date(year, month, 1)
  return new Date(year, month, unit === 'week' ? day - mondayBased(date) : day)
}

/** Local days differ in length where clocks are changed, so this goes by the calendar. */
function shifted(date: Date, unit: Unit, count: number): Date {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (unit === 'year') return new Date(year + count, month, day)
  if (unit === 'month') return new Date(year, month + count, day)
  return new Date(year, month, day + count * (unit === 'week' ? 7 : 1))
}

/** The same time of the day, so many units earlier. */
function back(now: Date, unit: Unit, count: number): number {
  const day = shifted(now, unit, -count)
  return day.setHours(now.getHours(), now.getMinutes(), now.getSeconds(), now.getMilliseconds())
}

function named({ year, month, day, weekday }: NamedTime, now: Date): TimeRange | null {
  if (weekday !== undefined)
    return dayRange(shifted(startOf('day', now), 'day', -((mondayBased(now) - weekday + 7) % 7)))
  if (month === undefined) return year === undefined ? null : calendar('year', new Date(year, 0, 1), 0)
  const at = (of: number) => new Date(of, month - 1, day ?? 1)
  const latest = at(now.getFullYear()) <= now ? now.getFullYear() : now.getFullYear() - 1
  const date = at(year ?? latest)
  if (date.getMonth() !== month - 1 || (day !== undefined && date.getDate() !== day)) return null
  return day === undefined ? calendar('month', date, 0) : dayRange(date)
}

function dayRange(date: Date): TimeRange {
  return calendar('day', date, 0)
}

/** 0 for Monday to 6 for Sunday. */
function mondayBased(date: Date): number {
  return (date.getDay() + 6) % 7
}
