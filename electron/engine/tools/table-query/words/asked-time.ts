import type { Condition } from '../../tables/query-plan'
import { type AskedPeriod, periodAt } from './asked-period'
import { plainQuestion } from './asked-tokens'
import { tableLexicon } from './table-lexicon'

/** What a date must hold to be of the asked time. */
export type DateTest = Pick<Condition, 'operator' | 'values' | 'part'>

/** A time that a question sets. */
export interface AskedTime {
  readonly tests: readonly DateTest[]
  /** The years, for tables that tell no more than a year; null where the time is no whole years. */
  readonly years: DateTest | null
  /** From which to which, where both are said: 2022 and 2023. */
  readonly pair: readonly [AskedPeriod, AskedPeriod] | null
  /** The period by itself, without before and after. */
  readonly period: AskedPeriod | null
}

type Bound = 'after' | 'since' | 'before' | 'until' | null

const bounds = (['after', 'since', 'before', 'until'] as const).map(
  (bound) => [bound, tableLexicon.times[bound]] as const,
)
const ahead = bounds
  .flatMap(([bound, { en }]) => en.map((word) => ({ bound, word })))
  .concat(
    bounds.flatMap(([bound, { zh }]) =>
      zh.filter((word) => /^(?:自从?|从|截至|截止|直到)$/u.test(word)).map((word) => ({ bound, word })),
    ),
  )
  .toSorted((a, b) => b.word.length - a.word.length)
  .map(({ bound, word }) => ({ bound, pattern: new RegExp(/[a-z]$/u.test(word) ? `${word} (?:the )?` : word, 'uy') }))
const behind = bounds
  .flatMap(([bound, { zh }]) =>
    zh.filter((word) => !/^(?:自从?|从|截至|截止|直到)$/u.test(word)).map((word) => ({ bound, word })),
  )
  .toSorted((a, b) => b.word.length - a.word.length)
  .map(({ bound, word }) => ({ bound, pattern: new RegExp(word, 'uy') }))
const onward = / or later| onwards?| and later/uy
const to = / (?:to|and|until|till|through) (?:the )?| ?(?:- ?|到|至|和|与|比) ?/uy
const opened = /(?:between |from |介于|从|在)/uy
const placed = /(?:in |on |during |for |of |at |在|于)/uy

/** The times of a text in lower case, left to right; `today` is `YYYY-MM-DD`. */
export function askedTimes(
  text: string,
  today: string,
): (AskedTime & { readonly start: number; readonly end: number })[] {
  const found: (AskedTime & { start: number; end: number })[] = []
  for (let at = 0; at < text.length;) {
    const isInside = /[a-z\d.,]/u.test(text.charAt(at - 1)) && /[a-z\d]/u.test(text.charAt(at))
    const one = isInside ? null : (pairAt(text, at, today) ?? singleAt(text, at, today))
    if (one) found.push({ ...one, start: at })
    at = one ? Math.max(one.end, at + 1) : at + 1
  }
  return found
}

/** The tests of the one time that a caption or a header names; empty for none or several. */
export function testsIn(name: string): readonly DateTest[] {
  const [first, ...others] = askedTimes(plainQuestion(name).toLowerCase(), '2000-01-01')
  return first && others.length === 0 ? first.tests : []
}

/** What dates of a period meet. */
export function testsOfPeriod(period: AskedPeriod): readonly DateTest[] {
  return timeOf(period, null).tests
}

/** The years that a time names. */
export function yearsOf({ tests }: Pick<AskedTime, 'tests'>): number[] {
  return tests.flatMap(({ part, values }) => {
    if (part === 'year') return values.map(Number)
    return part === undefined ? values.map((day) => yearIn(String(day))) : []
  })
}

function singleAt(text: string, at: number, today: string): (AskedTime & { end: number }) | null {
  const bound = boundAt(ahead, text, at)
  const start = bound?.end ?? endOf(placed, text, at) ?? at
  const found = isMayVerb(text, start, at) ? null : periodAt(text, start, today)
  if (!found) return null
  const after = boundAt(behind, text, found.end)
  const later = endOf(onward, text, found.end)
  const which: Bound = bound?.bound ?? after?.bound ?? (later === null ? null : 'since')
  return { ...timeOf(found.period, which), end: after?.end ?? later ?? found.end }
}

/** “May” is a month behind a preposition or before a year only. */
function isMayVerb(text: string, start: number, at: number): boolean {
  return start === at && /^may(?! \d)(?![a-z])/u.test(text.slice(start))
}

function pairAt(text: string, at: number, today: string): (AskedTime & { end: number }) | null {
  const start = endOf(opened, text, at) ?? at
  const first = periodAt(text, start, today)
  const middle = first ? endOf(to, text, first.end) : null
  const second = middle === null ? null : periodAt(text, middle, today)
  if (!first || !second) return null
  // “2022 and 2023” without a word before are two years, which only a change is asked of.
  const from = withYearOf(first.period, second.period)
  const pair = [from, second.period] as const
  return { ...spanning(from, second.period), pair, period: null, end: second.end }
}

/** March of “March to May 2023” is of 2023. */
function withYearOf(first: AskedPeriod, second: AskedPeriod): AskedPeriod {
  if (first.is !== 'part' || second.is !== 'days' || (first.part !== 'month' && first.part !== 'quarter')) return first
  const [value = 1] = first.values
  const year = second.from.slice(0, 4)
  return (
    periodAt(
      first.part === 'quarter' ? `q${value} ${year}` : `${year}-${String(value).padStart(2, '0')}`,
      0,
      second.from,
    )?.period ?? first
  )
}

function spanning(from: AskedPeriod, to: AskedPeriod): Pick<AskedTime, 'tests' | 'years'> {
  if (from.is === 'days' && to.is === 'days') {
    if (from.grain === 'year' && to.grain === 'year') {
      const years: DateTest = { operator: 'between', values: [yearIn(from.from), yearIn(to.from)], part: 'year' }
      return { tests: [years], years }
    }
    return { tests: [{ operator: 'between', values: [from.from, to.to] }], years: null }
  }
  if (from.is === 'part' && to.is === 'part' && from.part === to.part) {
    return {
      tests: [{ operator: 'between', values: [from.values[0] ?? 1, to.values.at(-1) ?? 1], part: from.part }],
      years: null,
    }
  }
  return { tests: [], years: null }
}

function timeOf(period: AskedPeriod, bound: Bound): AskedTime {
  const whole = { pair: null, period: bound === null ? period : null }
  if (period.is === 'part') {
    const [first = 1] = period.values
    const operator = bound === null ? (period.values.length === 1 ? '=' : 'in') : operatorOf[bound]
    return {
      ...whole,
      tests: [{ operator, values: bound === null ? period.values : [first], part: period.part }],
      years: null,
    }
  }
  const { grain, from, to } = period
  if (grain === 'year') {
    const years: DateTest = { operator: bound === null ? '=' : operatorOf[bound], values: [yearIn(from)], part: 'year' }
    return { ...whole, tests: [years], years }
  }
  if (bound !== null) {
    const day = bound === 'after' || bound === 'until' ? to : from
    return { ...whole, tests: [{ operator: operatorOf[bound], values: [day] }], years: null }
  }
  return { ...whole, tests: testsOf(grain, from, to), years: null }
}

function testsOf(grain: string, from: string, to: string): DateTest[] {
  if (grain === 'day') return [{ operator: '=', values: [from] }]
  const month = Number(from.slice(5, 7))
  const year: DateTest = { operator: '=', values: [yearIn(from)], part: 'year' }
  if (grain === 'month') return [year, { operator: '=', values: [month], part: 'month' }]
  if (grain === 'quarter') return [year, { operator: '=', values: [(month + 2) / 3], part: 'quarter' }]
  return [{ operator: 'between', values: [from, to] }]
}

const operatorOf = { after: '>', since: '>=', before: '<', until: '<=' } as const

function yearIn(day: string): number {
  return Number(day.slice(0, 4))
}

/** The first of these words that stands there, and where it ends. */
function boundAt(words: typeof ahead, text: string, at: number): { bound: Bound; end: number } | null {
  for (const { bound, pattern } of words) {
    const end = endOf(pattern, text, at)
    if (end !== null) return { bound, end }
  }
  return null
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}
