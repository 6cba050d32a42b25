import { cellText, isNumeric } from '../tables/table'
import type { CellRange, Sheet, SheetRow } from './read-sheets'

/** A table inside a sheet. */
export interface SheetTable {
  /** What stands above it in cells of their own. */
  readonly titles: readonly string[]
  /** Names of its columns; undefined where none are given. */
  readonly header: readonly string[] | undefined
  readonly rows: readonly SheetRow[]
  /** First and last column, 0-based. */
  readonly left: number
  readonly right: number
}

/** More rows than this above the values are no header. */
const maxHeaderRows = 3

/** The tables of a sheet, from above and from the left: empty rows and columns stand between them. */
export function tablesIn({ rows, merged }: Sheet): SheetTable[] {
  const filled = fillMerged(rows, merged)
  const used = new Set(filled.flatMap(({ cells }) => [...cells.keys()].filter((column) => cells[column] !== '')))
  const tables: SheetTable[] = []
  for (const band of bandsOf(filled)) {
    for (const [left, right] of columnGroups(band)) {
      // A column that only keeps others apart is none.
      const columns = range(left, right).filter((column) => used.has(column))
      const part = band.map(({ number, cells }) => ({ number, cells: columns.map((column) => cells[column] ?? '') }))
      const inside = part.filter(({ cells }) => cells.some((text) => text !== ''))
      const spans = spansIn(columns, merged)
      const table = readTable(inside, { left, right }, spans)
      const joined = joinTables(tables.at(-1), table, spans)
      if (joined) tables.pop()
      tables.push(joined ?? table)
    }
  }
  return tables
}

/** Two tables that only an empty row divides, as one; undefined where they are two. */
function joinTables(
  before: SheetTable | undefined,
  after: SheetTable,
  spans: readonly CellRange[],
): SheetTable | undefined {
  if (!before || after.header || after.titles.length > 0 || after.left !== before.left) return undefined
  const together = { ...before, right: Math.max(before.right, after.right), rows: [...before.rows, ...after.rows] }
  // Words between tables of numbers head the next one.
  if (before.header) return isWords(after) && !isWords(before) ? undefined : together
  if (!isWords(before) || before.rows.length > maxHeaderRows) return undefined
  if (isWords(after)) return together.rows.length > maxHeaderRows ? undefined : together
  const { titles, header } = namedBy(before.rows, spans)
  return { ...together, titles: [...before.titles, ...titles], header, rows: after.rows }
}

function isWords({ rows }: SheetTable): boolean {
  return rows.every(({ cells }) => cells.every(isText))
}

/** Rows that stand apart above a table: names of its columns, or what is said of it above the last of them. */
function namedBy(rows: readonly SheetRow[], spans: readonly CellRange[]): Pick<SheetTable, 'titles' | 'header'> {
  const isName = ({ cells }: SheetRow) => {
    const filled = cells.filter((text) => text !== '').length
    return filled > 1 && filled * 2 > cells.length
  }
  const from = rows.findIndex(isName)
  const names = from < 0 ? [] : rows.slice(from)
  const header = names.length === 0 ? undefined : namesFrom(names, spans)
  const isGood = header !== undefined && areNames(header)
  const said = isGood ? rows.slice(0, from) : rows
  return {
    titles: said.flatMap(({ cells }) => cells.filter((text) => text !== '')),
    header: isGood ? header : undefined,
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

/** Merged cells over several of these columns, by their places among them. */
function spansIn(columns: readonly number[], merged: readonly CellRange[]): CellRange[] {
  return merged.flatMap((one) => {
    const inside = columns.flatMap((column, at) => (one.left <= column && column <= one.right ? [at] : []))
    const [left, right] = [inside[0], inside.at(-1)]
    return left === undefined || right === undefined || left === right ? [] : [{ ...one, left, right }]
  })
}

/** A merged cell's text holds for all its rows; across columns it stands once, in the first. */
function fillMerged(rows: readonly SheetRow[], merged: readonly CellRange[]): SheetRow[] {
  const byNumber = new Map(rows.map((row): [number, string[]] => [row.number, [...row.cells]]))
  for (const { top, left, bottom } of merged) {
    const text = byNumber.get(top)?.[left] ?? ''
    for (let number = top + 1; text !== '' && number <= bottom; number += 1) {
      const cells = byNumber.get(number)
      if (!cells) continue
      while (cells.length <= left) cells.push('')
      cells[left] ||= text
    }
  }
  return rows.map(({ number }) => ({ number, cells: byNumber.get(number) ?? [] }))
}

/** Rows without an empty one between them. */
function bandsOf(rows: readonly SheetRow[]): SheetRow[][] {
  const bands: SheetRow[][] = []
  for (const row of rows) {
    const last = bands.at(-1)
    if (last && last.at(-1)?.number === row.number - 1) last.push(row)
    else bands.push([row])
  }
  return bands
}

/** First and last columns of what stands side by side in a band with an empty column between. */
function columnGroups(band: readonly SheetRow[]): [number, number][] {
  const groups: [number, number][] = []
  const width = Math.max(...band.map(({ cells }) => cells.length))
  for (let column = 0; column < width; column += 1) {
    if (!band.some(({ cells }) => (cells[column] ?? '') !== '')) continue
    const last = groups.at(-1)
    if (last && last[1] === column - 1) last[1] = column
    else groups.push([column, column])
  }
  return areTables(groups, band) ? groups : groups.length > 0 ? [[groups[0]?.[0] ?? 0, groups.at(-1)?.[1] ?? 0]] : []
}

/** An empty column may only keep columns of one table apart: of two tables each has several rows, and names them. */
function areTables(groups: readonly (readonly [number, number])[], band: readonly SheetRow[]): boolean {
  return groups.every(([left, right]) => {
    const rows = band.filter(({ cells }) => cells.slice(left, right + 1).filter((text) => text !== '').length > 1)
    const named = rows.filter(({ cells }) => /\p{L}/u.test(cells[left] ?? ''))
    return right > left && rows.length > 1 && named.length * 2 > rows.length
  })
}

function readTable(
  part: readonly SheetRow[],
  { left, right }: Pick<SheetTable, 'left' | 'right'>,
  spans: readonly CellRange[],
): SheetTable {
  const count = ({ cells }: SheetRow) => cells.filter((text) => text !== '').length
  const firstWide = part.findIndex((row) => count(row) > 1)
  // Text alone, such as notes, or a title over columns.
  const above = firstWide < 0 ? part.length : firstWide
  const titles = part.slice(0, above).flatMap(({ cells }) => cells.filter((text) => text !== ''))
  const rest = part.slice(above)
  const height = headerHeight(rest, spans)
  const header = height === 0 ? undefined : namesFrom(rest.slice(0, height), spans)
  return { titles, header, rows: rest.slice(height), left, right }
}

/** How many of the first rows name the columns: one, or more where a name spans several columns that the next row names. */
function headerHeight(rows: readonly SheetRow[], spans: readonly CellRange[]): number {
  let best = 0
  for (let height = 1; height <= Math.min(maxHeaderRows, rows.length - 1); height += 1) {
    const last = rows[height - 1]
    if (!last?.cells.every(isText)) break
    if (areNames(namesFrom(rows.slice(0, height), spans))) best = height
    if (!spans.some(({ top }) => top === last.number)) break
  }
  return best
}

const isText = (text: string) => !isNumeric(text) || year.test(text)
const year = /^(?:1[5-9]|20)\d{2}$/u
const longestName = 120

/** Whether words name columns: most columns, each another way. */
function areNames(names: readonly string[]): boolean {
  const given = names.filter((name) => name !== '')
  const areShort = given.every((name) => name.length <= longestName)
  // A year names a column only behind the one that holds the names of rows.
  return (
    areShort && !year.test(names[0] ?? '') && given.length * 2 > names.length && new Set(given).size === given.length
  )
}

/** Names of columns from the rows above them. One that spans columns is the first one's, and stands before each name below it. */
function namesFrom(rows: readonly SheetRow[], spans: readonly CellRange[]): string[] {
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  return range(0, width - 1).map((column) => {
    const parts = rows.map(({ number, cells }, at) => {
      const span = spans.find((one) => one.top === number && one.left <= column && column <= one.right)
      return cellText(cells[at < rows.length - 1 ? (span?.left ?? column) : column] ?? '')
    })
    return [...new Set(parts)].filter(Boolean).join(' / ')
  })
}
