/**
 * A time as people read it, by the clock of this machine: `2026-03-18 09:30:05`. Takes milliseconds since the epoch, or a time as ISO 8601
 * writes it; what is no time stays as it is.
 */
export function localTime(time: number | string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return String(time)
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  const hour = [date.getHours(), date.getMinutes(), date.getSeconds()]
  return `${day.map(twoDigits).join('-')} ${hour.map(twoDigits).join(':')}`
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}

const written = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/gu

/** A sentence of another process or time zone, with the times in it as people here read them. */
export function withLocalTimes(sentence: string): string {
  return sentence.replace(written, localTime)
}
