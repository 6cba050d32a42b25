import type { ToolSource } from '../tool'

export type ColumnKind = 'text' | 'number' | 'date' | 'boolean'

/** A column of a table that was read from a document. */
export interface DataColumn {
  /** Unique in its table and safe in SQL: `c1`, `c2`, … */
  readonly id: string
  /** As the document heads it, merged header rows joined; "Column 3" where it has no header. */
  readonly header: string
  readonly kind: ColumnKind
  /** Of the numbers: a unit ("kg"), a currency ("EUR"), or "%"; null where neither cells nor header say one, and where they say several. */
  readonly unit: string | null
  readonly isMixedUnit: boolean
  /** Cells with something in them that could not be read as the column's kind. */
  readonly unreadable: number
  /** Up to 12 of the values that stand there most often, as shown. */
  readonly samples: readonly string[]
  /** Different values, up to 10,000. */
  readonly distinct: number
  /** Dates such as 05/03/2021 of which nothing in the table says whether the day stands first; read as if it did. */
  readonly isDayMonthUnsure?: boolean | undefined
}

/** A table of a document, ready to be asked. */
export interface DataTable {
  readonly id: string
  readonly documentId: string
  readonly documentName: string
  readonly documentTitle: string
  readonly revision: string
  /** The sheet, the caption or the heading it stands under; empty for none. */
  readonly name: string
  readonly columns: readonly DataColumn[]
  /** Without the rows that add up others. */
  readonly rowCount: number
  /** Rows that add up others; no query counts them. */
  readonly totalRows?: number | undefined
  /** Whether the document was too long to be read to its end. */
  readonly isCut?: boolean | undefined
  /** The whole table's place. */
  readonly source: ToolSource
}

/** The tables of all documents that can be searched. */
export interface TableCatalogue {
  /** The same array for as long as there are the same tables. */
  tables(): readonly DataTable[]
  /** Values of text columns that equal one of `words`, letter case and width aside; at most `most` a column, one list a column. */
  valuesLike(
    tableId: string,
    columnIds: readonly string[],
    words: readonly string[],
    most: number,
  ): Promise<readonly (readonly string[])[]>
  /**
   * Resolves once the tables of all documents as they are now are known, or the signal aborts. Documents are read when somebody asks
   * for tables, so the first question after adding some may have to wait.
   */
  ready(signal: AbortSignal): Promise<void>
}

/** The same without the tables of documents that are not asked. */
export function tablesWithin(
  catalogue: TableCatalogue,
  isAsked: ((documentId: string) => boolean) | undefined,
): TableCatalogue {
  if (!isAsked) return catalogue
  return {
    tables: () => catalogue.tables().filter(({ documentId }) => isAsked(documentId)),
    valuesLike: (...asked) => catalogue.valuesLike(...asked),
    ready: (signal) => catalogue.ready(signal),
  }
}
