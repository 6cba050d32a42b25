import type { Language } from '@engine/text/language'
import type { Bilingual, ToolResult } from '../../tool'
import { ToolFailure } from '../../tool-failure'
import { type Day, dayOfIso } from '../calendar/civil-days'
import { type Place, placeNamed } from '../calendar/places'
import { localTimeAt } from '../calendar/time-zones'

/** What an answer on dates or times is worked out with. */
export interface RunContext {
  readonly language: Language
  readonly now: number
  readonly zone: string
  /** The user's day. */
  readonly today: Day
}

export function runContext(language: Language, now: number, zone: string): RunContext {
  return { language, now, zone, today: localTimeAt(now, zone).day }
}

/** Throws CairnError INVALID_INPUT for a date that there is not. */
export function dayGiven(date: string, { today }: RunContext): Day {
  const day = date === 'today' ? today : dayOfIso(date)
  if (day === null)
    throw invalid(
      { en: `There is no ${date}.`, zh: `没有 ${date} 这一天。` },
      { en: 'Name a day that the calendar has.', zh: '请给出日历上有的日期。' },
    )
  return day
}

/** Throws CairnError INVALID_INPUT for a place whose time zone is not known. */
export function placeGiven(name: string): Place {
  const place = placeNamed(name)
  if (place) return place
  throw invalid(
    { en: `Cairn does not know the time zone of “${name}”.`, zh: `Cairn 不知道“${name}”的时区。` },
    {
      en: 'Name a larger city or a time zone such as Asia/Tokyo.',
      zh: '请换一个较大的城市，或写时区名，如 Asia/Tokyo。',
    },
  )
}

/** A result without sources: these answers rest on the calendar alone. */
export function answered(
  text: string,
  data: ToolResult['data'],
  extra: { notes?: readonly string[]; workings?: string } = {},
): ToolResult {
  const { notes = [], workings } = extra
  return { text, data, sources: [], notes, ...(workings === undefined ? {} : { workings }) }
}

export function outOfCalendar(): ToolFailure {
  return invalid(
    { en: 'This is beyond the years 1 to 9999.', zh: '超出了公元 1 年至 9999 年的范围。' },
    { en: 'Ask for a day that is nearer.', zh: '请换一个较近的日期。' },
  )
}

/** Arguments that no answer can be worked out from, in words. */
export function invalid(words: Bilingual, nextStep: Bilingual): ToolFailure {
  return new ToolFailure('INVALID_INPUT', words, nextStep)
}
