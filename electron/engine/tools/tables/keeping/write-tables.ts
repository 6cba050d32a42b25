import type { DuckDBAppender, DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api'
import { countRows, rowText } from '../reading/raw-table'
import { isBlank, isMissing } from '../typing/word-cells'
import { valueOf } from '../typing/column-profile'
import { currencyOf } from '../typing/currencies'
import type { TypedColumn, TypedTable } from '../typing/type-table'
import { allowEncrypting, attachOptions, type DuckDBFile, loadDuckDB, openInMemory, quoted } from './duckdb'
import type { StoredColumn, StoredTable } from './stored-table'

const rowsAtOnce = 2048
const mostSamples = 12
const mostDistinct = 10_000
const longestSample = 80
const wideCell = /[\uff01-\uff5e\u3000]|^\s|\s$/u
const limits = { memoryMb: 1024, threads: 2 }
/** Bytes; DuckDB's smallest, as most tables are small. */
const blockSize = 16_384

export interface WriteOptions {
  /** What the tables are kept under; the file says it too, so that none is taken for another. */
  readonly key: string
  readonly text: string
  readonly isCut: boolean
}

/**
 * Writes tables into a new database file, one table each: `t1` with `r` (place of the row), `s` and `e` (its characters), `p` (its row in
 * a sheet), `k` (1 where it adds up others), and for each column `c1` (typed), `x1` (as shown; not for text) and, where
 * units differ, `u1`; and `kept`, with the key. Nothing of it is read from outside; what was at its path before must be gone.
 */
export async function writeTables(
  file: DuckDBFile,
  tables: readonly TypedTable[],
  { key, text, isCut }: WriteOptions,
): Promise<StoredTable[]> {
  const { connection, close } = await openInMemory(limits)
  try {
    if (file.key !== undefined) await allowEncrypting(connection)
    await connection.run(`ATTACH ${quoted(file.path)} AS d (${attachOptions(file, [`BLOCK_SIZE ${blockSize}`])})`)
    const stored: StoredTable[] = []
    for (const [at, table] of tables.entries())
      stored.push(await writeTable(connection, `t${at + 1}`, table, { text, isCut }))
    await connection.run(`CREATE TABLE d.kept AS SELECT ${quoted(key)} AS key`)
    await connection.run('CHECKPOINT d')
    await connection.run('DETACH d')
    return stored
  } finally {
    close()
  }
}

interface SqlColumn {
  readonly name: string
  readonly type: string
  readonly duckdb: DuckDBType
}

async function writeTable(
  connection: DuckDBConnection,
  id: string,
  table: TypedTable,
  options: Omit<WriteOptions, 'key'>,
): Promise<StoredTable> {
  const { columns, raw } = table
  const duckdb = await loadDuckDB()
  const sql = await sqlColumns(columns)
  await connection.run(`CREATE TABLE d.${id} (${sql.map(({ name, type }) => `${name} ${type}`).join(', ')})`)
  const appender = await connection.createAppender(id, 'main', 'd')
  const types = sql.map((one) => one.duckdb)
  const rows = new TableRows(table, options.text)
  for (let from = table.headerRows; from < countRows(raw); from += rowsAtOnce) {
    const to = Math.min(countRows(raw), from + rowsAtOnce)
    const values = rows.read(from, to, (ms) => new duckdb.DuckDBTimestampValue(BigInt(ms) * 1000n))
    append(appender, duckdb, { types, values, count: to - from })
  }
  appender.flushSync()
  appender.closeSync()
  const { spans, place } = raw
  return {
    id,
    name: raw.name,
    columns: await Promise.all(
      columns.map(async (column, at) => storedColumn(connection, { table: id, column, at, rows })),
    ),
    rowCount: countRows(raw) - table.headerRows - table.totals.size,
    totalRows: table.totals.size,
    start: spans[0] ?? 0,
    end: spans.at(-1) ?? 0,
    place: placeOf(table),
    sheet: place ? { name: place.sheet, left: place.left, right: place.right } : null,
    isCut: options.isCut,
  }
}

function append(
  appender: DuckDBAppender,
  duckdb: Awaited<ReturnType<typeof loadDuckDB>>,
  { types, values, count }: { types: readonly DuckDBType[]; values: readonly DuckDBValue[][]; count: number },
): void {
  const chunk = duckdb.DuckDBDataChunk.create(types, count)
  chunk.setColumns(values)
  appender.appendDataChunk(chunk)
}

async function sqlColumns(columns: readonly TypedColumn[]): Promise<SqlColumn[]> {
  const { BOOLEAN, DOUBLE, INTEGER, TIMESTAMP, VARCHAR } = await loadDuckDB()
  const places = ['r', 's', 'e', 'p', 'k'].map((name) => ({ name, type: 'INTEGER', duckdb: INTEGER }))
  const own = columns.flatMap(({ type, units, currencyAt }, index) => {
    const at = index + 1
    if (type.kind === 'text') return [{ name: `c${at}`, type: 'VARCHAR', duckdb: VARCHAR }]
    const number = {
      type: type.kind === 'number' && type.decimals !== null ? `DECIMAL(18, ${type.decimals})` : 'DOUBLE',
      duckdb: DOUBLE,
    }
    const date = { type: type.kind === 'date' && type.hasTime ? 'TIMESTAMP' : 'DATE', duckdb: TIMESTAMP }
    const boolean = { type: 'BOOLEAN', duckdb: BOOLEAN }
    const typed = type.kind === 'number' ? number : type.kind === 'date' ? date : boolean
    const unit =
      units.length > 0 || currencyAt !== undefined ? [{ name: `u${at}`, type: 'VARCHAR', duckdb: VARCHAR }] : []
    return [{ name: `c${at}`, ...typed }, { name: `x${at}`, type: 'VARCHAR', duckdb: VARCHAR }, ...unit]
  })
  return [...places, ...own]
}

/** Reads rows of a table as values by column, and counts what it could not read. */
class TableRows {
  readonly unreadable: number[]
  readonly units: Set<string>[]
  readonly wide: boolean[]

  constructor(
    private readonly table: TypedTable,
    private readonly text: string,
  ) {
    this.unreadable = table.columns.map(() => 0)
    this.units = table.columns.map(() => new Set())
    this.wide = table.columns.map(() => false)
  }

  read(from: number, to: number, dateOf: (ms: number) => DuckDBValue): DuckDBValue[][] {
    const { raw, columns, totals } = this.table
    const places: DuckDBValue[][] = [[], [], [], [], []]
    const [r = [], s = [], e = [], p = [], k = []] = places
    const own: DuckDBValue[][][] = columns.map((column) => this.#lists(column))
    for (let row = from; row < to; row += 1) {
      r.push(row)
      s.push(raw.spans[row * 2] ?? 0)
      e.push(raw.spans[row * 2 + 1] ?? 0)
      p.push(raw.place?.rowNumbers[row] ?? 0)
      k.push(totals.has(row) ? 1 : 0)
      const cells = raw.cellsOf(rowText(this.text, raw, row))
      for (const [at, column] of columns.entries())
        this.#put(cells, { at, column, lists: own[at] ?? [], dateOf, isTotal: totals.has(row) })
    }
    return [...places, ...own.flat()]
  }

  #lists({ type, units, currencyAt }: TypedColumn): DuckDBValue[][] {
    if (type.kind === 'text') return [[]]
    return units.length > 0 || currencyAt !== undefined ? [[], [], []] : [[], []]
  }

  #put(
    cells: readonly string[],
    {
      at,
      column,
      lists,
      dateOf,
      isTotal,
    }: {
      at: number
      column: TypedColumn
      lists: DuckDBValue[][]
      dateOf: (ms: number) => DuckDBValue
      isTotal: boolean
    },
  ): void {
    const [typed = [], shown, unit] = lists
    const cell = cells[column.at] ?? ''
    const read = valueOf(cell, column.type)
    const value = read?.value ?? null
    typed.push(column.type.kind === 'date' && typeof value === 'number' ? dateOf(value) : value)
    const isEmpty = isBlank(cell) || (read === null && isMissing(cell))
    shown?.push(isEmpty ? null : cell)
    if (read === null && !isEmpty && !isTotal) this.unreadable[at] = (this.unreadable[at] ?? 0) + 1
    if (!this.wide[at] && wideCell.test(cell)) this.wide[at] = true
    if (!unit) return
    const said = column.currencyAt === undefined ? read?.unit : this.#currency(cells[column.currencyAt] ?? '')
    unit.push(said === null || said === undefined || read === null ? null : column.unitName(said))
    if (read && said && !isTotal) this.units[at]?.add(column.unitName(said))
  }

  #currency(cell: string): string | null {
    return isBlank(cell) ? null : (currencyOf(cell) ?? cell)
  }
}

async function storedColumn(
  connection: DuckDBConnection,
  { table, column, at, rows }: { table: string; column: TypedColumn; at: number; rows: TableRows },
): Promise<StoredColumn> {
  const { type } = column
  const shown = type.kind === 'text' ? `c${at + 1}` : `x${at + 1}`
  const from = `FROM d.${table} WHERE k = 0 AND ${shown} IS NOT NULL`
  const often = await connection.runAndReadAll(
    `SELECT ${shown} ${from} GROUP BY 1 ORDER BY count(*) DESC, min(r) LIMIT ${mostSamples}`,
  )
  const many = await connection.runAndReadAll(
    `SELECT count(*) FROM (SELECT DISTINCT ${shown} ${from} LIMIT ${mostDistinct})`,
  )
  const units = [...(rows.units[at] ?? [])]
  return {
    id: `c${at + 1}`,
    header: column.header,
    kind: type.kind,
    unit: units.length > 1 ? null : (units[0] ?? column.unit),
    isMixedUnit: units.length > 1,
    unreadable: rows.unreadable[at] ?? 0,
    samples: often
      .getRowsJson()
      .flatMap(([value]) => (typeof value === 'string' ? [value.slice(0, longestSample)] : [])),
    distinct: Number(many.getRowsJson()[0]?.[0] ?? 0),
    hasTime: type.kind === 'date' && type.hasTime,
    decimals: type.kind === 'number' ? type.decimals : null,
    isDayMonthUnsure: type.kind === 'date' && type.isOrderUnsure,
    isWide: rows.wide[at] ?? true,
  }
}

/** The whole table as formulas call it; null outside sheets, and where the numbers of its rows are not known. */
function placeOf({ raw, headerRows }: TypedTable): string | null {
  const { place } = raw
  const [first, last] = [place?.rowNumbers[headerRows] ?? 0, place?.rowNumbers.at(-1) ?? 0]
  return place && first > 0 && last > 0 ? `${place.sheet}!${place.left}${first}:${place.right}${last}` : null
}
