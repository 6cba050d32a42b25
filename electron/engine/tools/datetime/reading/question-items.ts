import type { Day } from '../calendar/civil-days'
import type { LunarCalendar } from '../calendar/lunar-calendar'
import type { DatetimeArgs } from '../datetime-args'

/** What the words of a question are read against. */
export interface ReadingContext {
  /** The user's day. */
  readonly today: Day
  /** Null where no word of the question needs it. */
  readonly calendar: LunarCalendar | null
}

export type ShiftUnit = Extract<DatetimeArgs, { operation: 'shift' }>['by'][number]['unit']

/** A part of a question on dates and times. */
export type Item =
  | { readonly is: 'day'; readonly day: Day; readonly isToday: boolean; readonly either?: readonly [Day, Day] }
  /** `year` is undefined where the question names none; then `day` is the next one. */
  | { readonly is: 'festival'; readonly key: string; readonly year: number | undefined; readonly day: Day }
  | { readonly is: 'duration'; readonly amount: number; readonly unit: ShiftUnit }
  | { readonly is: 'clock'; readonly minute: number }
  | { readonly is: 'month'; readonly year: number; readonly month: number }
  | { readonly is: 'year'; readonly year: number }
  | {
      readonly is: 'lunar_date'
      readonly year: number | undefined
      readonly month: number
      readonly day: number
      readonly leap: boolean
    }
  | { readonly is: 'place'; readonly place: string }
  | { readonly is: 'wide'; readonly country: string }
  /** A word of no part, or one character. */
  | { readonly is: 'name' }
  | { readonly is: 'word'; readonly kinds: readonly string[]; readonly unit?: string | undefined }

/** How often each kind of part must stand in a question at least and at most; other parts may not stand there. */
export type Shape = Readonly<Record<string, readonly [number, number]>>

/** Words that may stand in any question. */
const everywhere = ['glue', 'ask']

/** Whether the parts make this shape: each has a place in it, and none is missing. */
export function fits(items: readonly Item[], shape: Shape): boolean {
  const counts = new Map<string, number>()
  // Parts that can be one thing only have their places first.
  const byChoice = items.toSorted((a, b) => kindsOf(a, shape).length - kindsOf(b, shape).length)
  for (const item of byChoice) {
    const kind = kindsOf(item, shape).find((one) => (counts.get(one) ?? 0) < (shape[one]?.[1] ?? 0))
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    else if (item.is !== 'word' || !item.kinds.some((one) => everywhere.includes(one))) return false
  }
  return Object.entries(shape).every(([kind, [least]]) => (counts.get(kind) ?? 0) >= least)
}

function kindsOf(item: Item, shape: Shape): string[] {
  const kinds: readonly string[] = item.is === 'word' ? item.kinds : [item.is]
  return kinds.filter((kind) => kind in shape)
}

export function all<K extends Item['is']>(items: readonly Item[], is: K): Extract<Item, { is: K }>[] {
  return items.filter((item): item is Extract<Item, { is: K }> => item.is === is)
}

/** Whether a word of this kind stands among the parts. */
export function has(items: readonly Item[], kind: string): boolean {
  return items.some((item) => item.is === 'word' && item.kinds.includes(kind))
}
