/** Days since 1 January 1970 in the Gregorian calendar; fewer than 0 before. */
export type Day = number

export interface DayParts {
  readonly year: number
  readonly month: number
  readonly day: number
}

const msPerDay = 86_400_000

/** The day of a year, month (1 to 12) and day of the month; null where there is none. Years 1 to 9999. */
export function dayOf(year: number, month: number, day: number): Day | null {
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)))
    return null
  const date = new Date(0)
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day)
  return Math.round(date.getTime() / msPerDay)
}

export function partsOf(day: Day): DayParts {
  const date = new Date(day * msPerDay)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** As 2021-05-03. */
export function isoOf(day: Day): string {
  const { year, month, day: ofMonth } = partsOf(day)
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(ofMonth, 2)}`
}

/** Of a date such as 2021-05-03; null where it is none. */
export function dayOfIso(iso: string): Day | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(iso) ?? []
  return dayOf(Number(year), Number(month), Number(day))
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0')
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

export function daysInMonth(year: number, month: number): number {
  return month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: Day): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** So many months later, or earlier; the last day of a shorter month, where it has no such day. Null beyond the years 1 to 9999. */
export function monthsLater(day: Day, months: number): Day | null {
  const parts = partsOf(day)
  const at = parts.year * 12 + (parts.month - 1) + months
  const [year, month] = [Math.floor(at / 12), (((at % 12) + 12) % 12) + 1]
  return dayOf(year, month, Math.min(parts.day, daysInMonth(year, month)))
}

/** Whole months from one day to a later one, and the days that are left. */
export function monthsAndDays(from: Day, to: Day): { months: number; days: number } {
  const [start, end] = [partsOf(from), partsOf(to)]
  let months = (end.year - start.year) * 12 + end.month - start.month
  let reached = monthsLater(from, months)
  if (reached !== null && reached > to) {
    months -= 1
    reached = monthsLater(from, months)
  }
  return { months, days: to - (reached ?? from) }
}

/** Mondays to Fridays from one day to another, both counted. */
export function workingDaysBetween(from: Day, to: Day): number {
  const weeks = Math.floor((to - from + 1) / 7)
  let count = weeks * 5
  for (let day = from + weeks * 7; day <= to; day += 1) count += weekdayOf(day) <= 5 ? 1 : 0
  return count
}

/** The Monday to Friday that is so many such days later, or earlier. */
export function workingDaysLater(day: Day, working: number): Day {
  const step = working < 0 ? -1 : 1
  let left = Math.abs(working)
  let at = day
  // From the end of a week on, whole weeks have five each.
  while (left > 0 && (left % 5 !== 0 || weekdayOf(at) > 5)) {
    at += step
    if (weekdayOf(at) <= 5) left -= 1
  }
  return at + step * (left / 5) * 7
}

/** The week by ISO 8601: weeks begin on Monday, and the first has the year's first Thursday. */
export function isoWeekOf(day: Day): { year: number; week: number } {
  const thursday = day - weekdayOf(day) + 4
  const { year } = partsOf(thursday)
  return { year, week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1 }
}

/** 1 for 1 January. */
export function dayOfYear(day: Day): number {
  return day - (dayOf(partsOf(day).year, 1, 1) ?? day) + 1
}

/** Easter Sunday of a year in the Gregorian calendar: the anonymous algorithm of Nature, 20 April 1876. */
export function easterOf(year: number): Day | null {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const at = epact + weekday - 7 * late + 114
  return dayOf(year, Math.floor(at / 31), (at % 31) + 1)
}
