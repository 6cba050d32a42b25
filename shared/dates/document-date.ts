import { z } from 'zod'

const day = /^\d{4}-\d{2}-\d{2}$/u

/** Days from one to another, both included, as ISO 8601 writes them: `2024-03-01/2024-03-31`; `..` for an open end. */
export const DayRange = z.string().refine(isDayRange, 'Write days as 2024-03-01/2024-03-31, with .. for an open end.')

function isDayRange(text: string): boolean {
  const [from = '', to = '', ...more] = text.split('/')
  const isEnd = (end: string) => end === '..' || (day.test(end) && !Number.isNaN(Date.parse(end)))
  if (more.length > 0 || !isEnd(from) || !isEnd(to) || (from === '..' && to === '..')) return false
  return from === '..' || to === '..' || from <= to
}

/** A range from its ends; null or an empty text for an open one. Null where both are open or they are no days in order. */
export function dayRange(from: string | null, to: string | null): string | null {
  const range = `${from || '..'}/${to || '..'}`
  return isDayRange(range) ? range : null
}

/** The ends of a range; null for an open one. */
export function endsOf(range: string): { readonly from: string | null; readonly to: string | null } {
  const [from = '..', to = '..'] = range.split('/')
  return { from: from === '..' ? null : from, to: to === '..' ? null : to }
}

/** Of a document's record. */
interface Dated {
  readonly written_at: string | null
  readonly modified_at: number | null
}

/** The first and the last day that a document may be of: as it says itself, otherwise when its file was changed last. Null where nobody knows. */
export function daysOf({ written_at: written, modified_at: modified }: Dated): { first: string; last: string } | null {
  const [, year, month, date] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/u.exec(written ?? '') ?? []
  if (year !== undefined) {
    return { first: `${year}-${month ?? '01'}-${date ?? '01'}`, last: `${year}-${month ?? '12'}-${date ?? '31'}` }
  }
  const own = modified === null ? null : dayOf(modified)
  return own === null ? null : { first: own, last: own }
}

/** The day of a moment where this machine is; null for what is no time. */
export function dayOf(time: number): string | null {
  const then = new Date(time)
  if (Number.isNaN(then.getTime())) return null
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(then.getFullYear()).padStart(4, '0')}-${two(then.getMonth() + 1)}-${two(then.getDate())}`
}

/** Whether a document may be of a day in the range; one whose day nobody knows is of none. */
export function isDatedWithin(record: Dated, range: string): boolean {
  const own = daysOf(record)
  return own !== null && meets(own, range)
}

/** Whether a document's file was changed last on a day in the range; what nobody knows that of, as a paste, counts from when it was added. */
export function isChangedWithin(
  record: Pick<Dated, 'modified_at'> & { readonly created_at: number },
  range: string,
): boolean {
  const own = dayOf(record.modified_at ?? record.created_at)
  return own !== null && meets({ first: own, last: own }, range)
}

function meets({ first, last }: { readonly first: string; readonly last: string }, range: string): boolean {
  const { from, to } = endsOf(range)
  return (from === null || last >= from) && (to === null || first <= to)
}

/** The years that a document may be of, as ranges of days; several only where it says so itself. Empty where nobody knows. */
export function yearsOf(record: Dated): string[] {
  const own = daysOf(record)
  if (!own) return []
  const years = new Set([own.first, own.last].map((one) => one.slice(0, 4)))
  return [...years].map((year) => `${year}-01-01/${year}-12-31`)
}
