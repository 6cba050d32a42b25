import type { DocumentRecord } from '@shared/documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import type { DataTable, TableCatalogue } from './data-table'
import type { StoredTable } from './keeping/stored-table'
import type { TableStore } from './keeping/table-store'

/** A table with where its data lies. */
export interface FoundTable {
  readonly record: DocumentRecord
  readonly stored: StoredTable
  readonly table: DataTable
}

export interface DocumentTablesParts {
  readonly catalogue: Pick<DocumentCatalogue, 'list' | 'get'>
  readonly store: TableStore
  readonly valuesLike: TableCatalogue['valuesLike']
}

/** The tables of documents that can be searched now: those of documents in the trash, or not yet read, are not among them. */
export class DocumentTables implements TableCatalogue {
  readonly #known = new WeakMap<DocumentRecord, { readonly of: readonly StoredTable[]; readonly found: FoundTable[] }>()
  #last: readonly DataTable[] = []
  /** Of the store, when `#last` was put together: each question asks several times, and a large library has many documents. */
  #version = -1

  constructor(private readonly parts: DocumentTablesParts) {}

  tables(): readonly DataTable[] {
    const { version } = this.parts.store
    if (version === this.#version) return this.#last
    this.#version = version
    const tables = this.parts.catalogue.list().flatMap((record) => this.#of(record).map(({ table }) => table))
    const isAsBefore = tables.length === this.#last.length && tables.every((one, at) => one === this.#last[at])
    if (!isAsBefore) this.#last = tables
    return this.#last
  }

  /** Undefined where there is no such table (any more). */
  find(id: string): FoundTable | undefined {
    const record = this.parts.catalogue.get(id.slice(0, id.lastIndexOf(separator)))
    return record && this.#of(record).find(({ table }) => table.id === id)
  }

  valuesLike(...asked: Parameters<TableCatalogue['valuesLike']>): ReturnType<TableCatalogue['valuesLike']> {
    return this.parts.valuesLike(...asked)
  }

  ready(signal: AbortSignal): Promise<void> {
    return this.parts.store.readAll(signal)
  }

  #of(record: DocumentRecord): FoundTable[] {
    const { live } = record
    if (!live || record.trashed_at !== null) return []
    const stored = this.parts.store.tablesOf(record) ?? []
    const known = this.#known.get(record)
    if (known?.of === stored) return known.found
    const found = stored.map((one) => ({ record, stored: one, table: dataTable(record, live.revision, one) }))
    this.#known.set(record, { of: stored, found })
    return found
  }
}

const separator = ':'

function dataTable({ id, name, title }: DocumentRecord, revision: string, stored: StoredTable): DataTable {
  const { start, end, place, isCut, totalRows } = stored
  return {
    id: `${id}${separator}${stored.id}`,
    documentId: id,
    documentName: name,
    documentTitle: title,
    revision,
    name: stored.name,
    columns: stored.columns.map(
      ({ isDayMonthUnsure, hasTime: _time, decimals: _decimals, isWide: _wide, ...column }) => ({
        ...column,
        ...(isDayMonthUnsure && { isDayMonthUnsure }),
      }),
    ),
    rowCount: stored.rowCount,
    ...(totalRows > 0 && { totalRows }),
    ...(isCut && { isCut }),
    source: { documentId: id, start, end, ...(place !== null && { place }) },
  }
}
