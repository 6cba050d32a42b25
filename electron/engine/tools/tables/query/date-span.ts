const form = /^(?<year>\d{4})(?:-(?<month>\d{2})(?:-(?<day>\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2})?))?)?)?/u

/** From the first moment that a value names to the first one behind it, as ISO: 2023, 2023-05, 2023-05-03, or a minute; null for no date. */
export function dateSpan(value: string | number | boolean): { readonly from: string; readonly to: string } | null {
  const { year, month, day, time } = form.exec(String(value))?.groups ?? {}
  if (year === undefined || typeof value === 'boolean') return null
  const from = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T${time ?? '00:00'}Z`)
  if (Number.isNaN(from.getTime()) || from.getUTCDate() !== Number(day ?? 1)) return null
  const to = new Date(from)
  if (time !== undefined) to.setTime(to.getTime() + (time.length > 5 ? 1000 : 60_000))
  else if (day !== undefined) to.setUTCDate(to.getUTCDate() + 1)
  else if (month !== undefined) to.setUTCMonth(to.getUTCMonth() + 1)
  else to.setUTCFullYear(to.getUTCFullYear() + 1)
  return { from: iso(from), to: iso(to) }
}

function iso(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ')
}
