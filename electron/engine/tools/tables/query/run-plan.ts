import type { ToolSource } from '../../tool'
import type { PlanResult, QueryPlan } from '../query-plan'
import type { FoundTable } from '../table-catalogue'
import { fileNames, headerNames, identifier, type Naming } from './column-sql'
import type { Cell, ConfinedConnection } from './confined-connection'
import { leftOutOf } from './left-out'
import { invalidPlan, type PlanColumn, PlanColumns } from './plan-columns'
import { type Output, type PlanSql, planSql, titleOf } from './plan-sql'
import { shownCell, typedCell } from './result-cells'
import { joined, raw, readable, sql, type Sql } from './sql-text'

/** Rows a result may hold, and rows behind it that are named. */
const most = { rows: 1000, behind: 200 } as const
/** Of rows that were only counted: columns enough to know them by. */
const fewColumns = 6

/** The tables of a plan, with the names under which their files are attached. */
export interface AttachedTables {
  readonly main: FoundTable
  readonly mainFile: string
  readonly joined?: FoundTable | undefined
  readonly joinedFile?: string | undefined
}

/** A plan made ready: checked, and written as SQL twice. Throws CairnError INVALID_INPUT for a plan that does not fit its tables. */
export function preparePlan(plan: QueryPlan, tables: AttachedTables): PreparedPlan {
  const columns = new PlanColumns(tables.main, tables.joined)
  if (plan.limit !== null && !(Number.isSafeInteger(plan.limit) && plan.limit >= 0))
    throw invalidPlan('its limit is no number of rows')
  const readableFrom = readableSource(plan, columns)
  const own = planSql({
    plan,
    columns,
    naming: fileNames,
    from: fileSource(plan, columns, tables),
    dataRows: [raw('m.k = 0')],
  })
  const naming = readableFrom.naming
  const shown = planSql({ plan, columns, naming, from: readableFrom.from, dataRows: [] })
  const limited = plan.limit === null ? shown.statement : sql`${shown.statement} LIMIT ${raw(String(plan.limit))}`
  return { plan, columns, own, text: readable(limited).replace(' WHERE TRUE', '').replaceAll('TRUE AND ', '') }
}

export interface PreparedPlan {
  readonly plan: QueryPlan
  readonly columns: PlanColumns
  readonly own: PlanSql
  /** As people read it. */
  readonly text: string
}

/** Runs a plan that was made ready. Throws as the connection does. */
export async function runPlan(prepared: PreparedPlan, connection: ConfinedConnection): Promise<PlanResult> {
  const { plan, own, columns } = prepared
  const rowsWanted = Math.min(plan.limit ?? most.rows, most.rows)
  const rows = await connection.rows(sql`${own.statement} LIMIT ${raw(String(rowsWanted))}`)
  const isPlain = plan.measures.length === 0 && plan.groupBy.length === 0
  const isWhole = rows.length < rowsWanted
  const all = isWhole ? rows.length : await countOf(connection, own.statement)
  const source = isPlain ? (row: Cell[]) => sourceOf(columns.main, row.slice(own.outputs.length)) : () => undefined
  const cells = rows.map((row) => row.slice(0, own.outputs.length))
  return {
    columns: own.outputs.map(titleOf),
    rows: cells.map((row, at) => shownRow(own.outputs, row, source(rows[at] ?? []))),
    total: Math.min(all, plan.limit ?? all),
    values: cells.map((row) => row.map((value, at) => typedOf(own.outputs, at, value))),
    behind: await behind(prepared, connection),
    sql: prepared.text,
    leftOut: await leftOutOf(prepared, connection),
  }
}

function shownRow(
  outputs: readonly Output[],
  row: readonly Cell[],
  source: ToolSource | undefined,
): PlanResult['rows'][number] {
  const cells = row.map((value, at) => {
    const output = outputs[at]
    return output ? shownCell(output, typedCell(output, value)) : ''
  })
  return { cells, ...(source && { source }) }
}

function typedOf(outputs: readonly Output[], at: number, value: Cell): Cell {
  const output = outputs[at]
  return output ? typedCell(output, value) : value
}

async function countOf(connection: ConfinedConnection, statement: Sql): Promise<number> {
  const [row] = await connection.rows(sql`SELECT count(*) FROM (${statement})`)
  return Number(row?.[0] ?? 0)
}

/** The rows of the document that a result was worked out of, as they are shown there; that of a greatest or least value first. */
async function behind(prepared: PreparedPlan, connection: ConfinedConnection): Promise<PlanResult['behind']> {
  const { plan, columns, own } = prepared
  const named = columns.used(plan)
  const shown = named.length > 0 ? named : columns.once(someColumns(columns))
  const list = joined(
    shown.map((column) => raw(fileNames.shown(column))),
    ', ',
  )
  const order = behindOrder(plan, columns)
  const rows = await connection.rows(
    sql`SELECT ${list}, m.r, m.s, m.e, m.p ${own.rows} ORDER BY ${order} LIMIT ${raw(String(most.behind))}`,
  )
  const total = rows.length < most.behind ? rows.length : await countRows(connection, own)
  const source = (row: Cell[]) => sourceOf(columns.main, row.slice(shown.length))
  return {
    columns: shown.map(({ header }) => header),
    rows: rows.map((row) => ({
      cells: row.slice(0, shown.length).map((cell) => (cell === null ? '' : String(cell))),
      source: source(row),
    })),
    total,
  }
}

function someColumns({ main }: PlanColumns): { table: 'main'; column: string }[] {
  return main.stored.columns.slice(0, fewColumns).map(({ id }) => ({ table: 'main', column: id }))
}

async function countRows(connection: ConfinedConnection, { rows }: PlanSql): Promise<number> {
  const [row] = await connection.rows(sql`SELECT count(*) ${rows}`)
  return Number(row?.[0] ?? 0)
}

function behindOrder(plan: QueryPlan, columns: PlanColumns): Sql {
  const extreme = plan.measures.find(({ operation }) => operation === 'max' || operation === 'min')
  if (!extreme?.column || plan.groupBy.length > 0) {
    const asked = plan.orderBy.flatMap(({ by, descending }) =>
      'column' in by && plan.measures.length === 0
        ? [raw(`${fileNames.typed(columns.of(by))} ${descending ? 'DESC' : 'ASC'} NULLS LAST`)]
        : [],
    )
    return joined([...asked, raw('m.r')], ', ')
  }
  const direction = extreme.operation === 'max' ? 'DESC' : 'ASC'
  return raw(`${fileNames.typed(columns.of(extreme.column))} ${direction} NULLS LAST, m.r`)
}

/** @param place row, start, end, and number in its sheet. */
function sourceOf({ record, stored }: FoundTable, [, start, end, number]: readonly Cell[]): ToolSource {
  const { sheet } = stored
  const place =
    sheet && Number(number) > 0
      ? `${sheet.name}!${sheet.left}${Number(number)}:${sheet.right}${Number(number)}`
      : undefined
  return { documentId: record.id, start: Number(start), end: Number(end), ...(place !== undefined && { place }) }
}

function fileSource(plan: QueryPlan, columns: PlanColumns, tables: AttachedTables): Sql {
  const main = raw(`${tables.mainFile}.${tables.main.stored.id} AS m`)
  if (!tables.joined || !plan.join) return main
  const on = keysEqual(plan.join, columns, fileNames)
  return sql`${main} JOIN ${raw(`${tables.joinedFile ?? ''}.${tables.joined.stored.id} AS j`)} ON j.k = 0 AND ${on}`
}

/** Columns of one kind are compared as such; others as they are shown, letter case, width and leading zeros aside: 0012 is 12. */
function keysEqual({ left, right }: NonNullable<QueryPlan['join']>, columns: PlanColumns, naming: Naming): Sql {
  const one = columns.of({ table: 'main', column: left })
  const other = columns.of({ table: 'joined', column: right })
  if (one.stored.kind === other.stored.kind && one.stored.kind !== 'text')
    return sql`${raw(naming.typed(one))} = ${raw(naming.typed(other))}`
  const key = (column: PlanColumn) => sql`ltrim(${naming.folded(column)}, '0')`
  return sql`${key(one)} = ${key(other)}`
}

function readableSource(plan: QueryPlan, columns: PlanColumns): { naming: Naming; from: Sql } {
  const { main, joined: other } = columns
  const called = ({ record, stored }: FoundTable) =>
    stored.name === '' ? record.name : `${record.name}: ${stored.name}`
  const naming = headerNames({ main: called(main), joined: other ? called(other) : '' })
  const from = raw(identifier(called(main)))
  if (!other || !plan.join) return { naming, from }
  return {
    naming,
    from: sql`${from} JOIN ${raw(identifier(called(other)))} ON ${keysEqual(plan.join, columns, naming)}`,
  }
}
