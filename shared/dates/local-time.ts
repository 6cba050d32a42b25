/** A time as people read it, by the clock of this machine: `2026-03-18 09:30:05`. Takes milliseconds since the epoch, or a time as ISO 8601 writes it. */
export function localTime(time: number | string): string {
  const date = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

/** The day of a time by the clock of this machine: `2026-03-18`. */
export function localDay(time: number | string): string {
  return localTime(time).slice(0, 10)
}
