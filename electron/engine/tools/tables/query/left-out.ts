import type { PlanResult, QueryPlan } from '../query-plan'
import { fileNames } from './column-sql'
import type { ConfinedConnection } from './confined-connection'
import type { PlanColumn, PlanColumns } from './plan-columns'
import type { PlanSql } from './plan-sql'
import { allOf, joined, raw, sql } from './sql-text'

/**
 * What a result does without: cells that could not be read, among the rows that meet every condition on another column; units that stand
 * in one column; rows that add up others.
 */
export async function leftOutOf(
  { plan, columns, own }: { readonly plan: QueryPlan; readonly columns: PlanColumns; readonly own: PlanSql },
  connection: ConfinedConnection,
): Promise<PlanResult['leftOut']> {
  const used = columns.used(plan)
  const doubtful = used.filter(({ stored }) => stored.kind !== 'text' && stored.unreadable > 0)
  const mixed = used.filter(({ stored }) => stored.isMixedUnit)
  const others = (column: PlanColumn | undefined) =>
    allOf(own.conditions.filter((one) => one.column.stored !== column?.stored).map((one) => one.sql))
  const counts = doubtful.map((column) => {
    const [shown, typed] = [raw(fileNames.shown(column)), raw(fileNames.typed(column))]
    return sql`count(*) FILTER (m.k = 0 AND ${others(column)} AND ${shown} IS NOT NULL AND ${typed} IS NULL)`
  })
  const hasTotals = columns.main.stored.totalRows > 0
  const totals = hasTotals ? [sql`count(*) FILTER (m.k = 1 AND ${others(undefined)})`] : []
  const units = mixed.map((column) => {
    const unit = raw(fileNames.unit(column))
    return sql`list_sort(list_distinct(list(${unit}) FILTER (m.k = 0 AND ${others(undefined)} AND ${unit} IS NOT NULL)))`
  })
  const asked = [...counts, ...totals, ...units]
  const [row = []] =
    asked.length === 0 ? [] : await connection.rows(sql`SELECT ${joined(asked, ', ')} FROM ${own.from}`)
  const unitLists: unknown[] = row.slice(counts.length + totals.length)
  const totalRows = hasTotals ? Number(row[counts.length] ?? 0) : 0
  return {
    unreadable: doubtful.flatMap(({ header }, at) => (Number(row[at]) > 0 ? [{ header, rows: Number(row[at]) }] : [])),
    mixedUnits: [...new Set(unitLists.filter((list) => Array.isArray(list) && list.length > 1).flat())].map(String),
    ...(totalRows > 0 && { totalRows }),
  }
}
