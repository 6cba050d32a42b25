import calendar from '@resources/lexicon/calendar.json'
import { chineseNumber } from '@engine/text/numbers'
import type { DatePart } from '../../tables/query-plan'
import { type Days, days, iso, lastOf, type Span, spanAround } from './calendar-day'

/** A time that a question names: days of the calendar, or a part that comes again (every Q2, every March). */
export type AskedPeriod =
  | ({ readonly is: 'days'; readonly grain: Span | 'other' } & Days)
  | { readonly is: 'part'; readonly part: DatePart; readonly values: readonly number[] }

interface Form {
  readonly pattern: RegExp
  /** Null where the groups name no time. */
  readonly read: (groups: Readonly<Record<string, string | undefined>>, today: string) => AskedPeriod | null
}

const months = calendar.months.map(
  (name, at) => `${name.toLowerCase()}|${(calendar.monthsInShort[at] ?? name).toLowerCase()}`,
)
const month = `(?<month>${months.join('|')})(?![a-z])\\.?`
const year = String.raw`(?<year>(?:19|20)\d\d)(?![\d.,]*\d)`
const lastYear = String.raw`(?<relative>(?:of )?(?:this|last|previous|the previous|the current|current) year)`
const ofYear = String.raw`(?: ?(?:,|of|in|-|/)? ?(?:${year}|${lastYear}))?`
const zhYear = String.raw`(?:(?<year>(?:19|20)\d\d)年?度?的?|(?<relative>今年|去年|前年|本年度?|上一?年度?)的?)`
const zhDigits = String.raw`\d{1,2}|[一二三四五六七八九十]{1,3}`
const ordinals = ['first|1st', 'second|2nd', 'third|3rd', 'fourth|4th|last']

/** The longest match of all is taken, the first of equally long ones. */
const forms: readonly Form[] = [
  form(String.raw`(?<year>(?:19|20)\d\d)[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})(?!\d)`, (g) =>
    oneDay(Number(g['year']), Number(g['m']), Number(g['d'])),
  ),
  form(String.raw`(?<year>(?:19|20)\d\d)[-/](?<m>0[1-9]|1[0-2])(?![\d-])`, (g) =>
    monthOf(Number(g['m']), Number(g['year'])),
  ),
  form(String.raw`(?:the )?(?<d>\d{1,2})(?:st|nd|rd|th)? (?:of )?${month},? ?${year}`, (g) =>
    oneDay(Number(g['year']), monthNumber(g['month']), Number(g['d'])),
  ),
  form(String.raw`${month} (?<d>\d{1,2})(?:st|nd|rd|th)?,? ?${year}`, (g) =>
    oneDay(Number(g['year']), monthNumber(g['month']), Number(g['d'])),
  ),
  form(`${month}${ofYear}`, (g, today) => monthOf(monthNumber(g['month']), yearOf(g, today))),
  form(`(?:the )?q(?<q>[1-4])(?![a-z\\d])${ofYear}`, (g, today) => quarterOf(Number(g['q']), yearOf(g, today))),
  form(String.raw`${year}[ -]?q(?<q>[1-4])(?!\d)`, (g, today) => quarterOf(Number(g['q']), yearOf(g, today))),
  ...ordinals.map((word, at) =>
    form(`(?:the )?(?:${word}) quarter${at === 3 ? '(?! ?of$)' : ''}${ofYear}`, (g, today) =>
      at === 3 && /\blast/u.test(g['all'] ?? '') ? null : quarterOf(at + 1, yearOf(g, today)),
    ),
  ),
  ...['first|1st', 'second|2nd'].map((word, at) =>
    form(`(?:the )?(?:(?:${word}) half|h${at + 1})(?![a-z\\d])${ofYear}`, (g, today) => halfOf(at, yearOf(g, today))),
  ),
  form(`(?:the year )?${year}`, (g) => ({ is: 'days', grain: 'year', ...days(Number(g['year']), 0, 12) })),
  form(
    String.raw`(?:the )?(?<which>this|current|last|previous|next|past) (?<span>year|quarter|month|week)(?!s)`,
    (g, today) => around(g['span'], { this: 0, current: 0, next: 1 }[g['which'] ?? ''] ?? -1, today),
  ),
  form(
    String.raw`(?:the )?(?:last|past|previous) (?<many>\d{1,3}|${['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'twelve'].join('|')}) (?<span>year|quarter|month|week|day)s`,
    (g, today) => recent(g['span'], manyOf(g['many']), today),
  ),
  form('today', (_, today) => around('day', 0, today)),
  form('yesterday', (_, today) => around('day', -1, today)),
  form('(?:year to date|so far this year|this year so far)', (_, today) => ({
    is: 'days',
    grain: 'other',
    from: `${today.slice(0, 4)}-01-01`,
    to: today,
  })),
  ...calendar.weekdays.map((name, at) =>
    form(`(?:on )?${name.toLowerCase()}s?(?![a-z])`, () => ({ is: 'part', part: 'weekday', values: [at + 1] })),
  ),
  form('(?:on |at )?weekends?(?![a-z])', () => ({ is: 'part', part: 'weekday', values: [6, 7] })),
  form(String.raw`(?<year>(?:19|20)\d\d)年(?<m>\d{1,2})月(?<d>\d{1,2})[日号]`, (g) =>
    oneDay(Number(g['year']), Number(g['m']), Number(g['d'])),
  ),
  form(`${zhYear}?(?<m>${zhDigits})月份?(?!\\d|[个度])`, (g, today) => monthOf(hanOrDigits(g['m']), yearOf(g, today))),
  form(`${zhYear}?(?:第?(?<q>[一二三四1-4])季度?|q(?<q2>[1-4])(?!\\d))`, (g, today) =>
    quarterOf(hanOrDigits(g['q'] ?? g['q2']), yearOf(g, today)),
  ),
  form(`${zhYear}?(?<half>上半年|下半年)`, (g, today) => halfOf(g['half'] === '上半年' ? 0 : 1, yearOf(g, today))),
  form(String.raw`(?<year>(?:19|20)\d\d)年?度?`, (g) => ({
    is: 'days',
    grain: 'year',
    ...days(Number(g['year']), 0, 12),
  })),
  form('(?<word>今年|这一?年|去年|前年|本年度?|上一?年度?)', (g, today) =>
    around('year', relativeYear(g['word']), today),
  ),
  form('(?<which>本|这个?|上个?|下个?)(?<span>季度|月|周|星期)', (g, today) =>
    around(zhSpan(g['span']), zhStep(g['which']), today),
  ),
  form(`(?:最近|近|过去)(?<many>${zhDigits})个?(?<span>年|季度|月|周|星期|天)`, (g, today) =>
    recent(zhSpan(g['span']), hanOrDigits(g['many']), today),
  ),
  form('今天', (_, today) => around('day', 0, today)),
  form('昨天', (_, today) => around('day', -1, today)),
  form('(?:周|星期|礼拜)(?<w>[一二三四五六日天])', (g) => ({
    is: 'part',
    part: 'weekday',
    values: [('一二三四五六日天'.indexOf(g['w'] ?? '一') % 7) + 1],
  })),
  form('周末', () => ({ is: 'part', part: 'weekday', values: [6, 7] })),
]

/** The longest time that is named at this place of a text in lower case, and where it ends. */
export function periodAt(text: string, at: number, today: string): { period: AskedPeriod; end: number } | null {
  let best: { period: AskedPeriod; end: number } | null = null
  for (const { pattern, read } of forms) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const end = pattern.lastIndex
    if (!match || match[0] === '' || end <= (best?.end ?? at)) continue
    const period = read({ ...match.groups, all: match[0] }, today)
    if (period) best = { period, end }
  }
  return best
}

function form(pattern: string, read: Form['read']): Form {
  return { pattern: new RegExp(pattern, 'uy'), read }
}

function yearOf(groups: Readonly<Record<string, string | undefined>>, today: string): number | null {
  if (groups['year']) return Number(groups['year'])
  const word = groups['relative']
  return word === undefined ? null : Number(today.slice(0, 4)) + relativeYear(word)
}

function relativeYear(word = ''): number {
  if (/前年/u.test(word)) return -2
  return /last|previous|去年|上/u.test(word) ? -1 : 0
}

function monthOf(month: number, year: number | null): AskedPeriod | null {
  if (!(month >= 1 && month <= 12)) return null
  return year === null
    ? { is: 'part', part: 'month', values: [month] }
    : { is: 'days', grain: 'month', ...days(year, month - 1, 1) }
}

function quarterOf(quarter: number, year: number | null): AskedPeriod | null {
  if (!(quarter >= 1 && quarter <= 4)) return null
  return year === null
    ? { is: 'part', part: 'quarter', values: [quarter] }
    : { is: 'days', grain: 'quarter', ...days(year, 3 * quarter - 3, 3) }
}

function halfOf(half: number, year: number | null): AskedPeriod {
  if (year === null) return { is: 'part', part: 'quarter', values: half === 0 ? [1, 2] : [3, 4] }
  return { is: 'days', grain: 'other', ...days(year, 6 * half, 6) }
}

function oneDay(year: number, month: number, date: number): AskedPeriod | null {
  const day = iso(year, month - 1, date)
  // The 31st of February runs on into March.
  return Number(day.slice(5, 7)) === month ? { is: 'days', grain: 'day', from: day, to: day } : null
}

function around(span: string | undefined, steps: number, today: string): AskedPeriod {
  const grain = spanOf(span)
  return { is: 'days', grain, ...spanAround(today, grain, steps) }
}

function recent(span: string | undefined, many: number, today: string): AskedPeriod {
  return { is: 'days', grain: 'other', ...lastOf(today, spanOf(span), many) }
}

function spanOf(word = ''): Span {
  return word === 'year' || word === 'quarter' || word === 'month' || word === 'week' ? word : 'day'
}

function zhSpan(word = ''): Span {
  return ({ 年: 'year', 季度: 'quarter', 月: 'month', 周: 'week', 星期: 'week' } as const)[word] ?? 'day'
}

function zhStep(word = ''): number {
  return word.startsWith('上') ? -1 : word.startsWith('下') ? 1 : 0
}

function monthNumber(name = ''): number {
  return months.findIndex((names) => new RegExp(`^(?:${names})$`, 'u').test(name)) + 1
}

function hanOrDigits(text = ''): number {
  return /^\d+$/u.test(text) ? Number(text) : (chineseNumber(text) ?? 0)
}

function manyOf(text = ''): number {
  const words = [
    'zero',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ]
  return /^\d+$/u.test(text) ? Number(text) : Math.max(1, words.indexOf(text))
}
