import i18next from 'i18next'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()

function relativeFormat(language: string): Intl.RelativeTimeFormat {
  const format =
    relativeFormats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  relativeFormats.set(language, format)
  return format
}

/** "now", "5 minutes ago", "yesterday", and a date once that is clearer. Times are milliseconds since the epoch. */
export function relativeText(time: number, now: number, language: string): string {
  const past = now - time
  const relative = relativeFormat(language)
  // A clock that was set back must not say "in 3 minutes".
  if (past < minute) return relative.format(0, 'second')
  if (past < hour) return relative.format(-Math.floor(past / minute), 'minute')
  const days = daysBetween(time, now)
  if (days === 0) return relative.format(-Math.floor(past / hour), 'hour')
  if (days < 7) return relative.format(-days, 'day')
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(time)
}

/** Midnights between two times, in the local time zone. */
export function daysBetween(earlier: number, later: number): number {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0)
  // Days of 23 and 25 hours exist.
  return Math.round((midnight(later) - midnight(earlier)) / day)
}

/** A day and a time of this machine's clock: "28 Nov 2026, 14:03". */
export function dayAndTimeText(time: number | string, language = i18next.language): string {
  return new Date(time).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
}
