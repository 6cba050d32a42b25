import type { Day } from './civil-days'
import { dayOf, partsOf } from './civil-days'

/** A day of the Chinese calendar. */
export interface LunarDay {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  /** In a month that is put in behind the month of its number. */
  readonly isLeap: boolean
  /** 二〇二六年正月初一 */
  readonly words: string
  /** 丙午 */
  readonly cyclicYear: string
  /** 0 for the rat to 11 for the pig. */
  readonly animal: number
}

/** The Chinese calendar, by a kept library. */
export interface LunarCalendar {
  ofDay(day: Day): LunarDay
  /** The day of a date in the Chinese calendar; null where there is none. */
  dayOf(date: { year: number; month: number; day: number; isLeap: boolean }): Day | null
  /** The day of a solar term such as 清明 in a year of the Gregorian calendar. */
  termIn(year: number, term: string): Day | null
}

const animals = Array.from('鼠牛虎兔龙蛇马羊猴鸡狗猪')
/** The library's names of the terms at both ends of its table. */
const atTheEnd: Readonly<Record<string, string>> = { 冬至: 'DONG_ZHI' }

let opened: Promise<LunarCalendar> | undefined

/** The calendar, loaded when it is first wanted. */
export function openLunarCalendar(): Promise<LunarCalendar> {
  return (opened ??= load())
}

async function load(): Promise<LunarCalendar> {
  const { Lunar, Solar } = await import('lunar-typescript')
  const lunarOf = (day: Day) => {
    const { year, month, day: ofMonth } = partsOf(day)
    return Solar.fromYmd(year, month, ofMonth).getLunar()
  }
  return {
    ofDay(day) {
      const lunar = lunarOf(day)
      return {
        year: lunar.getYear(),
        month: Math.abs(lunar.getMonth()),
        day: lunar.getDay(),
        isLeap: lunar.getMonth() < 0,
        words: lunar.toString(),
        cyclicYear: lunar.getYearInGanZhi(),
        animal: animals.indexOf(lunar.getYearShengXiao()),
      }
    },
    dayOf({ year, month, day, isLeap }) {
      try {
        const solar = Lunar.fromYmd(year, isLeap ? -month : month, day).getSolar()
        return dayOf(solar.getYear(), solar.getMonth(), solar.getDay())
      } catch {
        // The library throws for months and days that a year does not have.
        return null
      }
    },
    termIn(year, term) {
      const table = Solar.fromYmd(year, 7, 1).getLunar().getJieQiTable()
      const solar = [table[term], table[atTheEnd[term] ?? '']].find((one) => one?.getYear() === year)
      return solar ? dayOf(year, solar.getMonth(), solar.getDay()) : null
    },
  }
}
