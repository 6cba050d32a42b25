import type { TableCatalogue } from './data-table'
import { TableStore, type TableStoreParts } from './keeping/table-store'
import type { QueryLimits } from './query/confined-connection'
import { TableQueries } from './query/table-queries'
import type { TableEngine } from './query-plan'
import { DocumentTables } from './table-catalogue'

export interface TablesParts extends TableStoreParts {
  readonly limits?: QueryLimits | undefined
}

export interface Tables {
  readonly catalogue: TableCatalogue
  readonly engine: TableEngine
  /** Whose files can be sealed and opened while they are in use. */
  readonly files: Pick<TableStore, 'resealing'>
  close(): Promise<void>
}

const usualLimits: QueryLimits = { ms: 10_000, memoryMb: 512, threads: 2 }

/** The tables of all documents, and what can be asked of them. Nothing is read, and the native module not loaded, before somebody asks. */
export function createTables({ limits = usualLimits, ...parts }: TablesParts): Tables {
  const store = new TableStore(parts)
  const engine = new TableQueries({ store, limits, find: (id) => catalogue.find(id) })
  const catalogue = new DocumentTables({
    catalogue: parts.catalogue,
    store,
    valuesLike: (...asked) => engine.valuesLike(...asked),
  })
  return { catalogue, engine, files: store, close: () => store.close() }
}
