import type { Language } from '@engine/text/language'
import { type Day, isoOf, partsOf, weekdayOf } from '../calendar/civil-days'

const weekdays = {
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  zh: ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日'],
} as const
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const animals = {
  en: ['rat', 'ox', 'tiger', 'rabbit', 'dragon', 'snake', 'horse', 'goat', 'monkey', 'rooster', 'dog', 'pig'],
  zh: Array.from('鼠牛虎兔龙蛇马羊猴鸡狗猪'),
} as const
const counted = {
  minutes: { en: ['minute', 'minutes'], zh: '分钟' },
  hours: { en: ['hour', 'hours'], zh: '小时' },
  days: { en: ['day', 'days'], zh: '天' },
  weeks: { en: ['week', 'weeks'], zh: '周' },
  months: { en: ['month', 'months'], zh: '个月' },
  years: { en: ['year', 'years'], zh: '年' },
  working_days: { en: ['working day', 'working days'], zh: '个工作日' },
} as const

export type Counted = keyof typeof counted

export function weekdayWords(day: Day, language: Language): string {
  return weekdays[language][weekdayOf(day) - 1] ?? ''
}

/** 3 May 2021; 2021年5月3日 */
export function dateWords(day: Day, language: Language): string {
  const { year, month, day: ofMonth } = partsOf(day)
  return language === 'zh' ? `${year}年${month}月${ofMonth}日` : `${ofMonth} ${monthWords(month, 'en')} ${year}`
}

/** Monday, 3 May 2021; 2021年5月3日星期一 */
export function fullDateWords(day: Day, language: Language): string {
  return language === 'zh'
    ? `${dateWords(day, 'zh')}${weekdayWords(day, 'zh')}`
    : `${weekdayWords(day, 'en')}, ${dateWords(day, 'en')}`
}

export function monthWords(month: number, language: Language): string {
  return language === 'zh' ? `${month}月` : (months[month - 1] ?? '')
}

export function animalWords(animal: number, language: Language): string {
  return animals[language][animal] ?? ''
}

/** 1 day, 1,234 days; 1,234天 */
export function countWords(amount: number, unit: Counted, language: Language): string {
  const number = amount.toLocaleString('en-US')
  const { en, zh } = counted[unit]
  return language === 'zh' ? `${number}${zh}` : `${number} ${Math.abs(amount) === 1 ? en[0] : en[1]}`
}

/** Several counts together: 1 year, 2 months and 3 days. */
export function countsWords(counts: readonly (readonly [number, Counted])[], language: Language): string {
  const words = counts.map(([amount, unit]) => countWords(amount, unit, language))
  if (language === 'zh') return words.join('零').replaceAll('个月零', '个月又').replaceAll('年零', '年')
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** 09:05 */
export function clockWords(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** “today (25 November 2026)” where the day is the user's, else its date. */
export function dayWords(day: Day, today: Day, language: Language): string {
  const date = dateWords(day, language)
  if (day !== today) return date
  return language === 'zh' ? `今天（${date}）` : `today (${date})`
}

/** A day in the data of a result. */
export function dayData(day: Day): { date: string; weekday: string } {
  return { date: isoOf(day), weekday: weekdayWords(day, 'en') }
}
