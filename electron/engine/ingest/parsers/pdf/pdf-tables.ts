import { isHeaderRow, isNumeric } from '../tables/table'
import { lineText } from './pdf-compose'
import type { Line, Segment } from './pdf-lines'
import type { Paragraph } from './pdf-paragraphs'

/** Header rows of more lines are text in columns. */
const mostHeaderRows = 3
const fewestRows = 2
const longestName = 60

/** The names of the columns above each row of a table, as one row `a | b | c`; none for rows of a table without a header. */
export function columnNames(paragraphs: readonly Paragraph[]): Map<Paragraph, string> {
  const names = new Map<Paragraph, string>()
  for (let at = 0; at < paragraphs.length; at += 1) {
    let end = at
    while (paragraphs[end]?.kind === 'table_row') end += 1
    if (end === at) continue
    const rows = paragraphs.slice(at, end)
    const lines = rows.flatMap((row) => row.lines.slice(0, 1))
    const header = headerOf(lines)
    const isWhole = (row: Paragraph): boolean => row.lines[0]?.segments.length === header?.columns
    // Of a row that lacks a cell nobody knows which.
    if (header) for (const row of rows.slice(header.rows).filter(isWhole)) names.set(row, header.names)
    at = end
  }
  return names
}

function headerOf(lines: readonly Line[]): { rows: number; columns: number; names: string } | undefined {
  const rows = countHeaderRows(lines)
  const body = lines.slice(rows)
  const columns = columnsOfRows(body)
  if (rows === 0 || columns.length < 2 || body.length < fewestRows) return undefined
  const found = namesAbove(columns, lines.slice(0, rows))
  // The first column, of the rows' own names, often has none.
  const names = found[0] === '' ? found.slice(1) : found
  const areNames = names.length > 0 && names.every((name) => /\p{L}/u.test(name) && name.length <= longestName)
  return areNames && isHeaderRow(names) ? { rows, columns: columns.length, names: names.join(' | ') } : undefined
}

/** The rows above the first with a number; where no cell is one, a first row in another font than the next two. */
function countHeaderRows(lines: readonly Line[]): number {
  const first = lines.findIndex(({ segments }) => segments.some((cell) => isNumeric(textOf(cell))))
  if (first >= 0) return first <= mostHeaderRows ? first : 0
  const [head, one, two] = lines
  return head && one && two && head.font !== one.font && head.font !== two.font ? 1 : 0
}

interface Extent {
  readonly left: number
  readonly right: number
}

/** Where the columns of a table stand: by its rows of the commonest number of cells. */
function columnsOfRows(lines: readonly Line[]): Extent[] {
  const count = commonest(lines.map((line) => line.segments.length))
  const whole = lines.filter((line) => line.segments.length === count)
  return Array.from({ length: count }, (_, at) => ({
    left: Math.min(...whole.map((line) => line.segments[at]?.left ?? 0)),
    right: Math.max(...whole.map((line) => line.segments[at]?.right ?? 0)),
  }))
}

/** What stands above each column, in one line or several; a cell that reaches over more than one is taken apart by its runs. */
function namesAbove(columns: readonly Extent[], lines: readonly Line[]): string[] {
  const names = columns.map(() => '')
  const put = (text: string, extent: Extent): void => {
    const at = nearest(columns, extent)
    names[at] = `${names[at]} ${text}`.trim()
  }
  for (const cell of lines.flatMap((line) => line.segments)) {
    const over = columns.filter(({ left, right }) => cell.left < right && cell.right > left)
    if (over.length < 2) put(textOf(cell), cell)
    else for (const run of cell.runs) put(run.text, { left: run.x, right: run.x + run.width })
  }
  return names
}

function nearest(columns: readonly Extent[], { left, right }: Extent): number {
  const distance = (column: Extent | undefined): number =>
    column ? Math.max(column.left - right, left - column.right, 0) : Number.POSITIVE_INFINITY
  return columns.reduce((best, column, at) => (distance(column) < distance(columns[best]) ? at : best), 0)
}

function textOf(cell: Segment): string {
  const { left, right, y, size, font } = cell
  return lineText({ segments: [cell], left, right, y, size, font })
}

function commonest(counts: readonly number[]): number {
  const times = (count: number): number => counts.filter((each) => each === count).length
  return counts.reduce((best, count) => (times(count) > times(best) ? count : best), counts[0] ?? 0)
}
