import { attribute, type Element, findElement, isElement, isInvisible, textOf } from './html-tree'
import { cellText, isHeaderRow, isNumeric } from '../tables/table'

/** What a table says: its rows as a full grid, and the names of its columns where it has them. */
export interface HtmlTable {
  readonly header: string[] | undefined
  readonly rows: string[][]
}

interface Cell {
  readonly text: string
  readonly isHeader: boolean
  readonly isBold: boolean
  readonly columns: number
  readonly rows: number
}

const mostColumns = 200
const longestCell = 600

/** A data table with spans filled in and header rows joined; undefined for a table that only lays out a page. */
export function readTable(table: Element): HtmlTable | undefined {
  if (findElement(table, (element) => element.tagName === 'table' || /^h[1-6]$/u.test(element.tagName)))
    return undefined
  const rows = rowElements(table).map((row) => ({ inHead: row.inHead, cells: readCells(row.element) }))
  const filled = rows.filter((row) => row.cells.some((cell) => cell.text !== ''))
  const width = Math.max(0, ...filled.map((row) => row.cells.length))
  if (width < 2 || filled.some((row) => row.cells.some((cell) => cell.text.length > longestCell))) return undefined
  const headers = countHeaders(filled)
  if (filled.length < 2 && headers === 0) return undefined
  const grid = fillGrid(filled.map((row) => row.cells))
  const header = joinHeaders(grid.names.slice(0, headers))
  // One name over all columns is a title, not a header.
  if (new Set(header.filter(Boolean)).size < 2) return { header: undefined, rows: withoutEmptyColumns(grid.values) }
  return { header, rows: grid.values.slice(headers) }
}

/** Columns that only make room, as in tables laid out for print. */
function withoutEmptyColumns(rows: readonly string[][]): string[][] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const used = Array.from({ length: width }, (_, column) => rows.some((row) => (row[column] ?? '') !== ''))
  return rows.map((row) => row.filter((_, column) => used[column]))
}

function rowElements(table: Element): { element: Element; inHead: boolean }[] {
  const rows: { element: Element; inHead: boolean }[] = []
  for (const child of table.childNodes) {
    if (!isElement(child) || isInvisible(child)) continue
    if (child.tagName === 'tr') rows.push({ element: child, inHead: false })
    for (const row of child.childNodes) {
      if (isElement(row) && row.tagName === 'tr' && !isInvisible(row)) {
        rows.push({ element: row, inHead: child.tagName === 'thead' })
      }
    }
  }
  return rows
}

function readCells(row: Element): Cell[] {
  const cells: Cell[] = []
  for (const child of row.childNodes) {
    if (!isElement(child) || (child.tagName !== 'td' && child.tagName !== 'th') || isInvisible(child)) continue
    const text = cellText(textOf(child, ' '))
    const strong = findElement(child, (element) => element.tagName === 'strong' || element.tagName === 'b')
    cells.push({
      text,
      isHeader: child.tagName === 'th',
      isBold: strong !== undefined && cellText(textOf(strong)).length >= text.length * 0.8,
      columns: span(child, 'colspan'),
      rows: span(child, 'rowspan'),
    })
  }
  return cells
}

function span(cell: Element, name: string): number {
  const value = Number.parseInt(attribute(cell, name) ?? '1', 10)
  return Number.isFinite(value) ? Math.min(Math.max(value, 1), mostColumns) : 1
}

/** How many rows at the top name the columns: marked ones, or a first row that looks like it. */
function countHeaders(rows: readonly { inHead: boolean; cells: readonly Cell[] }[]): number {
  const isMarked = (row: { inHead: boolean; cells: readonly Cell[] }): boolean =>
    row.inHead || (row.cells.length > 0 && row.cells.every((cell) => cell.isHeader || cell.text === ''))
  const firstBody = rows.findIndex((row) => !isMarked(row))
  if (firstBody !== 0) return Math.min(firstBody === -1 ? 1 : firstBody, 4)
  const [first, ...body] = rows
  if (!first || body.length === 0) return 0
  const texts = first.cells.map((cell) => cell.text)
  const named = first.cells.every((cell) => cell.isBold || cell.text === '') && texts.filter(Boolean).length > 1
  if (named && !body.some((row) => row.cells.every((cell) => cell.isBold || cell.text === ''))) return 1
  if (!isHeaderRow(texts) || texts.some((text) => text.length > 60 || /[:：]$/u.test(text))) return 0
  // Two columns without numbers are as often names and values as a header and its rows.
  return texts.length >= 3 || body.some((row) => row.cells.some((cell) => isNumeric(cell.text))) ? 1 : 0
}

/** Spread-out cells: `values` keeps a wide cell's text once, `names` repeats it over every column it spans. */
function fillGrid(rows: readonly (readonly Cell[])[]): { values: string[][]; names: string[][] } {
  const values = rows.map((): string[] => [])
  const names = rows.map((): string[] => [])
  for (const [at, cells] of rows.entries()) {
    let column = 0
    for (const cell of cells) {
      while (names[at]?.[column] !== undefined) column += 1
      for (let down = 0; down < cell.rows && at + down < rows.length; down += 1) {
        for (let across = 0; across < cell.columns && column + across < mostColumns; across += 1) {
          const name = names[at + down]
          const value = values[at + down]
          if (name) name[column + across] = cell.text
          if (value) value[column + across] = across === 0 ? cell.text : ''
        }
      }
      column += cell.columns
    }
  }
  const fill = (row: string[]): string[] => Array.from(row, (text: string | undefined) => text ?? '')
  return { values: values.map(fill), names: names.map(fill) }
}

function joinHeaders(rows: readonly string[][]): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, column) =>
    [...new Set(rows.map((row) => row[column] ?? '').filter(Boolean))].join(' '),
  )
}
