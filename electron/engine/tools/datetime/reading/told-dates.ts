import { isoOf } from '../calendar/civil-days'
import type { DatetimeArgs } from '../datetime-args'
import { readDatetime } from './asked-datetime'
import { all, has, type Item, type ReadingContext } from './question-items'

/** Words that are no part of any date; in Chinese characters. Longer talk is the documents' business. */
const mostOthers = 16
const longestName = 6

/**
 * What a question asks of the dates that it tells itself: “The visa is of 1 March and valid for 90 days, when does it expire?” What it tells
 * may have any words, what it asks only those of dates. Null where it asks for anything else.
 */
export function readToldDates(items: readonly Item[], context: ReadingContext): DatetimeArgs | null {
  if (items.filter(isName).length > mostOthers || has(items, 'of_documents')) return null
  return untilNamed(items, context) ?? endOfTerm(items) ?? between(items)
}

function isName(item: Item | undefined): boolean {
  return item?.is === 'name'
}

/** How many days until the exam on 7 June? A name beside its day says no more than the day. */
function untilNamed(items: readonly Item[], context: ReadingContext): DatetimeArgs | null {
  const start = items.findIndex(isName)
  const end = items.findLastIndex(isName) + 1
  if (start < 0 || end - start > longestName || !items.slice(start, end).every(isName)) return null
  const next = items.slice(end).find((item) => !isGlue(item))
  if (!has(items.slice(0, start), 'until') || next?.is !== 'day') return null
  const args = readDatetime([...items.slice(0, start), ...items.slice(end)], context)
  return args?.operation === 'difference' && args.from === 'today' ? args : null
}

function isGlue(item: Item): boolean {
  return item.is === 'word' && (item.kinds.includes('glue') || item.kinds.includes('in'))
}

/** A day, and how long something lasts from it: when does it end? */
function endOfTerm(items: readonly Item[]): DatetimeArgs | null {
  const asked = askedFrom(items, 'ask', 'date')
  const [told, asking] = [items.slice(0, asked), items.slice(asked)]
  const [day, ...others] = all(told, 'day')
  const by = all(told, 'duration').map(({ amount, unit }) => ({ amount, unit }))
  const isOfDays = by.every(({ unit }) => unit !== 'hours' && unit !== 'minutes')
  if (!has(asking, 'ending') || !day || others.length > 0 || by.length === 0 || by.length > 4 || !isOfDays) return null
  if (day.either || !hasOnly(told, 'day', 'duration') || has(told, 'ago')) return null
  return { operation: 'shift', date: day.isToday ? 'today' : isoOf(day.day), by }
}

/** Two days: how many days is that? */
function between(items: readonly Item[]): DatetimeArgs | null {
  const asked = askedFrom(items, 'how_many', 'how_long')
  const [told, asking] = [items.slice(0, asked), items.slice(asked)]
  const [from, to, ...others] = all(told, 'day')
  if (!from || !to || others.length > 0 || from.either || to.either || !hasOnly(told, 'day')) return null
  const named = asking.find((item) => item.is === 'word' && item.unit !== undefined)
  const unit = named?.is === 'word' ? named.unit : undefined
  const ends = { from: isoOf(from.day), to: isoOf(to.day) }
  if (has(asking, 'how_long') && unit === undefined) return { operation: 'difference', ...ends, unit: 'calendar' }
  const counted = (['days', 'weeks', 'months', 'years', 'working_days'] as const).find((one) => one === unit)
  return counted ? { operation: 'difference', ...ends, unit: counted } : null
}

/** Where the asking begins: the last word of these kinds with nothing but words of dates behind it; the end where there is none. */
function askedFrom(items: readonly Item[], ...kinds: readonly string[]): number {
  const behindNames = items.findLastIndex((item) => item.is !== 'word') + 1
  const first = items.slice(behindNames).findIndex((item) => kinds.some((kind) => has([item], kind)))
  return first < 0 || behindNames === 0 ? items.length : behindNames + first
}

/** Whether all that is no word is of these kinds, or a name. */
function hasOnly(items: readonly Item[], ...kinds: readonly Item['is'][]): boolean {
  return items.every(({ is }) => is === 'word' || is === 'name' || kinds.includes(is))
}
