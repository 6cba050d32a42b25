import { type Day, dayOf } from './civil-days'

/** What clocks show at a place: a day and minutes since midnight. */
export interface LocalTime {
  readonly day: Day
  /** 0 to 1439. */
  readonly minute: number
}

const msPerMinute = 60_000
const minutesPerDay = 1440
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    era: 'short',
  })
  formats.set(zone, format)
  return format
}

/** Whether a name is one of the IANA time zones that this machine knows. */
export function isZone(name: string): boolean {
  try {
    return formatOf(name).resolvedOptions().timeZone !== ''
  } catch (thrown) {
    if (thrown instanceof RangeError) return false
    throw thrown
  }
}

/** The local time of a moment, given in milliseconds since the epoch. */
export function localTimeAt(ms: number, zone: string): LocalTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const day = dayOf(part('year'), part('month'), part('day')) ?? 0
  return { day, minute: part('hour') * 60 + part('minute') }
}

/** Minutes that a zone's clocks are ahead of UTC at a moment. */
export function offsetAt(ms: number, zone: string): number {
  const { day, minute } = localTimeAt(ms, zone)
  return day * minutesPerDay + minute - Math.floor(ms / msPerMinute)
}

/** The moment of a local time. Where clocks are put forward past it, or show it twice, `is` says so; then it is the earlier offset's. */
export function momentOf(local: LocalTime, zone: string): { ms: number; is: 'once' | 'skipped' | 'twice' } {
  const asUtc = (local.day * minutesPerDay + local.minute) * msPerMinute
  const dayMs = minutesPerDay * msPerMinute
  const offsets = [...new Set([offsetAt(asUtc - dayMs, zone), offsetAt(asUtc + dayMs, zone)])]
  const moments = offsets.map((offset) => asUtc - offset * msPerMinute)
  const fitting = moments.filter((ms) => {
    const back = localTimeAt(ms, zone)
    return back.day === local.day && back.minute === local.minute
  })
  const [first] = fitting
  if (first !== undefined) return { ms: Math.min(...fitting), is: fitting.length > 1 ? 'twice' : 'once' }
  return { ms: moments[0] ?? asUtc, is: 'skipped' }
}

/** An offset as UTC+5:30. */
export function offsetWords(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const size = Math.abs(minutes)
  const rest = size % 60
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}
