import type { Language } from '@engine/text/language'
import type { ToolReading } from '../../tool'
import { isoOf } from '../calendar/civil-days'
import { placeName, placeNamed, severalZones } from '../calendar/places'
import { type DatetimeArgs, differenceUnits } from '../datetime-args'
import { dateWords } from '../wording/date-words'
import { fits, type Item, type Shape } from './question-items'

/** What a question leaves open: which of a country's time zones, or which of the two days that 3/4/2021 may be; null for nothing. */
export function missingIn(items: readonly Item[], text: string, language: Language): ToolReading<DatetimeArgs> | null {
  for (const item of items) {
    if (item.is === 'wide') return whichCity(item.country, text, language)
    if (item.is === 'day' && item.either) return whichDay(item.either, text, language)
  }
  return null
}

function whichCity(country: string, text: string, language: Language): ToolReading<DatetimeArgs> | null {
  const several = severalZones[country]
  if (!several) return null
  const { zh, names, cities } = several
  const ask =
    language === 'zh'
      ? `${zh}有几个时区，您指哪个城市？`
      : `There are several time zones in ${country}; which city do you mean?`
  // The longest name first: “the USA” before “US”.
  const named = names.toSorted((a, b) => b.length - a.length).find((name) => text.toLowerCase().includes(name)) ?? ''
  const at = text.toLowerCase().indexOf(named)
  const choices = cities.flatMap((city) => {
    const place = placeNamed(city)
    const label = place ? placeName(place, language) : city
    return [{ label, question: text.slice(0, at) + label + text.slice(at + named.length) }]
  })
  return { is: 'missing', argument: 'place', ask, choices, confidence: 1 }
}

const [some, any, maybe] = [[1, 9] as const, [0, 9] as const, [0, 1] as const]
const before: Shape = { until: some, since: any, after: any, before: any, in: any, now: maybe }
/** How many days are left, until nothing that is named. */
const endless: Shape = { how_many: some, unit: [1, 1], weekday: maybe, ...before }

/** Noon here: what time is it there? */
const nowhere: Shape = {
  ...{ clock: [1, 1], here: [1, 1], there: [1, 1], time: [1, 2], now: maybe, convert: any },
  ...{ event: any, day: maybe, in: any },
}

/** What a question lacks that asks how long it is until a day that it does not name, or the time of a place; null for any other. */
export function lacking(items: readonly Item[], language: Language): ToolReading<DatetimeArgs> | null {
  const units: readonly string[] = differenceUnits
  const isEndless = fits(items, endless) && items.some((item) => item.is === 'word' && units.includes(item.unit ?? ''))
  if (isEndless) return missing('to', language === 'zh' ? '到哪一天为止？' : 'Until which day?')
  if (fits(items, nowhere)) return missing('to', language === 'zh' ? '您指的是哪个地方？' : 'The time of which place?')
  return null
}

function missing(argument: string, ask: string): ToolReading<DatetimeArgs> {
  return { is: 'missing', argument, ask, choices: [], confidence: 0.9 }
}

const inFigures = /\d{1,2}[/-]\d{1,2}[/-]\d{4}/u

function whichDay(days: readonly [number, number], text: string, language: Language): ToolReading<DatetimeArgs> {
  const ask = language === 'zh' ? '您指的是哪一天？' : 'Which day do you mean?'
  const choices = days.map((day) => ({
    label: dateWords(day, language),
    question: text.replace(inFigures, isoOf(day)),
  }))
  return { is: 'missing', argument: 'date', ask, choices, confidence: 1 }
}
