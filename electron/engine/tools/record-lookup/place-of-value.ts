import type { RecordLookupArguments } from '@shared/tools/small-tool-arguments'
import { findTable, tableName } from '../table-query/arguments/plan-names'
import type { DataColumn, DataTable, TableCatalogue } from '../tables/data-table'
import { ToolFailure } from '../tool-failure'

interface Place {
  readonly table: DataTable
  readonly column: DataColumn
}

type Asked = Pick<RecordLookupArguments, 'value' | 'table' | 'column'>

const mostNamed = 10

/**
 * The names of the table and the column that hold a value, where the caller does not say both. A column that tells rows apart comes before one
 * that does not: an order's number stands once among the orders, and often among the deliveries. Throws ToolFailure INVALID_INPUT where it stands
 * in several tables, or in none.
 */
export async function placeOfValue(
  { value, table, column }: Asked,
  catalogue: TableCatalogue,
  signal: AbortSignal,
): Promise<{ readonly table: string; readonly column: string }> {
  const all = catalogue.tables()
  if (table !== undefined && column !== undefined) return { table, column }
  const places: Place[] = []
  for (const one of table === undefined ? all : [findTable(table, all)]) {
    signal.throwIfAborted()
    const found = await columnsWith(value, one, catalogue)
    places.push(
      ...found
        .filter(({ header }) => column === undefined || header === column)
        .map((of) => ({ table: one, column: of })),
    )
  }
  const keys = places.filter(({ table: { rowCount }, column: { distinct } }) => distinct === rowCount)
  const [best, ...others] = keys.length > 0 ? keys : places
  const elsewhere = others.filter((other) => other.table !== best?.table)
  if (!best || elsewhere.length > 0)
    throw notOne(value, best ? [best, ...elsewhere].map((one) => tableName(one.table, all)) : [])
  const isOnly = best.table.columns.filter(({ header }) => header === best.column.header).length === 1
  return { table: tableName(best.table, all), column: isOnly ? best.column.header : best.column.id }
}

async function columnsWith(value: string, table: DataTable, catalogue: TableCatalogue): Promise<DataColumn[]> {
  const columns = table.columns.filter(({ kind }) => kind === 'text')
  const lists = await catalogue.valuesLike(
    table.id,
    columns.map(({ id }) => id),
    [value],
    1,
  )
  return columns.filter((_, at) => (lists[at] ?? []).length > 0)
}

function notOne(value: string, tables: readonly string[]): ToolFailure {
  if (tables.length === 0) {
    return new ToolFailure(
      'INVALID_INPUT',
      {
        en: `No table of the documents has “${value}” in a column of texts.`,
        zh: `文档的表格中没有文本列含有“${value}”。`,
      },
      { en: 'Name the table and the column.', zh: '请指明表格和列。' },
    )
  }
  const names = tables.slice(0, mostNamed)
  return new ToolFailure(
    'INVALID_INPUT',
    {
      en: `“${value}” stands in several tables: ${names.map((name) => `“${name}”`).join(', ')}.`,
      zh: `“${value}”出现在多个表格中：${names.map((name) => `“${name}”`).join('、')}。`,
    },
    { en: 'Name one of them.', zh: '请指明其中一个。' },
  )
}
