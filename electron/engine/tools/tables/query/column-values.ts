import { LRUCache } from 'lru-cache'
import { fileNames, fold } from './column-sql'
import type { ConfinedConnection } from './confined-connection'
import type { PlanColumn } from './plan-columns'
import { bound, joined, raw, sql } from './sql-text'

/** Different values by how they read without differences of letter case and width. */
type Values = ReadonlyMap<string, readonly string[]>

const most = { remembered: 2_000, values: 100_000 }

/** Values of text columns. Those of columns with few are kept, since opening a file takes longer than all else that reads a question. */
export class ColumnValues {
  readonly #kept = new LRUCache<string, Values>({
    maxSize: most.values,
    sizeCalculation: (values) => Math.max(1, values.size),
  })

  /**
   * The values of each column that equal one of the words, in order; at most `limit` a column.
   *
   * @param file names the table's content: another content has another name.
   * @param connected opens the table's file as `d0`; called once at most, and not where all that is asked is known.
   */
  async like(
    {
      file,
      table,
      columns,
    }: { readonly file: string; readonly table: string; readonly columns: readonly PlanColumn[] },
    words: readonly string[],
    limit: number,
    connected: (work: (connection: ConfinedConnection) => Promise<void>) => Promise<void>,
  ): Promise<string[][]> {
    const wanted = [...new Set(words.map(fold))]
    const found = new Map<PlanColumn, Values>()
    const unknown: PlanColumn[] = []
    for (const column of columns.filter(({ stored }) => stored.kind === 'text' && wanted.length > 0)) {
      const known = this.#kept.get(`${file} ${table} ${column.stored.id}`)
      if (known) found.set(column, known)
      else unknown.push(column)
    }
    if (unknown.length > 0) {
      await connected(async (connection) => {
        for (const column of unknown) {
          const isKept = column.stored.distinct <= most.remembered
          const values = await valuesOf(connection, table, column, isKept ? null : wanted)
          if (isKept) this.#kept.set(`${file} ${table} ${column.stored.id}`, values)
          found.set(column, values)
        }
      })
    }
    return columns.map((column) =>
      wanted
        .flatMap((word) => found.get(column)?.get(word) ?? [])
        .toSorted()
        .slice(0, Math.max(0, Math.trunc(limit))),
    )
  }
}

/** All of a column's values, or only those that equal one of the words. */
async function valuesOf(
  connection: ConfinedConnection,
  table: string,
  column: PlanColumn,
  words: readonly string[] | null,
): Promise<Values> {
  const [cell, key] = [raw(fileNames.typed(column)), fileNames.folded(column)]
  const list = joined((words ?? []).map(bound), ', ')
  const chosen = words ? sql` AND ${key} IN (${list})` : raw('')
  const rows = await connection.rows(
    sql`SELECT DISTINCT ${key}, ${cell} FROM ${raw(`d0.${table} AS m`)} WHERE m.k = 0 AND ${cell} IS NOT NULL${chosen} LIMIT ${bound(most.values)}`,
  )
  const values = new Map<string, string[]>()
  for (const [folded, value] of rows) {
    const name = String(folded)
    values.set(name, [...(values.get(name) ?? []), String(value)])
  }
  return values
}
