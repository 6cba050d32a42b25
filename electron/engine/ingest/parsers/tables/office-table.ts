import type { StructureBuilder } from '../structure/structure-builder'
import { addTable, cellText, isHeaderRow, isNumeric } from './table'

/** In UTF-16 units: a longer cell is prose that a table only puts in its place. */
export const longestCell = 600
/** No cell reaches over more columns than this, whatever a file says. */
export const mostColumns = 200

/**
 * Writes a table of an office document; `grid` has the cells of each row, and `isHeaderMarked` says whether the file calls the
 * first row its header. One that only lays out text is written as paragraphs.
 */
export function addGrid(builder: StructureBuilder, grid: readonly (readonly string[])[], isHeaderMarked = false): void {
  const written = grid.filter((row) => row.some((cell) => cellText(cell) !== ''))
  const caption = captionOf(written)
  if (caption !== undefined) builder.add('paragraph', caption)
  const rows = caption === undefined ? written : written.slice(1)
  const [first = [], ...body] = rows
  const isLayout =
    rows.every((row) => row.length < 2) || rows.some((row) => row.some((cell) => cell.length > longestCell))
  if (isLayout) {
    for (const cell of rows.flat()) {
      if (builder.isFull) return
      builder.add('paragraph', cell)
    }
  } else if (body.length > 0 && isHeaderRow(first) && (isHeaderMarked || looksNamed(first, body))) {
    addTable(builder, body, first)
  } else addTable(builder, rows, undefined)
}

/** A first row of one cell over all columns names the table, not its columns. */
function captionOf([first = [], ...body]: readonly (readonly string[])[]): string | undefined {
  const filled = (row: readonly string[]) => row.filter((cell) => cellText(cell) !== '')
  const isCaption = filled(first).length === 1 && cellText(first[0] ?? '') !== ''
  return isCaption && body.length > 0 && body.every((row) => filled(row).length > 1) ? first[0] : undefined
}

/** Two columns without numbers are as often names and values as a header and its rows. */
function looksNamed(first: readonly string[], body: readonly (readonly string[])[]): boolean {
  if (first.some((cell) => cell.length > 60 || /[:：]\s*$/u.test(cell))) return false
  return first.length >= 3 || body.some((row) => row.some((cell) => isNumeric(cellText(cell))))
}
