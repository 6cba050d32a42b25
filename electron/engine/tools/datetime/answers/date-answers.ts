import type { ToolResult } from '../../tool'
import {
  type Day,
  dayOf,
  dayOfYear,
  daysInMonth,
  isLeapYear,
  isoOf,
  isoWeekOf,
  monthsAndDays,
  monthsLater,
  partsOf,
  workingDaysBetween,
  workingDaysLater,
} from '../calendar/civil-days'
import { localTimeAt, offsetAt, offsetWords } from '../calendar/time-zones'
import type { DatetimeArgs } from '../datetime-args'
import {
  clockWords,
  type Counted,
  countsWords,
  countWords,
  dateWords,
  dayData,
  dayWords,
  fullDateWords,
  monthWords,
  weekdayWords,
} from '../wording/date-words'
import { answered, dayGiven, invalid, outOfCalendar, type RunContext } from './run-context'

type Args<Operation extends DatetimeArgs['operation']> = Extract<DatetimeArgs, { operation: Operation }>
type Described = 'date' | 'weekday' | 'week' | 'day_of_year'

const holidaysUnknown = {
  en: 'Working days are Mondays to Fridays; public holidays are not known and count as working days.',
  zh: '工作日按星期一至星期五计算；法定节假日未知，未扣除。',
} as const

/** The weekday, the week or the day of the year of a date. */
export function answerDescription(day: Day, show: Described, { language, today }: RunContext): ToolResult {
  const { year, week } = isoWeekOf(day)
  const number = dayOfYear(day)
  const data = { ...dayData(day), week, weekYear: year, dayOfYear: number }
  const zh = language === 'zh'
  const subject = dayWords(day, today, language)
  const verb = day < today ? 'was' : day > today ? 'will be' : 'is'
  const capital = subject.slice(0, 1).toUpperCase() + subject.slice(1)
  if (show === 'week') {
    const text = zh ? `${subject}是${year}年第${week}周。` : `${capital} ${verb} in week ${week} of ${year}.`
    return answered(text, data, {
      notes: [zh ? '按 ISO 8601 计算，每周从星期一开始。' : 'Weeks are those of ISO 8601 and begin on Monday.'],
    })
  }
  if (show === 'day_of_year') {
    const ofYear = partsOf(day).year
    return answered(
      zh ? `${subject}是${ofYear}年的第${number}天。` : `${capital} ${verb} day ${number} of ${ofYear}.`,
      data,
    )
  }
  if (day === today)
    return answered(zh ? `今天是${fullDateWords(day, 'zh')}。` : `Today is ${fullDateWords(day, 'en')}.`, data)
  const near = { [today + 1]: { en: 'Tomorrow', zh: '明天' }, [today - 1]: { en: 'Yesterday', zh: '昨天' } }[day]
  if (near)
    return answered(
      zh ? `${near.zh}是${fullDateWords(day, 'zh')}。` : `${near.en} ${verb} ${fullDateWords(day, 'en')}.`,
      data,
    )
  return answered(
    zh ? `${subject}是${weekdayWords(day, 'zh')}。` : `${capital} ${verb} a ${weekdayWords(day, 'en')}.`,
    data,
  )
}

/** The time between two days. */
export function answerDifference({ from, to, unit }: Args<'difference'>, context: RunContext): ToolResult {
  const { language, today } = context
  const [start, end] = [dayGiven(from, context), dayGiven(to, context)].toSorted((a, b) => a - b)
  if (start === undefined || end === undefined) throw outOfCalendar()
  const counts = countsOf(start, end, unit)
  const value = countsWords(counts, language)
  const [first, last] = [dayWords(start, today, language), dayWords(end, today, language)]
  const days = end - start
  const data = { from: isoOf(start), to: isoOf(end), days, value: counts[0]?.[0] ?? 0, unit }
  if (unit === 'working_days') {
    const text =
      language === 'zh'
        ? `从${first}到${last}（含首尾两天）有${value}。`
        : `From ${first} to ${last}, both counted, there ${counts[0]?.[0] === 1 ? 'is' : 'are'} ${value}.`
    return answered(text, data, { notes: [holidaysUnknown[language]] })
  }
  const inDays =
    unit === 'days'
      ? ''
      : language === 'zh'
        ? `，即${countWords(days, 'days', 'zh')}`
        : `, ${countWords(days, 'days', 'en')}`
  const text =
    language === 'zh' ? `从${first}到${last}是${value}${inDays}。` : `From ${first} to ${last} it is ${value}${inDays}.`
  return answered(text, data, { workings: `${isoOf(end)} − ${isoOf(start)} = ${days} d` })
}

function countsOf(start: Day, end: Day, unit: Args<'difference'>['unit']): (readonly [number, Counted])[] {
  if (unit === 'days') return [[end - start, 'days']]
  if (unit === 'working_days') return [[workingDaysBetween(start, end), 'working_days']]
  if (unit === 'weeks') return withRest(Math.floor((end - start) / 7), 'weeks', (end - start) % 7)
  const { months, days } = monthsAndDays(start, end)
  if (unit === 'months') return withRest(months, 'months', days)
  const parts: (readonly [number, Counted])[] = [
    [Math.floor(months / 12), 'years'],
    [months % 12, 'months'],
    [days, 'days'],
  ]
  const said = parts.filter(([amount], at) => amount > 0 || (unit === 'years' && at === 0))
  return said.length > 0 ? said : [[0, 'days']]
}

function withRest(whole: number, unit: Counted, days: number): (readonly [number, Counted])[] {
  return days === 0
    ? [[whole, unit]]
    : [
        [whole, unit],
        [days, 'days'],
      ]
}

/** A day or a time so much later or earlier. */
export function answerShift({ date, by }: Args<'shift'>, context: RunContext): ToolResult {
  const { language, today } = context
  const clock = by.filter(({ unit }) => unit === 'hours' || unit === 'minutes')
  if (clock.length > 0) return answerLaterTime(by, date, context)
  const start = dayGiven(date, context)
  let day = start
  let isClamped = false
  for (const { amount, unit } of by) {
    const next = later(day, amount, unit)
    isClamped ||= (unit === 'months' || unit === 'years') && partsOf(next).day !== partsOf(day).day
    day = next
  }
  const isEarlier = by.every(({ amount }) => amount < 0)
  const size = countsWords(
    by.map(({ amount, unit }): [number, Counted] => [Math.abs(amount), unit]),
    language,
  )
  const subject = dayWords(start, today, language)
  const result = fullDateWords(day, language)
  const notes = [
    ...(by.some(({ unit }) => unit === 'working_days') ? [holidaysUnknown[language]] : []),
    ...(isClamped
      ? [
          language === 'zh'
            ? '该月没有这一天，取当月最后一天。'
            : 'That month has no such day, so its last day is taken.',
        ]
      : []),
  ]
  const text =
    language === 'zh'
      ? `${subject}${isEarlier ? '之前' : '之后'}${size}是${result}。`
      : `${size.slice(0, 1).toUpperCase()}${size.slice(1)} ${isEarlier ? 'before' : 'after'} ${subject} is ${result}.`
  return answered(text, dayData(day), {
    notes,
    workings: `${isoOf(start)} ${isEarlier ? '−' : '+'} ${size} = ${isoOf(day)}`,
  })
}

function later(day: Day, amount: number, unit: Counted): Day {
  const moved =
    unit === 'months' || unit === 'years'
      ? monthsLater(day, amount * (unit === 'years' ? 12 : 1))
      : unit === 'working_days'
        ? workingDaysLater(day, amount)
        : day + amount * (unit === 'weeks' ? 7 : 1)
  const [first, last] = [dayOf(1, 1, 1), dayOf(9999, 12, 31)]
  if (moved === null || first === null || last === null || moved < first || moved > last) throw outOfCalendar()
  return moved
}

function answerLaterTime(by: Args<'shift'>['by'], date: string, { language, now, zone }: RunContext): ToolResult {
  const minutesOf: Readonly<Record<string, number>> = { minutes: 1, hours: 60, days: 1440, weeks: 10_080 }
  const minutes = by.reduce((sum, { amount, unit }) => sum + amount * (minutesOf[unit] ?? Number.NaN), 0)
  if (date !== 'today' || !Number.isFinite(minutes)) {
    throw invalid(
      { en: 'Hours and minutes can be counted from now only.', zh: '小时和分钟只能从现在算起。' },
      { en: 'Count days, weeks, months or years from a date.', zh: '从某个日期算起，请用天、周、月或年。' },
    )
  }
  const ms = now + minutes * 60_000
  const { day, minute } = localTimeAt(ms, zone)
  const [size, offset] = [
    countsWords(
      by.map(({ amount, unit }): [number, Counted] => [Math.abs(amount), unit]),
      language,
    ),
    offsetWords(offsetAt(ms, zone)),
  ]
  const date_ = fullDateWords(day, language)
  const text =
    language === 'zh'
      ? `${size}${minutes < 0 ? '前' : '后'}是${date_} ${clockWords(minute)}（${offset}）。`
      : `${size.slice(0, 1).toUpperCase()}${size.slice(1)} ${minutes < 0 ? 'ago it was' : 'from now it will be'} ${clockWords(minute)} on ${date_} (${offset}).`
  return answered(text, { ...dayData(day), time: clockWords(minute), zone })
}

export function answerLeapYear({ year }: Args<'leap_year'>, { language }: RunContext): ToolResult {
  const isLeap = isLeapYear(year)
  const days = isLeap ? 366 : 365
  const text =
    language === 'zh'
      ? `${year}年${isLeap ? '是' : '不是'}闰年，有${days}天。`
      : `${year} is ${isLeap ? '' : 'not '}a leap year; it has ${days} days.`
  return answered(text, { year, isLeap, days })
}

export function answerYearLength({ year }: Args<'year_length'>, { language }: RunContext): ToolResult {
  const days = isLeapYear(year) ? 366 : 365
  return answered(language === 'zh' ? `${year}年有${days}天。` : `${year} has ${days} days.`, { year, days })
}

export function answerMonthLength({ year, month }: Args<'month_length'>, { language }: RunContext): ToolResult {
  const days = daysInMonth(year, month)
  const last = dayOf(year, month, days) ?? 0
  const text =
    language === 'zh'
      ? `${year}年${month}月有${days}天，最后一天是${dateWords(last, 'zh')}${weekdayWords(last, 'zh')}。`
      : `${monthWords(month, 'en')} ${year} has ${days} days; the last is ${fullDateWords(last, 'en')}.`
  return answered(text, { year, month, days, last: isoOf(last) })
}

export function answerAge({ born, on }: Args<'age'>, context: RunContext): ToolResult {
  const { language, today } = context
  const [birth, day] = [dayGiven(born, context), dayGiven(on, context)]
  if (birth > day)
    throw invalid(
      { en: 'This day of birth is later than the day asked for.', zh: '出生日期晚于所问的日期。' },
      { en: 'Name an earlier day of birth.', zh: '请给出更早的出生日期。' },
    )
  const years = Math.floor(monthsAndDays(birth, day).months / 12)
  const text =
    language === 'zh'
      ? `${dateWords(birth, 'zh')}出生的人，${dayWords(day, today, 'zh')}${years}岁。`
      : `Someone born on ${dateWords(birth, 'en')} is ${countWords(years, 'years', 'en')} old ${day === today ? '' : 'on '}${dayWords(day, today, 'en')}.`
  return answered(text, { born: isoOf(birth), on: isoOf(day), years })
}
