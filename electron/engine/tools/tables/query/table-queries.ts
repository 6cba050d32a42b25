import { CairnError } from '@shared/errors'
import type { TableStore } from '../keeping/table-store'
import type { PlanResult, QueryPlan, TableEngine } from '../query-plan'
import type { FoundTable } from '../table-catalogue'
import { ColumnValues } from './column-values'
import { ConfinedConnection, type QueryLimits } from './confined-connection'
import { invalidPlan, PlanColumns } from './plan-columns'
import { preparePlan, runPlan } from './run-plan'

export interface TableQueriesParts {
  readonly store: Pick<TableStore, 'fileOf' | 'rebuild'>
  readonly find: (id: string) => FoundTable | undefined
  readonly limits: QueryLimits
}

/** Asks the files of typed tables, each time in a database of its own; a file that is damaged is made anew, once. */
export class TableQueries implements TableEngine {
  readonly #values = new ColumnValues()

  constructor(private readonly parts: TableQueriesParts) {}

  async run(plan: QueryPlan, signal: AbortSignal): Promise<PlanResult> {
    const main = this.#table(plan.table)
    const other = plan.join && this.#table(plan.join.table)
    const found = other ? [main, other] : [main]
    const tables = { main, mainFile: 'd0', joined: other, joinedFile: `d${fileOf(found, 1)}` }
    const prepared = preparePlan(plan, tables)
    return this.#withFiles(found, signal, (connection) => runPlan(prepared, connection))
  }

  /** See `TableCatalogue`. */
  async valuesLike(
    tableId: string,
    columnIds: readonly string[],
    words: readonly string[],
    most: number,
  ): Promise<string[][]> {
    const found = this.#table(tableId)
    const { live } = found.record
    if (!live) return columnIds.map(() => [])
    const known = new PlanColumns(found, undefined)
    const columns = columnIds.map((column) => known.of({ table: 'main', column }))
    const asked = { file: this.parts.store.fileOf(live).of, table: found.stored.id, columns }
    return this.#values.like(asked, words, most, (work) => this.#withFiles([found], new AbortController().signal, work))
  }

  #table(id: string): FoundTable {
    const found = this.parts.find(id)
    if (!found) throw invalidPlan(`there is no table "${id}"`)
    return found
  }

  async #withFiles<T>(
    found: readonly FoundTable[],
    signal: AbortSignal,
    work: (connection: ConfinedConnection) => Promise<T>,
  ): Promise<T> {
    const { store } = this.parts
    const files = found.flatMap(({ record }) => (record.live ? [{ record, path: store.fileOf(record.live).path }] : []))
    try {
      return await this.#connected(found, signal, work)
    } catch (thrown) {
      if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') throw thrown
      for (const { record, path } of files) await store.rebuild(record, path)
      return this.#connected(found, signal, work)
    }
  }

  async #connected<T>(
    found: readonly FoundTable[],
    signal: AbortSignal,
    work: (connection: ConfinedConnection) => Promise<T>,
  ): Promise<T> {
    const attached = found.flatMap(({ record: { live } }, at) =>
      live && at === fileOf(found, at) ? [[`d${at}`, this.parts.store.fileOf(live)] as const] : [],
    )
    const connection = await ConfinedConnection.open(Object.fromEntries(attached), this.parts.limits, signal)
    try {
      return await work(connection)
    } finally {
      connection.close()
    }
  }
}

/** Which attached file a table is in: two tables may be of one document, or of two with the same text. */
function fileOf(found: readonly FoundTable[], at: number): number {
  const content = ({ record: { live } }: FoundTable) => `${live?.text_object} ${live?.structure_object}`
  const own = found[at]
  return own ? found.findIndex((one) => content(one) === content(own)) : at
}
