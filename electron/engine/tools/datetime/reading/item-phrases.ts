import type { TokenReader } from '../../reading/question-tokens'
import { type Day, dayOf, monthsLater, partsOf, weekdayOf } from '../calendar/civil-days'
import { festivalIn, nextFestival } from '../calendar/festivals'
import type { Item, ReadingContext, ShiftUnit } from './question-items'

type Read = (reader: TokenReader, context: ReadingContext, previous?: Item) => Item | null

const units: readonly ShiftUnit[] = ['minutes', 'hours', 'days', 'weeks', 'months', 'years', 'working_days']

function numberIn(reader: TokenReader, least: number, most: number): number | undefined {
  const value = Number(reader.peek('number') ?? Number.NaN)
  if (!Number.isInteger(value) || value < least || value > most) return undefined
  reader.take('number')
  return value
}

/** 3 May 2021, May 3rd, 2021-05-03, 2021年5月3日, tomorrow, 下周五, Christmas 2025 */
export const readDay: Read = (reader, context) => {
  for (const read of [relativeDay, namedWeekday, festival, inEnglish, inChinese, inFigures, endOfYear]) {
    const item = reader.attempt(() => read(reader, context))
    if (item) return item
  }
  return null
}

const relativeDay: Read = (reader, { today }) => {
  const offset = reader.take('relative_day')
  return offset === undefined ? null : { is: 'day', day: today + Number(offset), isToday: offset === '0' }
}

/** 下周五 is in the next week, “next Friday” the first one after today. */
const namedWeekday: Read = (reader, { today }) => {
  const isChinese = reader.peek('which_week') !== undefined && reader.isHanNext
  const week = reader.take('which_week')
  const name = Number(reader.take('weekday_name') ?? Number.NaN)
  if (Number.isNaN(name) || week === undefined) return null
  const monday = today - weekdayOf(today) + 1
  const ahead = (name - weekdayOf(today) + 7) % 7
  if (isChinese) return { is: 'day', day: monday + Number(week) * 7 + name - 1, isToday: false }
  if (week === '0') return { is: 'day', day: today + ahead, isToday: ahead === 0 }
  const day = week === '1' ? today + (ahead || 7) : today + ahead - 7
  return { is: 'day', day, isToday: false }
}

const festival: Read = (reader, context) => {
  const before = readYear(reader, context)
  reader.take('de')
  const key = reader.take('festival')
  if (key === undefined) return null
  const year = (before?.is === 'year' ? before : reader.attempt(() => yearBehind(reader, context))) ?? undefined
  const day =
    year?.is === 'year'
      ? festivalIn(key, year.year, context.calendar)
      : nextFestival(key, context.today, context.calendar)
  return day === null ? null : { is: 'festival', key, year: year?.is === 'year' ? year.year : undefined, day }
}

function yearBehind(reader: TokenReader, context: ReadingContext): Item | null {
  reader.take('comma')
  if (reader.take('in') === undefined) reader.take('of')
  return readYear(reader, context)
}

/** A day of the month, with its ending. */
function ordinal(reader: TokenReader): number | undefined {
  const day = numberIn(reader, 1, 31)
  if (day !== undefined) reader.take('ordinal')
  return day
}

const inEnglish: Read = (reader, { today }) => {
  reader.take('the')
  const first = ordinal(reader)
  reader.take('of')
  const month = Number(reader.take('month') ?? Number.NaN)
  if (Number.isNaN(month)) return null
  if (first === undefined) reader.take('the')
  const day = first ?? ordinal(reader)
  if (day === undefined) return null
  const year = reader.attempt(() => {
    reader.take('comma')
    reader.take('of')
    return numberIn(reader, 1000, 9999) ?? null
  })
  return dayItem(dayOf(year ?? partsOf(today).year, month, day))
}

const inChinese: Read = (reader, context) => {
  const year = reader.attempt(() => readYear(reader, context))
  reader.take('de')
  const relative = year ? undefined : reader.take('this_month')
  const month = relative === undefined ? numberIn(reader, 1, 12) : undefined
  if (relative === undefined && (month === undefined || reader.take('yue') === undefined)) return null
  const day = numberIn(reader, 1, 31)
  if (day === undefined || (reader.take('ri') === undefined && year === null)) return null
  if (relative !== undefined) {
    const { year: thisYear, month: thisMonth } = partsOf(
      monthsLater(firstOfMonth(context.today), Number(relative)) ?? context.today,
    )
    return dayItem(dayOf(thisYear, thisMonth, day))
  }
  return dayItem(dayOf(year?.is === 'year' ? year.year : partsOf(context.today).year, month ?? 0, day))
}

function firstOfMonth(day: Day): Day {
  return day - partsOf(day).day + 1
}

/** 2021-05-03, 3/5/2021; in the second, day and month may be either. */
const inFigures: Read = (reader) => {
  const first = numberIn(reader, 1, 9999)
  const sign = reader.take('sep')
  const second = numberIn(reader, 1, 31)
  if (first === undefined || sign === undefined || second === undefined || reader.take('sep', sign) === undefined)
    return null
  const third = numberIn(reader, 1, 9999)
  if (third === undefined) return null
  if (first >= 1000) return dayItem(dayOf(first, second, third))
  if (third < 1000) return null
  const [dayFirst, monthFirst] = [dayOf(third, second, first), dayOf(third, first, second)]
  if (dayFirst === null || monthFirst === null || dayFirst === monthFirst) return dayItem(dayFirst ?? monthFirst)
  return { is: 'day', day: dayFirst, isToday: false, either: [dayFirst, monthFirst] }
}

const endOfYear: Read = (reader, context) => {
  const year = reader.attempt(() => readYear(reader, context))
  if (reader.take('year_end') === undefined) return null
  return dayItem(dayOf(year?.is === 'year' ? year.year : partsOf(context.today).year, 12, 31))
}

function dayItem(day: Day | null): Item | null {
  return day === null ? null : { is: 'day', day, isToday: false }
}

/** 90 days, three weeks, 10个工作日, a year */
export const readDuration: Read = (reader) => {
  const amount = numberIn(reader, 0, 1_000_000) ?? (reader.take('one') === undefined ? undefined : 1)
  const name = reader.take('unit')
  const unit = units.find((one) => one === name)
  // 2024年 is a year.
  if (amount === undefined || unit === undefined || (unit === 'years' && amount >= 1000)) return null
  return { is: 'duration', amount, unit }
}

/** 15:00, 3 pm, 3:30pm, 下午3点半, noon */
export const readClock: Read = (reader) => {
  const named = reader.take('noon')
  if (named !== undefined) return { is: 'clock', minute: Number(named) * 60 }
  const before = reader.take('pm')
  const hour = numberIn(reader, 0, 23)
  if (hour === undefined) return null
  const minute = minutesBehind(reader)
  const after = before ?? reader.take('pm')
  if (minute === undefined && (after === undefined || before !== undefined)) return null
  const isLate = after === '12' || (after === '1' && hour < 3)
  const hourOfDay = isLate && hour < 12 ? hour + 12 : after === '0' && hour === 12 ? 0 : hour
  return { is: 'clock', minute: hourOfDay * 60 + (minute ?? 0) }
}

function minutesBehind(reader: TokenReader): number | undefined {
  if (reader.take('colon') !== undefined) return numberIn(reader, 0, 59)
  if (reader.take('dian') === undefined) return undefined
  if (reader.take('half_past') !== undefined) return 30
  const minute = numberIn(reader, 0, 59) ?? 0
  reader.take('fen')
  return minute
}

/** February 2024, 2024年2月, this month */
export const readMonth: Read = (reader, context) => {
  const { year: thisYear } = partsOf(context.today)
  const relative = reader.take('this_month')
  if (relative !== undefined) {
    const { year, month } = partsOf(monthsLater(firstOfMonth(context.today), Number(relative)) ?? context.today)
    return { is: 'month', year, month }
  }
  const named = reader.take('month')
  if (named !== undefined) {
    const year = reader.attempt(() => yearBehind(reader, context))
    return { is: 'month', year: year?.is === 'year' ? year.year : thisYear, month: Number(named) }
  }
  const year = reader.attempt(() => readYear(reader, context))
  const month = numberIn(reader, 1, 12)
  if (month === undefined || reader.take('yue') === undefined) return null
  return { is: 'month', year: year?.is === 'year' ? year.year : thisYear, month }
}

/** 2024, 2024年, next year */
export const readYear: Read = (reader, { today }) => {
  const relative = reader.take('this_year')
  if (relative !== undefined) return { is: 'year', year: partsOf(today).year + Number(relative) }
  const year = numberIn(reader, 1000, 2999)
  if (year === undefined) return null
  reader.take('nian')
  return { is: 'year', year }
}

/** 农历八月十五, 2025年闰六月初一 */
export const readLunarDate: Read = (reader, context, previous) => {
  const saysLunar = reader.take('lunar') !== undefined
  const year = reader.attempt(() => readYear(reader, context))
  const saysLater = reader.take('lunar') !== undefined
  const leap = reader.take('leap_month') !== undefined
  const month = Number(
    reader.take('lunar_month') ?? (reader.peek('yue', 1) === undefined ? Number.NaN : numberIn(reader, 1, 12)),
  )
  reader.take('yue')
  const named = reader.take('lunar_day')
  const day = named === undefined ? numberIn(reader, 1, 30) : Number(named)
  const wasSaid = previous?.is === 'word' && previous.kinds.includes('lunar')
  if (Number.isNaN(month) || day === undefined || !(saysLunar || saysLater || leap || wasSaid || named !== undefined))
    return null
  reader.take('ri')
  return { is: 'lunar_date', year: year?.is === 'year' ? year.year : undefined, month, day, leap }
}

/** UTC+8 */
export const readOffsetZone: Read = (reader) => {
  if (reader.take('utc') === undefined) return null
  const sign = reader.take('plus')
  const hours = numberIn(reader, 0, 14)
  return sign === undefined || hours === undefined ? null : { is: 'place', place: `UTC${sign}${hours}` }
}
