import type { DatePart, Measure, QueryPlan } from '../query-plan'
import { datePart, type Naming } from './column-sql'
import { conditionSql } from './condition-sql'
import { invalidPlan, type PlanColumn, type PlanColumns } from './plan-columns'
import { allOf, joined, raw, sql, type Sql } from './sql-text'

/** What a column of the result is. */
export type Output =
  | { readonly is: 'column'; readonly column: PlanColumn; readonly part?: DatePart | undefined }
  | {
      readonly is: 'measure'
      readonly measure: Measure
      readonly column: PlanColumn | null
      readonly times?: PlanColumn | undefined
    }
  | { readonly is: 'unit'; readonly column: PlanColumn }

/** A plan as SQL, in the words of one naming. Pieces only: who runs them says how many rows. */
export interface PlanSql {
  readonly outputs: readonly Output[]
  /** `SELECT … ORDER BY …`, without a limit. */
  readonly statement: Sql
  /** Everything after SELECT of the rows behind it: FROM and WHERE. */
  readonly rows: Sql
  /** The conditions of the plan by the column they are on. */
  readonly conditions: readonly { readonly column: PlanColumn; readonly sql: Sql }[]
  readonly from: Sql
}

export interface PlanSqlParts {
  readonly plan: QueryPlan
  readonly columns: PlanColumns
  readonly naming: Naming
  /** `d1.t1 AS m`, and what is joined to it. */
  readonly from: Sql
  /** Only rows that stand for themselves: no totals. */
  readonly dataRows: readonly Sql[]
}

const calculated = new Set<Measure['operation']>(['sum', 'average', 'median'])
/** In a column of several units these would mix them. */
const mixing = new Set<Measure['operation']>(['sum', 'average', 'median', 'min', 'max'])

/** What a column of the result is called: its header, with what was done to it. */
export function titleOf(output: Output | undefined): string {
  if (!output) return ''
  if (output.is === 'unit') return `Unit of ${output.column.header}`
  if (output.is === 'measure')
    return output.column
      ? `${output.measure.operation}(${factorsOf(output.column, output.times)})`
      : output.measure.operation
  return output.part === undefined ? output.column.header : `${output.part}(${output.column.header})`
}

function factorsOf(column: PlanColumn, times: PlanColumn | undefined): string {
  return times ? `${column.header} × ${times.header}` : column.header
}

/** Throws CairnError INVALID_INPUT for a plan that does not fit its tables. */
export function planSql({ plan, columns, naming, from, dataRows }: PlanSqlParts): PlanSql {
  const conditions = plan.where.map((condition) => {
    const column = columns.of(condition.column)
    return { column, sql: conditionSql(condition, column, naming) }
  })
  const outputs = outputsOf(plan, columns)
  const isGrouped = plan.measures.length > 0 || plan.groupBy.length > 0
  const readableOnly = outputs.flatMap((one) =>
    isGrouped && one.is === 'column' ? [unreadableOut(one.column, naming)] : [],
  )
  const where = allOf([...dataRows, ...conditions.map((one) => one.sql), ...readableOnly])
  const rows = sql`FROM ${from} WHERE ${where}`
  const keys = outputs.flatMap((one) => (one.is === 'measure' ? [] : [keySql(one, naming)]))
  const selected = outputs.map(
    (one, at) =>
      sql`${isGrouped ? groupedSql(one, naming) : plainSql(one, naming)} AS ${raw(naming.result(at, titleOf(one)))}`,
  )
  const group = isGrouped && keys.length > 0 ? sql` GROUP BY ${joined(keys, ', ')}` : raw('')
  const order = orderSql({ plan, columns, naming, outputs, isGrouped })
  const places = raw(isGrouped ? '' : naming.places)
  const statement = sql`SELECT ${joined(selected, ', ')}${places} ${rows}${group}${order}`
  return { outputs, statement, rows, conditions, from }
}

function outputsOf(plan: QueryPlan, columns: PlanColumns): Output[] {
  const groups = plan.groupBy.map(({ column, part }): Output => ({ is: 'column', column: columns.of(column), part }))
  const select = plan.select.map((column): Output => ({ is: 'column', column: columns.of(column) }))
  const measures = plan.measures.map((measure): Output => {
    const column = measure.column && columns.of(measure.column)
    const times = measure.times && columns.of(measure.times)
    checkMeasure(measure, column, times)
    return { is: 'measure', measure, column, times }
  })
  for (const one of groups)
    if (one.is === 'column' && one.part !== undefined && one.column.stored.kind !== 'date')
      throw invalidPlan(`"${one.column.header}" holds no dates`)
  if (groups.length + select.length + measures.length === 0) throw invalidPlan('it asks for no column')
  // Amounts in several currencies are never added: each has its own row.
  const mixed = columns
    .once(plan.measures.flatMap(({ operation, column }) => (column && mixing.has(operation) ? [column] : [])))
    .filter(({ stored }) => stored.isMixedUnit)
  return [...groups, ...select, ...measures, ...mixed.map((column): Output => ({ is: 'unit', column }))]
}

function checkMeasure({ operation }: Measure, column: PlanColumn | null, times: PlanColumn | undefined): void {
  if (times && (operation !== 'sum' || times.stored.kind !== 'number'))
    throw invalidPlan(`nothing can be multiplied by "${times.header}"`)
  if (!column && operation !== 'count') throw invalidPlan(`"${operation}" needs a column`)
  if (column && calculated.has(operation) && column.stored.kind !== 'number')
    throw invalidPlan(`"${column.header}" holds no numbers`)
}

/** Leaves out rows whose cell cannot be read; an empty one is a group of its own. */
function unreadableOut(column: PlanColumn, naming: Naming): Sql {
  if (column.stored.kind === 'text') return raw('TRUE')
  return sql`(${raw(naming.shown(column))} IS NULL OR ${raw(naming.typed(column))} IS NOT NULL)`
}

function keySql(output: Exclude<Output, { is: 'measure' }>, naming: Naming): Sql {
  if (output.is === 'unit') return raw(naming.unit(output.column))
  const typed = raw(naming.typed(output.column))
  if (output.part !== undefined) return datePart(output.part, typed)
  return output.column.stored.kind === 'text' ? naming.folded(output.column) : typed
}

function groupedSql(output: Output, naming: Naming): Sql {
  if (output.is === 'measure') return measureSql(output, naming)
  // Of several spellings of a group the first in the alphabet is shown.
  const isText = output.is === 'column' && output.column.stored.kind === 'text'
  return isText ? sql`min(${raw(naming.typed(output.column))})` : keySql(output, naming)
}

function plainSql(output: Output, naming: Naming): Sql {
  return output.is === 'column' ? raw(naming.typed(output.column)) : raw('NULL')
}

function measureSql(
  { measure: { operation }, column, times }: Extract<Output, { is: 'measure' }>,
  naming: Naming,
): Sql {
  if (!column) return raw('count(*)')
  const typed = raw(naming.typed(column))
  const isText = column.stored.kind === 'text'
  switch (operation) {
    case 'sum':
      return times ? sql`sum(${typed} * ${raw(naming.typed(times))})` : sql`sum(${typed})`
    case 'average':
      return sql`avg(${typed})`
    case 'median':
      return sql`median(CAST(${typed} AS DOUBLE))`
    case 'min':
      return sql`min(${typed})`
    case 'max':
      return sql`max(${typed})`
    case 'count':
      return sql`count(${typed})`
    case 'count_distinct':
      return sql`count(DISTINCT ${isText ? naming.folded(column) : typed})`
  }
}

interface OrderParts extends Pick<PlanSqlParts, 'plan' | 'columns' | 'naming'> {
  readonly outputs: readonly Output[]
  readonly isGrouped: boolean
}

/** What is asked for, then an order that is always the same: by groups, or as the rows stand in the document. */
function orderSql({ plan, columns, naming, outputs, isGrouped }: OrderParts): Sql {
  const select = plan.groupBy.length + plan.select.length
  const result = (at: number) => raw(naming.result(at, titleOf(outputs[at])))
  const asked = plan.orderBy.map(({ by, descending }) => {
    const key = (): Sql => {
      if ('measure' in by || 'group' in by) {
        const at = 'measure' in by ? select + by.measure : by.group
        const there = 'measure' in by ? plan.measures[by.measure] : plan.groupBy[by.group]
        if (!there) throw invalidPlan('it is sorted by something that it does not ask for')
        return result(at)
      }
      const column = columns.of(by)
      if (!isGrouped) return raw(naming.typed(column))
      const at = outputs.findIndex(
        (one) => one.is === 'column' && one.column.stored === column.stored && one.part === undefined,
      )
      if (at < 0) throw invalidPlan(`groups cannot be sorted by "${column.header}"`)
      return result(at)
    }
    return sql`${key()} ${raw(descending ? 'DESC' : 'ASC')} NULLS LAST`
  })
  const always = isGrouped
    ? outputs.flatMap((one, at) => (one.is === 'measure' ? [] : [sql`${result(at)} ASC NULLS LAST`]))
    : [raw(naming.rowOrder)]
  const keys = [...asked, ...always]
  return keys.length === 0 ? raw('') : sql` ORDER BY ${joined(keys, ', ')}`
}
