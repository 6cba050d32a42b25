import type { Language } from '@engine/text/language'
import type { DataColumn, DataTable } from '../../tables/data-table'
import type { ColumnRef, DatePart, PlanResult, QueryPlan } from '../../tables/query-plan'
import type { ShownAs } from '../planning/reading-state'

/** A value of a result, as the engine types it. */
export type Value = string | number | boolean | null

/** The tables of a plan. */
export interface PlanTables {
  readonly main: DataTable
  readonly joined: DataTable | undefined
}

/** A plan that ran, and what is known of it. */
export interface AnsweredPlan {
  readonly plan: QueryPlan
  readonly as: ShownAs | null
  readonly tables: PlanTables
  readonly result: PlanResult
  readonly language: Language
}

export function columnAt({ main, joined }: PlanTables, { table, column }: ColumnRef): DataColumn | undefined {
  return (table === 'main' ? main : joined)?.columns.find(({ id }) => id === column)
}

export function headerAt(tables: PlanTables, ref: ColumnRef): string {
  return columnAt(tables, ref)?.header ?? ref.column
}

const inBrackets = / ?[(（[][^)）\]]*[)）\]]$/u

/** A header without the unit behind it, where the column has one: what stands before a figure with its unit. */
export function plainHeader(tables: PlanTables, ref: ColumnRef): string {
  const column = columnAt(tables, ref)
  const header = column?.header ?? ref.column
  return column?.unit ? header.replace(inBrackets, '') || header : header
}

/** A number in groups of three; what was worked out with two decimals at most, small figures with four. */
export function shownNumber(value: number, language: Language, isWorkedOut = false): string {
  const most = isWorkedOut ? (Math.abs(value) < 1 ? 4 : 2) : 6
  return new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-US', { maximumFractionDigits: most }).format(value)
}

const currency = /^(?:[A-Z]{3}|[$€£¥元])$/u

/** A figure with its unit; money has cents or none. */
export function shownFigure(
  value: number,
  unit: string | null | undefined,
  language: Language,
  isWorkedOut = false,
): string {
  const isMoney =
    unit !== null && unit !== undefined && currency.test(unit) && !Number.isInteger(Math.round(value * 100) / 100)
  const figure = isMoney ? shownMoney(value, language) : shownNumber(value, language, isWorkedOut)
  return withUnit(figure, unit)
}

function shownMoney(value: number, language: Language): string {
  return new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(value)
}

function withUnit(figure: string, unit: string | null | undefined): string {
  if (!unit) return figure
  return /^[%‰°\p{Script=Han}]/u.test(unit) ? `${figure}${unit}` : `${figure} ${unit}`
}

/** A cell of a column: its figure with the unit, the day of a date. */
export function shownCellOf(
  value: Value,
  column: DataColumn | undefined,
  language: Language,
  isWorkedOut = false,
): string {
  if (value === null) return language === 'zh' ? '（空）' : '(empty)'
  if (typeof value === 'boolean') return language === 'zh' ? (value ? '是' : '否') : value ? 'yes' : 'no'
  if (typeof value === 'number' && isYearOf(value, column)) return String(value)
  if (typeof value === 'number') return shownFigure(value, column?.unit, language, isWorkedOut)
  return column?.kind === 'date' ? shownDate(value, column) : value
}

/** A date as exact as its column: a year of years, a month of months. */
function shownDate(value: string, { samples }: DataColumn): string {
  const isYears = samples.length > 0 && samples.every((sample) => /^\d{4}年?$/u.test(sample))
  const isMonths = samples.length > 0 && samples.every((sample) => /^\d{4}[-/.]\d{1,2}$/u.test(sample))
  return isYears ? value.slice(0, 4) : isMonths ? value.slice(0, 7) : value
}

function isYearOf(value: number, column: DataColumn | undefined): boolean {
  return column?.unit === null && Number.isInteger(value) && /year|年/iu.test(column.header)
}

const englishMonths = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const days = (language: Language) =>
  new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-US', { weekday: 'long', timeZone: 'UTC' })

/** A part of a date as people call it: Q2, March, 第二季度. */
export function shownPart(part: DatePart | undefined, value: Value, language: Language): string {
  const isZh = language === 'zh'
  if (value === null) return isZh ? '（无日期）' : '(no date)'
  const number = Number(value)
  if (part === 'quarter') return isZh ? `第${'一二三四'.charAt(number - 1)}季度` : `Q${number}`
  if (part === 'month') return isZh ? `${number}月` : englishMonths.format(Date.UTC(2023, number - 1, 1))
  if (part === 'week') return isZh ? `第${number}周` : `week ${number}`
  // The first of January 2024 was a Monday.
  if (part === 'weekday') return days(language).format(Date.UTC(2024, 0, number))
  if (part === 'year') return isZh ? `${number}年` : String(number)
  if (part === 'day' && typeof value === 'number') return isZh ? `${number}日` : `day ${number}`
  return String(value)
}

/** The keys of a group as one name: Q2 2023, North and Furniture. */
export function groupName(
  { groupBy }: QueryPlan,
  tables: PlanTables,
  values: readonly Value[],
  language: Language,
): string {
  const shown = groupBy.map(({ column, part }, at) => ({
    part,
    text: part
      ? shownPart(part, values[at] ?? null, language)
      : shownCellOf(values[at] ?? null, columnAt(tables, column), language),
  }))
  const [first, second] = shown
  if (shown.length === 2 && first?.part === 'year' && second?.part)
    return language === 'zh' ? `${first.text}${second.text}` : `${second.text} ${first.text}`
  return shown.map(({ text }) => text).join(', ')
}
