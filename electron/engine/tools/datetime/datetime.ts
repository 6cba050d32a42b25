import type { Tool, ToolContext, ToolQuestion, ToolReading, ToolResult } from '../tool'
import { type Token, TokenReader } from '../reading/question-tokens'
import {
  answerAge,
  answerDescription,
  answerDifference,
  answerLeapYear,
  answerMonthLength,
  answerShift,
  answerYearLength,
} from './answers/date-answers'
import {
  answerFestival,
  answerFromLunar,
  answerLunarDay,
  answerZodiacOfDay,
  answerZodiacYear,
} from './answers/lunar-answers'
import { dayGiven, runContext, type RunContext } from './answers/run-context'
import { answerConversion, answerNow, answerOffset } from './answers/time-answers'
import type { Day } from './calendar/civil-days'
import { isLunarFestival } from './calendar/festivals'
import { openLunarCalendar } from './calendar/lunar-calendar'
import { severalZones } from './calendar/places'
import { localTimeAt } from './calendar/time-zones'
import { DatetimeArgs } from './datetime-args'
import { readDatetime } from './reading/asked-datetime'
import { datetimeTokens, readAllItems, readItems, toldTokens } from './reading/item-reader'
import type { Item } from './reading/question-items'
import { lacking, missingIn } from './reading/missing-value'
import { readToldDates } from './reading/told-dates'

/** Tells times and dates: now, elsewhere, between, later; weekdays, weeks, the Chinese calendar. Needs nothing but its context. */
export class Datetime implements Tool<DatetimeArgs> {
  readonly name = 'datetime'
  readonly version = '1'
  readonly title = { en: 'Date and time', zh: '日期和时间' }
  readonly description = {
    en: 'Tells the time and the date here and in other places, weekdays, days between dates, dates so many days later, ages, leap years and dates in the Chinese calendar.',
    zh: '查询本地和世界各地的时间与日期、星期、日期间隔、若干天之后的日期、年龄、闰年和农历。',
  }
  readonly args = DatetimeArgs
  readonly examples: Tool<DatetimeArgs>['examples'] = [
    { question: 'What time is it in Tokyo?', args: { operation: 'now', show: 'time', place: 'Tokyo' } },
    {
      question: 'What day of the week was 3 May 2021?',
      args: { operation: 'describe', date: '2021-05-03', show: 'weekday' },
    },
    {
      question: '2020年1月1日到2021年3月1日有多少天？',
      args: { operation: 'difference', from: '2020-01-01', to: '2021-03-01', unit: 'days' },
    },
    {
      question: 'What date is 90 days after 3 May 2021?',
      args: { operation: 'shift', date: '2021-05-03', by: [{ amount: 90, unit: 'days' }] },
    },
    { question: '2025年春节是哪天？', args: { operation: 'festival', name: 'spring-festival', year: 2025 } },
    { question: '今天农历几号？', args: { operation: 'describe', date: 'today', show: 'lunar' } },
  ]
  readonly limitMs = 500

  async read({ text, now, timeZone, language }: ToolQuestion): Promise<ToolReading<DatetimeArgs> | null> {
    const tokens = datetimeTokens(text)
    if (!tokens || tokens.length === 0) return told(text, localTimeAt(now, timeZone).day)
    const calendar = needsCalendar(tokens) ? await openLunarCalendar() : null
    const context = { today: localTimeAt(now, timeZone).day, calendar }
    const items = readItems(new TokenReader(tokens), context)
    if (!items) return told(text, context.today)
    const args = readDatetime(standingFor(items), context)
    if (!args) return lacking(items, language) ?? told(text, context.today)
    return missingIn(items, text, language) ?? { is: 'arguments', args, confidence: 1 }
  }

  async run(args: DatetimeArgs, { language, now, timeZone, signal }: ToolContext): Promise<ToolResult> {
    signal.throwIfAborted()
    const context = runContext(language, now, timeZone)
    switch (args.operation) {
      case 'now':
        return answerNow(args, context)
      case 'convert':
        return answerConversion(args, context)
      case 'offset':
        return answerOffset(args, context)
      case 'difference':
        return answerDifference(args, context)
      case 'shift':
        return answerShift(args, context)
      case 'leap_year':
        return answerLeapYear(args, context)
      case 'year_length':
        return answerYearLength(args, context)
      case 'month_length':
        return answerMonthLength(args, context)
      case 'age':
        return answerAge(args, context)
      default:
        return answerByCalendar(args, context)
    }
  }
}

/** A question that tells dates of things, in any words, and asks what follows of them. */
function told(text: string, today: Day): ToolReading<DatetimeArgs> | null {
  const tokens = toldTokens(text)
  if (!tokens || needsCalendar(tokens)) return null
  const context = { today, calendar: null }
  const args = readToldDates(readAllItems(new TokenReader(tokens), context), context)
  return args && { is: 'arguments', args, confidence: 0.9 }
}

type ByCalendar = Extract<DatetimeArgs, { operation: 'describe' | 'from_lunar' | 'zodiac_year' | 'festival' }>

async function answerByCalendar(args: ByCalendar, context: RunContext): Promise<ToolResult> {
  if (args.operation === 'describe') {
    const day = dayGiven(args.date, context)
    if (args.show === 'lunar') return answerLunarDay(day, await openLunarCalendar(), context)
    if (args.show === 'zodiac') return answerZodiacOfDay(day, await openLunarCalendar(), context)
    return answerDescription(day, args.show, context)
  }
  const calendar = await openLunarCalendar()
  if (args.operation === 'from_lunar') return answerFromLunar(args, calendar, context)
  return args.operation === 'festival'
    ? answerFestival(args, calendar, context)
    : answerZodiacYear(args, calendar, context)
}

function needsCalendar(tokens: readonly Token[]): boolean {
  return tokens.some(({ senses }) => {
    const festival = senses.get('festival')
    if (festival !== undefined && isLunarFestival(festival)) return true
    return ['lunar', 'lunar_day', 'lunar_month', 'leap_month'].some((kind) => senses.has(kind))
  })
}

/** The parts with a city in the place of a country of several zones, so that it is seen what is asked at all. */
function standingFor(items: readonly Item[]): Item[] {
  return items.map((item) =>
    item.is === 'wide' ? { is: 'place', place: severalZones[item.country]?.cities[0] ?? 'UTC' } : item,
  )
}
