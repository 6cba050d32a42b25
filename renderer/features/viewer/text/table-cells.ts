import type { Range } from './marks'

/** How the rows of one table are written: under column names, or as bare cells between bars. */
export interface TableShape {
  /** Names in column order; null for a table without. */
  readonly names: readonly string[] | null
  readonly columns: number
  /** Width that each column needs, in em: its longest word and some of its text fit. */
  readonly widths: readonly number[]
}

export interface Cell {
  readonly column: number
  /** The cell's own words. */
  readonly value: Range
  /** The value with its column's name before it. */
  readonly whole: Range
}

const bar = ' | '
const longestName = 120
const mostColumns = 60

/** The shape that the rows of a table share. Rows are as the engine writes them: `Name: value; …` or `a | b`. */
export function readShape(rows: readonly string[]): TableShape {
  const names = columnNames(rows)
  const cut = rows.map((row) => cellsOf(row, 0, { names, columns: mostColumns, widths: [] }))
  const columns = names?.length ?? Math.max(1, ...cut.map((cells) => cells.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    widthOf([names?.[column] ?? '', ...cut.map((cells, at) => textOf(rows[at] ?? '', cells, column))]),
  )
  return { names, columns, widths }
}

/** The cells of a row that begins at offset `start` of the document. Empty cells are left out. */
export function cellsOf(row: string, start: number, shape: TableShape): Cell[] {
  return shape.names ? namedCells(row, start, shape.names) : barredCells(row, start, shape.columns)
}

function barredCells(row: string, start: number, columns: number): Cell[] {
  const cells: Cell[] = []
  let from = 0
  while (from <= row.length) {
    const found = cells.length + 1 < columns ? row.indexOf(bar, from) : -1
    const to = found === -1 ? row.length : found
    const value = { start: start + from, end: start + to }
    cells.push({ column: cells.length, value, whole: value })
    if (found === -1) break
    from = to + bar.length
  }
  return cells
}

function namedCells(row: string, start: number, names: readonly string[]): Cell[] {
  const cells: Cell[] = []
  let column = -1
  for (const part of partsOf(row)) {
    const text = row.slice(part.start, part.end)
    const next = names.findIndex((name, at) => at > column && text.startsWith(`${name}: `))
    const last = cells.at(-1)
    if (next === -1 && last) {
      // The value itself has a semicolon, or a cell stands beyond the last name.
      const end = start + part.end
      cells[cells.length - 1] = {
        ...last,
        value: { start: last.value.start, end },
        whole: { start: last.whole.start, end },
      }
      continue
    }
    column = next === -1 ? 0 : next
    const skipped = next === -1 ? 0 : (names[next]?.length ?? 0) + 2
    cells.push({
      column,
      value: { start: start + part.start + skipped, end: start + part.end },
      whole: { start: start + part.start, end: start + part.end },
    })
  }
  return cells
}

function partsOf(row: string): Range[] {
  const parts: Range[] = []
  let from = 0
  for (let at = row.indexOf('; '); at !== -1; at = row.indexOf('; ', at + 1)) {
    parts.push({ start: from, end: at })
    from = at + 2
  }
  parts.push({ start: from, end: row.length })
  return parts
}

/** The names that most rows begin their cells with, in the order the columns stand; null where rows are not named. */
function columnNames(rows: readonly string[]): string[] | null {
  const counts = new Map<string, number>()
  const orders = rows.map((row) => {
    const names = new Set(partsOf(row).flatMap((part) => nameOf(row.slice(part.start, part.end)) ?? []))
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    return [...names]
  })
  const least = rows.length < 4 ? 1 : Math.max(2, rows.length * 0.05)
  const isName = (name: string): boolean => (counts.get(name) ?? 0) >= least
  const named = orders.filter(([first]) => first !== undefined && isName(first)).length
  if (named < rows.length * 0.6) return null
  const order: string[] = []
  for (const names of orders) {
    let after = -1
    for (const name of names.filter(isName)) {
      const known = order.indexOf(name)
      if (known === -1) order.splice(after + 1, 0, name)
      after = known === -1 ? after + 1 : Math.max(after, known)
    }
    if (order.length > mostColumns) return null
  }
  return order
}

function nameOf(part: string): string | undefined {
  const at = part.indexOf(': ')
  return at > 0 && at <= longestName ? part.slice(0, at) : undefined
}

function textOf(row: string, cells: readonly Cell[], column: number): string {
  const cell = cells.find((one) => one.column === column)
  return cell ? row.slice(cell.value.start, cell.value.end) : ''
}

const padding = 1.4
const letter = 0.64
const longestWord = 16

/** Enough for the longest word, and for long texts a little more, so that a remark does not starve the numbers beside it. */
function widthOf(texts: readonly string[]): number {
  let word = 2
  let longest = 0
  for (const text of texts) {
    longest = Math.max(longest, lengthOf(text))
    for (const one of text.split(/[\s\p{Script=Han}]+/u)) word = Math.max(word, Math.min(longestWord, one.length))
  }
  return padding + letter * Math.max(word, Math.min(18, 1.5 * Math.sqrt(longest)))
}

/** In letters; a Chinese character is about two wide. */
function lengthOf(text: string): number {
  return text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)
}
