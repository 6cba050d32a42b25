import { CairnError } from '@shared/errors'
import type { TableCatalogue } from './data-table'
import { TableStore, type TableStoreParts } from './keeping/table-store'
import { ConfinedConnection, type QueryLimits } from './query/confined-connection'
import { fileNames, fold } from './query/column-sql'
import { PlanColumns, invalidPlan } from './query/plan-columns'
import { type AttachedTables, preparePlan, runPlan } from './query/run-plan'
import { bound, joined, raw, sql } from './query/sql-text'
import type { PlanResult, QueryPlan, TableEngine } from './query-plan'
import { DocumentTables, type FoundTable } from './table-catalogue'

export interface TablesParts extends TableStoreParts {
  readonly limits?: QueryLimits | undefined
}

export interface Tables {
  readonly catalogue: TableCatalogue
  readonly engine: TableEngine
  close(): Promise<void>
}

const usualLimits: QueryLimits = { ms: 10_000, memoryMb: 512, threads: 2 }

/** The tables of all documents, and what can be asked of them. Nothing is read, and the native module not loaded, before somebody asks. */
export function createTables({ limits = usualLimits, ...parts }: TablesParts): Tables {
  const store = new TableStore(parts)

  /** Does something with the files of tables; one that is damaged is made anew, once. */
  async function withFiles<T>(
    found: readonly FoundTable[],
    signal: AbortSignal,
    work: (connection: ConfinedConnection) => Promise<T>,
  ): Promise<T> {
    try {
      return await connected(found, signal, work)
    } catch (thrown) {
      if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') throw thrown
      for (const { record } of found) if (record.live) await store.rebuild(record.live)
      return connected(found, signal, work)
    }
  }

  async function connected<T>(
    found: readonly FoundTable[],
    signal: AbortSignal,
    work: (connection: ConfinedConnection) => Promise<T>,
  ): Promise<T> {
    const files = Object.fromEntries(
      found.flatMap(({ record: { live } }, at) =>
        live && at === fileOf(found, at) ? [[`d${at}`, store.pathOf(live)]] : [],
      ),
    )
    const connection = await ConfinedConnection.open(files, limits, signal)
    try {
      return await work(connection)
    } finally {
      connection.close()
    }
  }

  function findTable(id: string): FoundTable {
    const found = catalogue.find(id)
    if (!found) throw invalidPlan(`there is no table "${id}"`)
    return found
  }

  async function valuesLike(
    tableId: string,
    columnId: string,
    words: readonly string[],
    most: number,
  ): Promise<string[]> {
    const found = findTable(tableId)
    const column = new PlanColumns(found, undefined).of({ table: 'main', column: columnId })
    if (words.length === 0 || column.stored.kind !== 'text') return []
    const cell = raw(fileNames.typed(column))
    const wanted = joined(
      words.map((word) => bound(fold(word))),
      ', ',
    )
    const from = raw(`d0.${found.stored.id} AS m`)
    const statement = sql`SELECT DISTINCT ${cell} FROM ${from} WHERE m.k = 0 AND ${fileNames.folded(cell)} IN (${wanted}) ORDER BY 1 LIMIT ${raw(String(Math.trunc(most)))}`
    const rows = await withFiles([found], new AbortController().signal, (connection) => connection.rows(statement))
    return rows.map(([value]) => String(value))
  }

  async function run(plan: QueryPlan, signal: AbortSignal): Promise<PlanResult> {
    const main = findTable(plan.table)
    const other = plan.join && findTable(plan.join.table)
    const found = other ? [main, other] : [main]
    const tables: AttachedTables = { main, mainFile: 'd0', joined: other, joinedFile: `d${fileOf(found, 1)}` }
    const prepared = preparePlan(plan, tables)
    return withFiles(found, signal, (connection) => runPlan(prepared, connection))
  }

  const catalogue = new DocumentTables({ catalogue: parts.catalogue, store, valuesLike })
  return { catalogue, engine: { run }, close: () => store.close() }
}

/** Which attached file a table is in: two tables may be of one document, or of two with the same text. */
function fileOf(found: readonly FoundTable[], at: number): number {
  const content = ({ record: { live } }: FoundTable) => `${live?.text_object} ${live?.structure_object}`
  const own = found[at]
  return own ? found.findIndex((one) => content(one) === content(own)) : at
}
