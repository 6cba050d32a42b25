import type { Language } from '@engine/text/language'
import festivals from '@resources/lexicon/festivals.json'
import { type Day, dayOf, easterOf, partsOf } from './civil-days'
import type { LunarCalendar } from './lunar-calendar'

interface Festival {
  readonly en: string
  readonly zh: string
  readonly names: readonly string[]
  /** One of these says when it is: month and day, the same in the Chinese calendar, days from Easter, a solar term, the day before another. */
  readonly on?: string
  readonly lunar?: string
  readonly easter?: number
  readonly term?: string
  readonly before?: string
}

const table: Readonly<Record<string, Festival>> = festivals

export const festivalKeys: readonly string[] = Object.keys(table)

/** How people say each festival. */
export const festivalPhrases: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(table).map(([key, { names }]) => [key, names]),
)

export function festivalName(key: string, language: Language): string {
  return table[key]?.[language] ?? key
}

/** Whether the Chinese calendar is needed to tell when it is. */
export function isLunarFestival(key: string): boolean {
  const { lunar, term, before } = table[key] ?? {}
  return lunar !== undefined || term !== undefined || (before !== undefined && isLunarFestival(before))
}

/** The day of a festival in a year of the Gregorian calendar; null where it has none, or where the calendar is needed and not there. */
export function festivalIn(key: string, year: number, calendar: LunarCalendar | null): Day | null {
  const festival = table[key]
  if (!festival) return null
  const { on, lunar, easter, term, before } = festival
  const [month = 0, day = 0] = (on ?? lunar ?? '').split('-').map(Number)
  if (on !== undefined) return dayOf(year, month, day)
  if (easter !== undefined) return laterBy(easterOf(year), easter)
  if (before !== undefined) return laterBy(festivalIn(before, year, calendar), -1)
  if (term !== undefined) return calendar?.termIn(year, term) ?? null
  // Late months of a Chinese year are in the next year of the Gregorian one.
  const candidates = [year, year - 1].map(
    (lunarYear) => calendar?.dayOf({ year: lunarYear, month, day, isLeap: false }) ?? null,
  )
  return candidates.find((one) => one !== null && partsOf(one).year === year) ?? null
}

function laterBy(day: Day | null, days: number): Day | null {
  return day === null ? null : day + days
}

/** The first time that a festival is on this day or later. */
export function nextFestival(key: string, from: Day, calendar: LunarCalendar | null): Day | null {
  const { year } = partsOf(from)
  const days = [year, year + 1, year + 2].map((one) => festivalIn(key, one, calendar))
  return days.find((day) => day !== null && day >= from) ?? null
}
