import { parse } from 'csv-parse/sync'

export interface RstTable {
  readonly rows: string[][]
  readonly hasHeader: boolean
  /** How many lines it takes. */
  readonly taken: number
}

const gridLine = /^ *\+(?:[-=]+\+)+$/u
const simpleLine = /^ *=+(?: +=+)+$/u

export function isGridTable(line: string): boolean {
  return gridLine.test(line)
}

export function isSimpleTable(lines: readonly string[], at: number): boolean {
  return simpleLine.test(lines[at] ?? '')
}

/** A table drawn with `+`, `-` and `|`. Columns are those of its first line; a cell over several is in the first. */
export function gridTable(lines: readonly string[], at: number): RstTable {
  const table = untilOther(lines, at, (line) => /^ *[+|]/u.test(line))
  const columns = [...(table[0] ?? '').matchAll(/\+/gu)].map(({ index }) => index)
  const rows: string[][] = []
  let open: string[] | undefined
  let header = 0
  for (const line of table) {
    if (/^ *\+[-=+ ]*\+?$/u.test(line)) {
      if (line.includes('=')) header = rows.length + (open ? 1 : 0)
      if (open) rows.push(open)
      open = undefined
    } else {
      const cells = cellsAt(line, columns)
      open = open ? open.map((cell, column) => `${cell} ${cells[column] ?? ''}`.trim()) : cells
    }
  }
  if (open) rows.push(open)
  return { rows, hasHeader: header === 1, taken: table.length }
}

function cellsAt(line: string, columns: readonly number[]): string[] {
  return columns.slice(0, -1).map((start, column) => {
    const end = columns[column + 1] ?? line.length
    return line
      .slice(start + 1, end)
      .replace(/^\||\|$/gu, '')
      .trim()
  })
}

/** A table whose columns are marked by lines of `=`. */
export function simpleTable(lines: readonly string[], at: number): RstTable {
  const rules: number[] = []
  let end = at
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    if (simpleLine.test(line)) rules.push(end)
    else if (line === '' && rules.length > 1 && rules.at(-1) === end - 1) break
  }
  const last = rules.length > 1 ? (rules.at(-1) ?? at) : at
  const columns = [...(lines[at] ?? '').matchAll(/=+/gu)].map(({ index }) => index)
  const rows: string[][] = []
  let header = 0
  for (let place = at + 1; place < last; place += 1) {
    const line = lines[place] ?? ''
    if (rules.includes(place)) header = rows.length
    else if (line !== '' && !/^[ -]*-{2,}[ -]*$/u.test(line)) {
      const cells = columns.map((start, column) => line.slice(start, columns[column + 1] ?? line.length).trim())
      const above = rows.at(-1)
      // A row whose first column is empty goes on.
      if (cells[0] === '' && above)
        for (const [column, cell] of cells.entries()) above[column] = `${above[column] ?? ''} ${cell}`.trim()
      else rows.push(cells)
    }
  }
  return { rows, hasHeader: header === 1, taken: last - at + 1 }
}

/** A table written as a list of lists, or as values between commas. */
export function listTable(lines: readonly string[], kind: string): { rows: string[][] } {
  if (kind === 'csv-table') return { rows: csvRows(lines.join('\n')) }
  const rows: string[][] = []
  for (const line of lines) {
    const [, row, cell] = /^(\* )? *- ?(.*)$/u.exec(line) ?? []
    if (cell === undefined) {
      const cells = rows.at(-1)
      const last = cells?.pop()
      if (last !== undefined) cells?.push(`${last} ${line.trim()}`.trim())
    } else if (row !== undefined || rows.length === 0) rows.push([cell])
    else rows.at(-1)?.push(cell)
  }
  return { rows }
}

function csvRows(text: string): string[][] {
  try {
    return parse(text, { relaxColumnCount: true, relaxQuotes: true, trim: true, skipEmptyLines: true })
  } catch {
    // Not written as values: a row a line says at least what stands there.
    return text.split('\n').map((line) => [line])
  }
}

function untilOther(lines: readonly string[], at: number, belongs: (line: string) => boolean): string[] {
  let end = at
  while (end < lines.length && belongs(lines[end] ?? '')) end += 1
  return lines.slice(at, end)
}
