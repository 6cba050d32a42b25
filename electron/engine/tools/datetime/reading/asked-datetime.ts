import { isoOf, partsOf } from '../calendar/civil-days'
import type { DatetimeArgs } from '../datetime-args'
import { all, fits, has, type Item, type ReadingContext, type Shape } from './question-items'

interface Form {
  readonly shape: Shape
  readonly make: (items: readonly Item[], context: ReadingContext) => DatetimeArgs | null
}

const some: readonly [number, number] = [1, 9]
const any: readonly [number, number] = [0, 9]
const one: readonly [number, number] = [1, 1]
const maybe: readonly [number, number] = [0, 1]

/** The days that a question names, in its order. */
function daysOf(items: readonly Item[], { today }: ReadingContext): string[] {
  return items.flatMap((item) => {
    if (item.is === 'festival') return [isoOf(item.day)]
    return item.is === 'day' ? [item.isToday && item.day === today ? 'today' : isoOf(item.day)] : []
  })
}

function describing(kind: string, show: Extract<DatetimeArgs, { operation: 'describe' }>['show']): Form[] {
  const make: Form['make'] = (items, context) => {
    const [date = 'today', second] = daysOf(items, context)
    return second === undefined ? { operation: 'describe', date, show } : null
  }
  const rest: Shape = { now: maybe, in: maybe, date: maybe, weekday: maybe, between: maybe, [kind]: some }
  return [
    { shape: { ...rest, day: one }, make },
    { shape: { ...rest, festival: one }, make },
    ...(kind === 'weekday' ? [] : [{ shape: rest, make: whereNow(make, show) }]),
  ]
}

/** Without a day a question must say that it means today; “the week” alone says nothing. */
function whereNow(make: Form['make'], show: string): Form['make'] {
  return (items, context) => (has(items, 'now') || (show === 'lunar' && items.length > 1) ? make(items, context) : null)
}

const nowForms: Form[] = [
  {
    shape: { time: some, place: maybe, now: maybe, in: any, zone_word: maybe, here: maybe, day: maybe },
    make: (items) => {
      const [place] = all(items, 'place')
      const [day] = all(items, 'day')
      if (day && !day.isToday) return null
      if (!place && !has(items, 'now') && !has(items, 'ask')) return null
      return { operation: 'now', show: 'time', ...(place ? { place: place.place } : {}) }
    },
  },
  {
    // 东京时间
    shape: { place: one, zone_word: one, now: one },
    make: (items) => ({ operation: 'now', show: 'time', place: all(items, 'place')[0]?.place ?? '' }),
  },
  {
    shape: { date: any, weekday: any, now: maybe, day: maybe, place: one, in: any },
    make: (items) => {
      const [day] = all(items, 'day')
      if ((day && !day.isToday) || !(has(items, 'date') || has(items, 'weekday'))) return null
      return { operation: 'now', show: 'date', place: all(items, 'place')[0]?.place ?? '' }
    },
  },
  {
    shape: { date: any, weekday: any, now: maybe },
    make: (items) => {
      const isAsked =
        has(items, 'ask') ||
        has(items, 'now') ||
        items.some((item) => item.is === 'word' && item.kinds.includes('date'))
      if (!isAsked || !(has(items, 'date') || has(items, 'weekday')) || items.length < 2) return null
      return { operation: 'describe', date: 'today', show: has(items, 'date') ? 'date' : 'weekday' }
    },
  },
  {
    // 今年是哪一年
    shape: { date: some, year: one },
    make: (items, { today }) => {
      const isThisYear = all(items, 'year')[0]?.year === partsOf(today).year
      return isThisYear ? { operation: 'describe', date: 'today', show: 'date' } : null
    },
  },
]

/** 90 days after 3 May 2021; 三周前是几号 */
const shifting: Form = {
  shape: {
    ...{ duration: [1, 4], day: maybe, festival: maybe, after: any, before: any, ago: any, in: maybe, date: maybe },
    ...{ weekday: maybe, time: maybe, now: maybe, to: maybe, since: maybe, until: maybe, between: maybe },
  },
  make: (items, context) => {
    const [date = 'today', second] = daysOf(items, context)
    const units = all(items, 'duration')
    const isTime = units.some(({ unit }) => unit === 'hours' || unit === 'minutes')
    const direction = directionOf(items)
    if (second !== undefined || direction === 0 || (isTime && date !== 'today')) return null
    const by = units.map(({ amount, unit }) => ({ amount: direction * amount, unit }))
    // “in 90 days” alone tells nothing apart from what documents say.
    const isAsked =
      ['date', 'weekday', 'time', 'ask'].some((kind) => has(items, kind)) || date !== 'today' || has(items, 'ago')
    return isAsked || items.some((item) => item.is === 'day') ? { operation: 'shift', date, by } : null
  },
}

/** 1 for later, −1 for earlier, 0 where the question does not say. */
function directionOf(items: readonly Item[]): number {
  const words = items.filter((item) => item.is === 'word')
  const isBefore = words.some(({ kinds }) => kinds.includes('before') || kinds.includes('ago'))
  const isAfter = words.some(({ kinds }) => kinds.includes('after') || kinds.includes('in'))
  if (isBefore && isAfter) return words.some(({ kinds }) => kinds.includes('ago') && !kinds.includes('after')) ? -1 : 0
  return isBefore ? -1 : isAfter ? 1 : 0
}

const relations: Shape = {
  until: any,
  since: any,
  between: any,
  to: any,
  now: maybe,
  after: any,
  before: any,
  in: maybe,
  ago: maybe,
  inclusive: any,
}

/** how many days until Christmas; 2020-01-01到2021-03-01有多少天 */
const differing: Form[] = [
  ...[
    { day: [1, 2] as const, festival: maybe },
    { festival: one, day: maybe },
  ].flatMap((days) => [
    { shape: { ...days, ...relations, how_many: some, unit: one }, make: difference },
    { shape: { ...days, ...relations, how_long: some }, make: difference },
    { shape: { ...days, ...relations, unit: one, until: some }, make: difference },
    { shape: { ...days, ...relations, unit: one, between: some }, make: difference },
  ]),
]

function difference(items: readonly Item[], context: ReadingContext): DatetimeArgs | null {
  const days = daysOf(items, context)
  const [first = 'today', second] = days
  const named = items.find((item) => item.is === 'word' && item.unit !== undefined)
  const unit = named?.is === 'word' ? differenceUnit(named.unit) : 'calendar'
  if (unit === null || (unit !== 'working_days' && has(items, 'inclusive'))) return null
  if (second !== undefined) return { operation: 'difference', from: first, to: second, unit }
  const isRelated = ['until', 'since', 'to', 'ago'].some((kind) => has(items, kind))
  if (!isRelated || first === 'today') return null
  const isPast = first < isoOf(context.today)
  return isPast
    ? { operation: 'difference', from: first, to: 'today', unit }
    : { operation: 'difference', from: 'today', to: first, unit }
}

function differenceUnit(unit: string | undefined): 'days' | 'weeks' | 'months' | 'years' | 'working_days' | null {
  if (unit === 'days' || unit === 'weeks' || unit === 'months' || unit === 'years' || unit === 'working_days')
    return unit
  return null
}

const yearForms: Form[] = [
  {
    shape: { leap: one, year: one, month: [0, 0] },
    make: (items) => ({ operation: 'leap_year', year: all(items, 'year')[0]?.year ?? 0 }),
  },
  {
    shape: { how_many: some, unit: one, year: one, in: maybe, between: any },
    make: (items) => (isDays(items) ? { operation: 'year_length', year: all(items, 'year')[0]?.year ?? 0 } : null),
  },
  {
    // how many days are left this year
    shape: { how_many: some, unit: one, until: some, year: one, in: maybe, now: maybe },
    make: (items, { today }) => {
      const { year } = partsOf(today)
      const isThisYear = all(items, 'year')[0]?.year === year
      return isThisYear && isDays(items)
        ? { operation: 'difference', from: 'today', to: `${String(year).padStart(4, '0')}-12-31`, unit: 'days' }
        : null
    },
  },
  {
    shape: { how_many: some, unit: one, month: one, in: maybe, between: any },
    make: (items) => (isDays(items) ? monthLength(items) : null),
  },
  { shape: { last_day: one, month: one, in: maybe, date: maybe, weekday: maybe }, make: monthLength },
  {
    // 月底是几号
    shape: { last_day: one, date: one },
    make: (_items, { today }) => {
      const { year, month } = partsOf(today)
      return { operation: 'month_length', year, month }
    },
  },
  {
    shape: { zodiac: some, year: one, in: maybe, born: maybe, lunar: maybe },
    make: (items) => ({ operation: 'zodiac_year', year: all(items, 'year')[0]?.year ?? 0 }),
  },
]

function isDays(items: readonly Item[]): boolean {
  return items.some((item) => item.is === 'word' && item.unit === 'days')
}

function monthLength(items: readonly Item[]): DatetimeArgs | null {
  const [month] = all(items, 'month')
  return month ? { operation: 'month_length', year: month.year, month: month.month } : null
}

const ages: Form = {
  shape: {
    ...{ born: some, how_old: some, day: [1, 2], now: maybe, in: maybe, how_many: any, since: maybe },
    ...{ person: any, year: maybe },
  },
  make: (items, context) => {
    const [year] = all(items, 'year')
    if (year && year.year !== partsOf(context.today).year) return null
    const days = daysOf(items, context)
    const [born, on = 'today'] = days.toSorted((a, b) => Number(a === 'today') - Number(b === 'today'))
    return born === undefined ? null : { operation: 'age', born, on }
  },
}

const converting: Form = {
  shape: {
    clock: one,
    place: [1, 2],
    time: any,
    to: any,
    in: any,
    zone_word: any,
    here: maybe,
    convert: any,
    between: any,
    day: maybe,
    now: [0, 0],
    since: maybe,
    until: maybe,
    after: maybe,
    event: any,
  },
  make: (items, context) => {
    // What is told of a call or a flight must end with asking for the time.
    if (has(items, 'event') && !has(items, 'time')) return null
    const [first, second] = all(items, 'place')
    const [date = 'today'] = daysOf(items, context)
    const minute = all(items, 'clock')[0]?.minute ?? 0
    const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    if (!first) return null
    if (second) return { operation: 'convert', time, date, from: first.place, to: second.place }
    return has(items, 'here') ? { operation: 'convert', time, date, from: first.place } : null
  },
}

const offsets: Form = {
  shape: {
    difference: some,
    place: [1, 2],
    between: any,
    to: any,
    here: maybe,
    how_many: any,
    since: maybe,
    until: maybe,
    after: maybe,
    unit: maybe,
    in: maybe,
    now: maybe,
  },
  make: (items) => {
    const [first, second] = all(items, 'place')
    if (!first || (!second && !has(items, 'here'))) return null
    return { operation: 'offset', from: first.place, ...(second ? { to: second.place } : {}) }
  },
}

const lunarForms: Form[] = [
  {
    shape: { lunar_date: one, lunar: any, date: maybe, weekday: maybe, solar: maybe, in: maybe },
    make: (items, { today, calendar }) => {
      const [asked] = all(items, 'lunar_date')
      if (!asked || !calendar) return null
      const { year = calendar.ofDay(today).year, month, day, leap } = asked
      return { operation: 'from_lunar', year, month, day, leap }
    },
  },
  {
    shape: { festival: one, date: any, weekday: maybe, in: maybe, solar: maybe, now: [0, 0] },
    make: (items) => {
      const [asked] = all(items, 'festival')
      if (!asked || items.length < 2) return null
      return { operation: 'festival', name: asked.key, ...(asked.year === undefined ? {} : { year: asked.year }) }
    },
  },
]

const forms: readonly Form[] = [
  ...lunarForms,
  ...nowForms,
  ...describing('lunar', 'lunar'),
  ...describing('zodiac', 'zodiac'),
  ...describing('day_number', 'day_of_year'),
  ...describing('week_number', 'week'),
  ...describing('weekday', 'weekday'),
  ...describing('date', 'date'),
  {
    // When is next Friday?
    shape: { day: one, when: one, in: maybe },
    make: (items, context) => ({ operation: 'describe', date: daysOf(items, context)[0] ?? 'today', show: 'date' }),
  },
  ages,
  converting,
  offsets,
  ...yearForms,
  ...differing,
  shifting,
]

/** What the parts of a question ask for; null where they make no question on dates or times. */
export function readDatetime(items: readonly Item[], context: ReadingContext): DatetimeArgs | null {
  for (const { shape, make } of forms) {
    const args = fits(items, shape) ? make(items, context) : null
    if (args) return args
  }
  return null
}
