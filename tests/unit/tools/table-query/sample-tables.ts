import type { ColumnKind, DataColumn, DataTable, TableCatalogue } from '@engine/tools/tables/data-table'

/** A cell as its column's kind; dates ISO, null for nothing. */
export type Cell = string | number | boolean | null

export interface SampleTable {
  readonly table: DataTable
  readonly rows: readonly (readonly Cell[])[]
  readonly lines: readonly string[]
}

/** A table from lines of cells with `|` between; a header says its kind and unit: `Amount:number:EUR`. */
export function sampleTable(documentName: string, lines: readonly string[], name = ''): SampleTable {
  const [head = '', ...body] = lines
  const headers = head.split('|').map((one) => one.trim().split(':'))
  const rows = body.map((line) => line.split('|').map((cell, at) => typed(cell.trim(), headers[at]?.[1] as ColumnKind)))
  const id = `${documentName}:${name || '1'}`
  const columns = headers.map(([header = '', kind = 'text', unit], at): DataColumn => {
    const cells = rows.map((row) => row[at]).filter((cell) => cell !== null && cell !== undefined)
    const counts = new Map<string, number>()
    for (const cell of cells) counts.set(String(cell), (counts.get(String(cell)) ?? 0) + 1)
    const samples = [...counts]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, 12)
      .map(([value]) => value)
    return {
      id: `c${at + 1}`,
      header,
      kind: kind as ColumnKind,
      unit: unit ?? null,
      isMixedUnit: false,
      unreadable: 0,
      samples,
      distinct: counts.size,
    }
  })
  const source = { documentId: documentName, start: 0, end: 10 }
  const table = {
    id,
    documentId: documentName,
    documentName,
    documentTitle: documentName,
    revision: '1',
    name,
    columns,
    rowCount: rows.length,
    source,
  }
  return { table, rows, lines }
}

function typed(cell: string, kind: ColumnKind = 'text'): Cell {
  if (cell === '') return null
  if (kind === 'number') return Number(cell)
  return kind === 'boolean' ? cell === 'yes' : cell
}

export function catalogueOf(samples: readonly SampleTable[]): TableCatalogue {
  return {
    ready: () => Promise.resolve(),
    tables: () => samples.map(({ table }) => table),
    valuesLike(tableId, columnIds, words, most) {
      const found = samples.find(({ table }) => table.id === tableId)
      const wanted = new Set(words.map(fold))
      const valuesOf = (columnId: string) => {
        const at = found?.table.columns.findIndex(({ id }) => id === columnId) ?? -1
        const values = found?.rows.map((row) => String(row[at] ?? '')).filter((value) => wanted.has(fold(value))) ?? []
        return [...new Set(values)].slice(0, most)
      }
      return Promise.resolve(columnIds.map(valuesOf))
    },
  }
}

function fold(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
