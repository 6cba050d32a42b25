import type { Condition } from '../query-plan'
import { readNumber } from '../typing/read-number'
import { readBoolean } from '../typing/word-cells'
import { datePart, fold, type Naming } from './column-sql'
import { invalidPlan, type PlanColumn } from './plan-columns'
import { allOf, bound, joined, raw, sql, type Sql } from './sql-text'

type Value = Condition['values'][number]
const dateForm = /^(?<year>\d{4})(?:-(?<month>\d{2})(?:-(?<day>\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2})?))?)?)?/u
const signs = { '=': '=', '!=': '<>', '<': '<', '<=': '<=', '>': '>', '>=': '>=' } as const

/** A condition as SQL. A cell that is empty or unreadable meets none but `is_empty`. Throws CairnError INVALID_INPUT where it fits no column. */
export function conditionSql(condition: Condition, column: PlanColumn, naming: Naming): Sql {
  const { operator, values } = condition
  const shown = raw(naming.shown(column))
  checkCount(condition)
  if (operator === 'is_empty') return sql`${shown} IS NULL`
  if (operator === 'is_not_empty') return sql`${shown} IS NOT NULL`
  if (operator === 'contains') return contains(naming.folded(column), values)
  const { kind } = column.stored
  const typed = raw(naming.typed(column))
  if (condition.part !== undefined) {
    if (kind !== 'date') throw invalidPlan(`"${column.header}" holds no dates`)
    return compared(
      operator,
      datePart(condition.part, typed),
      values.map((value) => bound(numberOf(value, column))),
    )
  }
  switch (kind) {
    case 'text':
      return compared(
        operator,
        naming.folded(column),
        values.map((value) => bound(fold(String(value)))),
      )
    case 'number':
      return compared(
        operator,
        typed,
        values.map((value) => bound(numberOf(value, column))),
      )
    case 'boolean':
      return compared(
        operator,
        typed,
        values.map((value) => bound(booleanOf(value, column))),
      )
    case 'date':
      return dated(
        operator,
        typed,
        values.map((value) => spanOf(value, column)),
      )
  }
}

function checkCount({ operator, values }: Condition): void {
  const wanted = { between: 2, is_empty: 0, is_not_empty: 0, in: undefined, contains: undefined }
  const count = operator in wanted ? wanted[operator as keyof typeof wanted] : 1
  if (count === undefined ? values.length === 0 : values.length !== count)
    throw invalidPlan(`"${operator}" takes ${count ?? 'at least one'} value`)
}

function contains(shown: Sql, values: readonly Value[]): Sql {
  return sql`(${joined(
    values.map((value) => sql`contains(${shown}, ${bound(fold(String(value)))})`),
    ' OR ',
  )})`
}

function compared(operator: Condition['operator'], left: Sql, values: readonly Sql[]): Sql {
  const [one = raw('NULL'), other = raw('NULL')] = values
  if (operator === 'between') return sql`${left} BETWEEN ${one} AND ${other}`
  if (operator === 'in') return sql`${left} IN (${joined(values, ', ')})`
  return sql`${left} ${raw(signs[operator as keyof typeof signs])} ${one}`
}

/** Dates are compared with the whole day, month or year that a value names: later than 2023 is 2024 at the earliest. */
function dated(operator: Condition['operator'], left: Sql, spans: readonly { from: Sql; to: Sql }[]): Sql {
  const [one, other] = spans
  if (!one) return raw('FALSE')
  const within = ({ from, to }: { from: Sql; to: Sql }) => sql`(${left} >= ${from} AND ${left} < ${to})`
  switch (operator) {
    case '<':
      return sql`${left} < ${one.from}`
    case '<=':
      return sql`${left} < ${one.to}`
    case '>':
      return sql`${left} >= ${one.to}`
    case '>=':
      return sql`${left} >= ${one.from}`
    case 'between':
      return allOf([sql`${left} >= ${one.from}`, sql`${left} < ${(other ?? one).to}`])
    case '!=':
      return sql`(${left} < ${one.from} OR ${left} >= ${one.to})`
    default:
      return sql`(${joined(spans.map(within), ' OR ')})`
  }
}

function spanOf(value: Value, column: PlanColumn): { from: Sql; to: Sql } {
  const span = dateSpan(value)
  if (!span) throw invalidPlan(`"${String(value)}" is no date to compare "${column.header}" with`)
  const moment = (iso: string) => sql`CAST(${bound(iso)} AS TIMESTAMP)`
  return { from: moment(span.from), to: moment(span.to) }
}

function numberOf(value: Value, column: PlanColumn): number {
  const number = typeof value === 'string' ? (readNumber(value, '.')?.value ?? NaN) : Number(value)
  if (typeof value === 'boolean' || !Number.isFinite(number))
    throw invalidPlan(`"${String(value)}" is no number to compare "${column.header}" with`)
  return number
}

function booleanOf(value: Value, column: PlanColumn): boolean {
  const read = typeof value === 'string' ? readBoolean(value) : value
  if (typeof read === 'boolean') return read
  throw invalidPlan(`"${column.header}" holds yes and no`)
}

/** From the first moment that a value names to the first one behind it, as ISO: 2023, 2023-05, 2023-05-03, or a minute; null for no date. */
function dateSpan(value: string | number | boolean): { readonly from: string; readonly to: string } | null {
  const { year, month, day, time } = dateForm.exec(String(value))?.groups ?? {}
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
