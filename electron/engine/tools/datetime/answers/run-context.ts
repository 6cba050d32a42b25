import { CairnError } from '@shared/errors'
import type { Language } from '@engine/text/language'
import type { ToolResult } from '../../tool'
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
  if (day === null) throw new CairnError('INVALID_INPUT', `There is no ${date}.`, 'Name a day that the calendar has.')
  return day
}

/** Throws CairnError INVALID_INPUT for a place whose time zone is not known. */
export function placeGiven(name: string): Place {
  const place = placeNamed(name)
  if (place) return place
  throw new CairnError(
    'INVALID_INPUT',
    `Cairn does not know the time zone of “${name}”.`,
    'Name a larger city or a time zone such as Asia/Tokyo.',
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

export function outOfCalendar(): CairnError {
  return new CairnError('INVALID_INPUT', 'This is beyond the years 1 to 9999.', 'Ask for a day that is nearer.')
}
