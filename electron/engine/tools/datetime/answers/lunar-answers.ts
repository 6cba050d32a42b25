import type { Language } from '@engine/text/language'
import type { ToolResult } from '../../tool'
import { type Day, partsOf } from '../calendar/civil-days'
import { festivalIn, festivalKeys, festivalName, festivalPhrases, nextFestival } from '../calendar/festivals'
import type { LunarCalendar, LunarDay } from '../calendar/lunar-calendar'
import type { DatetimeArgs } from '../datetime-args'
import { animalWords, dateWords, dayData, dayWords, fullDateWords } from '../wording/date-words'
import { answered, invalid, type RunContext } from './run-context'

type Args<Operation extends DatetimeArgs['operation']> = Extract<DatetimeArgs, { operation: Operation }>

/** A day in the Chinese calendar. */
export function answerLunarDay(day: Day, calendar: LunarCalendar, { language, today }: RunContext): ToolResult {
  const lunar = calendar.ofDay(day)
  const subject = dayWords(day, today, language)
  const text =
    language === 'zh'
      ? `${subject}是农历${lunar.words}（${lunar.cyclicYear}${animalWords(lunar.animal, 'zh')}年）。`
      : `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)} is ${lunarWords(lunar)} in the Chinese calendar (${lunar.words}).`
  return answered(text, {
    ...dayData(day),
    lunarYear: lunar.year,
    lunarMonth: lunar.month,
    lunarDay: lunar.day,
    isLeapMonth: lunar.isLeap,
  })
}

function lunarWords({ year, month, day, isLeap, animal }: LunarDay): string {
  return `day ${day} of ${isLeap ? 'leap month' : 'month'} ${month} in the year of the ${animalWords(animal, 'en')} ${year}`
}

/** The animal of a day's year in the Chinese calendar. */
export function answerZodiacOfDay(day: Day, calendar: LunarCalendar, { language, today }: RunContext): ToolResult {
  const { year, animal } = calendar.ofDay(day)
  const name = animalWords(animal, language)
  const subject = dayWords(day, today, language)
  const text =
    language === 'zh'
      ? `${subject}属${name}。`
      : `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)} is in the year of the ${name}.`
  return answered(text, { ...dayData(day), lunarYear: year, animal: animalWords(animal, 'en') })
}

/** The animal of the Chinese year that begins in a Gregorian one. */
export function answerZodiacYear(
  { year }: Args<'zodiac_year'>,
  calendar: LunarCalendar,
  { language }: RunContext,
): ToolResult {
  const start = festivalIn('spring-festival', year, calendar)
  const animal = start === null ? -1 : calendar.ofDay(start).animal
  const name = animalWords(animal, language)
  const from = start === null ? '' : dateWords(start, language)
  const text = language === 'zh' ? `${year}年是${name}年。` : `${year} is the year of the ${name}.`
  const note =
    language === 'zh'
      ? `${name}年从春节（${from}）开始，在此之前属上一年的生肖。`
      : `It begins with Chinese New Year, on ${from}; earlier days belong to the year before.`
  return answered(text, { year, animal: animalWords(animal, 'en') }, { notes: [note] })
}

/** The day of a date in the Chinese calendar. */
export function answerFromLunar(
  args: Args<'from_lunar'>,
  calendar: LunarCalendar,
  { language }: RunContext,
): ToolResult {
  const day = calendar.dayOf({ year: args.year, month: args.month, day: args.day, isLeap: args.leap })
  if (day === null) {
    throw invalid(
      {
        en: `The Chinese year that begins in ${args.year} has no day ${args.day} of ${args.leap ? 'leap month' : 'month'} ${args.month}.`,
        zh: `农历${args.year}年没有${args.leap ? '闰' : ''}${args.month}月${args.day}日。`,
      },
      { en: 'Name another day.', zh: '请换一个日期。' },
    )
  }
  const lunar = calendar.ofDay(day)
  const text =
    language === 'zh'
      ? `农历${lunar.words}是${fullDateWords(day, 'zh')}。`
      : `Day ${lunar.day} of ${lunar.isLeap ? 'leap month' : 'month'} ${lunar.month} of the Chinese year ${lunar.year} is ${fullDateWords(day, 'en')}.`
  return answered(text, dayData(day))
}

/** When a festival is. */
export function answerFestival(
  { name, year }: Args<'festival'>,
  calendar: LunarCalendar,
  context: RunContext,
): ToolResult {
  const { language, today } = context
  const key = festivalKeys.find((one) => one === name || festivalPhrases[one]?.includes(name.toLowerCase()))
  if (key === undefined)
    throw invalid(
      { en: `Cairn does not know when “${name}” is.`, zh: `Cairn 不知道“${name}”在哪天。` },
      { en: 'Ask for its date by day and month.', zh: '请直接说出日期。' },
    )
  const day = year === undefined ? nextFestival(key, today, calendar) : festivalIn(key, year, calendar)
  if (day === null)
    throw invalid(
      { en: `Cairn cannot tell when “${name}” is.`, zh: `Cairn 算不出“${name}”在哪天。` },
      { en: 'Name another year.', zh: '请换一个年份。' },
    )
  return answered(festivalSentence(key, day, language, today), {
    ...dayData(day),
    festival: key,
    year: partsOf(day).year,
  })
}

function festivalSentence(key: string, day: Day, language: Language, today: Day): string {
  const name = festivalName(key, language)
  const { year } = partsOf(day)
  if (language === 'zh') return `${year}年${name}是${fullDateWords(day, 'zh')}。`
  const title = name.slice(0, 1).toUpperCase() + name.slice(1)
  return `${title} ${year} ${day < today ? 'was' : 'is'} on ${fullDateWords(day, 'en')}.`
}
