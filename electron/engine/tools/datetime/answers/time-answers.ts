import type { ToolResult } from '../../tool'
import { isoOf } from '../calendar/civil-days'
import { type Place, placeName } from '../calendar/places'
import { type LocalTime, localTimeAt, momentOf, offsetAt, offsetWords } from '../calendar/time-zones'
import type { DatetimeArgs } from '../datetime-args'
import { clockWords, dayData, fullDateWords } from '../wording/date-words'
import { answered, dayGiven, placeGiven, type RunContext } from './run-context'

type Args<Operation extends DatetimeArgs['operation']> = Extract<DatetimeArgs, { operation: Operation }>

/** What time or day it is, here or at a place. */
export function answerNow({ show, place: name }: Args<'now'>, context: RunContext): ToolResult {
  const { language, now, zone } = context
  const place = name === undefined ? undefined : placeGiven(name)
  const there = place?.zone ?? zone
  const { day, minute } = localTimeAt(now, there)
  const offset = offsetWords(offsetAt(now, there))
  const [date, clock] = [fullDateWords(day, language), clockWords(minute)]
  const data = { ...dayData(day), time: clock, zone: there, offset }
  if (language === 'zh') {
    const where = place ? placeName(place, 'zh') : ''
    return answered(show === 'date' ? `${where}今天是${date}。` : `${where}现在是${date} ${clock}（${offset}）。`, data)
  }
  const where = place ? ` in ${placeName(place, 'en')}` : ''
  return answered(
    show === 'date' ? `Today is ${date}${where}.` : `It is ${clock}${where} on ${date} (${offset}).`,
    data,
  )
}

/** A time at one place as the clocks of another show it. */
export function answerConversion({ time, date, from, to }: Args<'convert'>, context: RunContext): ToolResult {
  const { language, now, zone } = context
  const [start, end] = [from, to].map((name) => (name === undefined ? undefined : placeGiven(name)))
  const startZone = start?.zone ?? zone
  // “today” is the day at the place whose time is given.
  const day = date === 'today' ? localTimeAt(now, startZone).day : dayGiven(date, context)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const moment = momentOf({ day, minute: hours * 60 + minutes }, startZone)
  const shown = localTimeAt(moment.ms, start?.zone ?? zone)
  const there = localTimeAt(moment.ms, end?.zone ?? zone)
  const [before, after] = [said(shown, start, moment.ms, context), said(there, end, moment.ms, context)]
  const notes = moment.is === 'once' ? [] : [clockChange[moment.is][language]]
  const text = language === 'zh' ? `${before}是${after}。` : `${before} is ${after}.`
  const data = { ...dayData(there.day), time: clockWords(there.minute), zone: end?.zone ?? zone }
  return answered(text, data, {
    notes,
    workings: `${isoOf(shown.day)} ${clockWords(shown.minute)} → ${new Date(moment.ms).toISOString()}`,
  })
}

const clockChange = {
  skipped: {
    en: 'Clocks were put forward over this time, so the time after the change is shown.',
    zh: '当地时钟因夏令时跳过了这一时刻，显示的是调整之后的时间。',
  },
  twice: {
    en: 'Clocks were put back, so this time occurs twice; the first is meant.',
    zh: '当地时钟因夏令时回拨，这一时刻出现两次，这里取第一次。',
  },
} as const

function said(
  { day, minute }: LocalTime,
  place: Place | undefined,
  ms: number,
  { language, zone }: RunContext,
): string {
  const offset = offsetWords(offsetAt(ms, place?.zone ?? zone))
  if (language === 'zh')
    return `${place ? placeName(place, 'zh') : '本地'}时间${fullDateWords(day, 'zh')} ${clockWords(minute)}（${offset}）`
  return `${clockWords(minute)} ${place ? `in ${placeName(place, 'en')}` : 'local time'} on ${fullDateWords(day, 'en')} (${offset})`
}

/** How far the clocks of two places are apart now. */
export function answerOffset({ from, to }: Args<'offset'>, { language, now, zone }: RunContext): ToolResult {
  const start = placeGiven(from)
  const end = to === undefined ? undefined : placeGiven(to)
  const minutes = offsetAt(now, end?.zone ?? zone) - offsetAt(now, start.zone)
  const hours = Math.abs(minutes) / 60
  const [first, second] = [
    placeName(start, language),
    end ? placeName(end, language) : language === 'zh' ? '本地' : 'Local time',
  ]
  const data = { hours: minutes / 60, from: start.zone, to: end?.zone ?? zone }
  const notes = [
    language === 'zh' ? '夏令时可能使时差在一年中变化。' : 'Daylight saving time may change this during the year.',
  ]
  if (minutes === 0)
    return answered(
      language === 'zh' ? `${second}与${first}没有时差。` : `${second} has the same time as ${first}.`,
      data,
      { notes },
    )
  const text =
    language === 'zh'
      ? `${second}现在比${first}${minutes > 0 ? '早' : '晚'}${hours}小时。`
      : `${second} is ${hours} ${hours === 1 ? 'hour' : 'hours'} ${minutes > 0 ? 'ahead of' : 'behind'} ${first} now.`
  return answered(text, data, { notes })
}
