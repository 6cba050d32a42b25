import { countRows, type RawTable, rowText } from '../reading/raw-table'
import { isBlank } from './word-cells'
import { ColumnProfile, type ColumnType, valueOf } from './column-profile'
import { currencyOf } from './currencies'
import { headerUnit, isCurrencyHeader, isMoneyHeader } from './header-words'
import type { DayOrder } from './read-date'
import { namesColumns, uniqueNames } from './table-names'
import { TotalRows } from './total-rows'

/** Rows of a table without a header that are looked at for one. */
const lookedForHeader = 20
/** Tables of more columns are read up to here. */
export const mostColumns = 200
const enough = 0.9

/** A column as it was decided to be read. */
export interface TypedColumn {
  /** Its place among the cells of a row. */
  readonly at: number
  readonly header: string
  readonly type: ColumnType
  readonly unit: string | null
  /** Units of which each number says its own; empty for one or none. */
  readonly units: readonly string[]
  /** The spelling a unit is called by. */
  readonly unitName: (unit: string) => string
  /** Place of the column that says the currency of these amounts. */
  readonly currencyAt: number | undefined
}

/** What was found out of a table, ready to be read cell by cell. */
export interface TypedTable {
  readonly raw: RawTable
  readonly columns: readonly TypedColumn[]
  /** Rows at the beginning that name the columns, where the document does not say so. */
  readonly headerRows: number
  /** Places of rows that add up others. */
  readonly totals: ReadonlySet<number>
}

/** Types a table; undefined for one that has fewer than two columns, or no rows. */
export function typeTable(text: string, raw: RawTable): TypedTable | undefined {
  const rows = countRows(raw)
  const { header, headerRows } = headerOf(text, raw)
  const isNamed = raw.header !== undefined || headerRows > 0
  if (rows - headerRows < (isNamed ? 1 : 2)) return undefined
  const profiles = profile(text, raw, { header, headerRows })
  const order = tableOrder(profiles)
  const types = profiles.map((one) => one.decide(order))
  const names = uniqueNames(header, profiles.length)
  const used = profiles.flatMap((one, at) => (one.filled > 0 || (header[at] ?? '') !== '' ? [at] : []))
  if (used.length < 2) return undefined
  const currencyAt = currencyColumn(text, raw, { profiles, types, headerRows })
  const columns = used.map((at) =>
    columnOf(at, { name: names[at] ?? '', profile: profiles[at], type: types[at], currencyAt }),
  )
  return { raw, columns, headerRows, totals: totalsOf(text, raw, { types, headerRows }) }
}

function headerOf(text: string, raw: RawTable): { header: readonly string[]; headerRows: number } {
  if (raw.header) return { header: raw.header.slice(0, mostColumns), headerRows: 0 }
  const rows = Math.min(countRows(raw), lookedForHeader)
  const cells = Array.from({ length: rows }, (_, row) => raw.cellsOf(rowText(text, raw, row)).slice(0, mostColumns))
  const [first = [], ...body] = cells
  return namesColumns(first, body) ? { header: first, headerRows: 1 } : { header: [], headerRows: 0 }
}

function profile(
  text: string,
  raw: RawTable,
  { header, headerRows }: { header: readonly string[]; headerRows: number },
): ColumnProfile[] {
  const profiles = header.map((name) => new ColumnProfile(name))
  for (let row = headerRows; row < countRows(raw); row += 1) {
    const cells = raw.cellsOf(rowText(text, raw, row))
    for (let at = 0; at < cells.length && at < mostColumns; at += 1) {
      let one = profiles[at]
      while (!one) {
        profiles.push(new ColumnProfile(''))
        one = profiles[at]
      }
      one.add(cells[at] ?? '')
    }
  }
  return profiles
}

/** The order of day and month that any column of the table proves. */
function tableOrder(profiles: readonly ColumnProfile[]): DayOrder | null {
  const sum = (order: DayOrder) => profiles.reduce((total, { orders }) => total + orders[order], 0)
  const [day, month] = [sum('day first'), sum('month first')]
  return day === month ? null : day > month ? 'day first' : 'month first'
}

interface Decided {
  readonly name: string
  readonly profile: ColumnProfile | undefined
  readonly type: ColumnType | undefined
  readonly currencyAt: number | undefined
}

function columnOf(at: number, { name, profile, type = { kind: 'text' }, currencyAt }: Decided): TypedColumn {
  const none = { unit: null, units: [], unitName: (unit: string) => unit, currencyAt: undefined }
  if (type.kind !== 'number' || !profile) return { at, header: name, type, ...none }
  const counted = profile.unitsOf(type.decimal)
  const names = counted.names()
  const own = names.length === 0 ? headerUnit(profile.header) : null
  const isPriced = names.length === 0 && own === null && currencyAt !== undefined && isMoneyHeader(profile.header)
  return {
    ...{ at, header: name, type },
    unit: names.length > 1 ? null : (names[0] ?? own),
    units: names.length > 1 ? names : [],
    unitName: (unit) => counted.nameOf(unit),
    currencyAt: isPriced ? currencyAt : undefined,
  }
}

/** The one column that says which currency a row's amounts are in. */
function currencyColumn(
  text: string,
  raw: RawTable,
  found: { profiles: readonly ColumnProfile[]; types: readonly ColumnType[]; headerRows: number },
): number | undefined {
  const { profiles, types, headerRows } = found
  const looked = Math.min(countRows(raw), headerRows + 200)
  const places = profiles.flatMap((one, at) => {
    if (types[at]?.kind !== 'text' || one.filled === 0) return []
    let filled = 0
    let currencies = 0
    for (let row = headerRows; row < looked; row += 1) {
      const cell = raw.cellsOf(rowText(text, raw, row))[at] ?? ''
      if (isBlank(cell)) continue
      filled += 1
      if (currencyOf(cell) !== undefined || (isCurrencyHeader(one.header) && /^[A-Z]{3}$/u.test(cell))) currencies += 1
    }
    return filled > 0 && currencies >= filled * enough ? [at] : []
  })
  return places.length === 1 ? places[0] : undefined
}

function totalsOf(
  text: string,
  raw: RawTable,
  { types, headerRows }: { types: readonly ColumnType[]; headerRows: number },
): ReadonlySet<number> {
  const numbers = types.flatMap((type, at) => (type.kind === 'number' ? [at] : []))
  const rows = countRows(raw)
  if (numbers.length === 0 || rows - headerRows < 2) return new Set()
  const finder = new TotalRows(rows - headerRows, numbers)
  for (let row = headerRows; row < rows; row += 1) {
    const cells = raw.cellsOf(rowText(text, raw, row))
    const value = (at: number) => Number(valueOf(cells[at] ?? '', types[at] ?? { kind: 'text' })?.value ?? NaN)
    finder.add(cells, numbers.map(value))
  }
  return new Set(finder.finish().map((row) => row + headerRows))
}
