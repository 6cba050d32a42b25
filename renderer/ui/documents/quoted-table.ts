import { isMarkdown } from '@shared/documents'
interface Stretch {
  readonly start: number
  readonly end: number
}

/** Rows of a table that a passage quotes, under the names of their columns. */
export interface QuotedTable {
  /** Empty where a column has no name. */
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

interface Line extends Stretch {
  readonly text: string
}

/**
 * The rows of one table that are cited of a passage; null where anything else is, or a row that is cut off. `format` is the
 * document's: tables of Markdown stand between bars below their heads, all others are written `Name: value; Name: value`.
 */
export function quotedTable(text: string, format: string, cited: readonly Stretch[]): QuotedTable | null {
  const lines = linesOf(text)
  const rows = lines.filter((line) => cited.some(({ start, end }) => start < line.end && end > line.start))
  const isWhole = rows.every((row) =>
    cited.some(({ start, end }) => start <= row.start + slack && end >= row.end - slack),
  )
  if (rows.length === 0 || !isWhole) return null
  if (isMarkdown(format)) return barredTable(lines, rows)
  // Plain text has no tables; what looks like one is a sentence.
  return format === 'text' ? null : (namedTable(rows) ?? bareTable(rows))
}

/** Rows of a table whose columns have no names: `a | b | c`. */
function bareTable(rows: readonly Line[]): QuotedTable | null {
  const cells = rows.map(({ text }) => text.split(' | ').map((cell) => cell.trim()))
  const columns = Math.max(...cells.map(({ length }) => length))
  if (cells.some(({ length }) => length < 2)) return null
  const heads = Array.from({ length: columns }, () => '')
  return { heads, rows: cells.map((row) => heads.map((_, column) => row[column] ?? '')) }
}

/** Bars and spaces around a row that a quotation leaves out. */
const slack = 3
const separator = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/u

function barredTable(lines: readonly Line[], cited: readonly Line[]): QuotedTable | null {
  const [first] = cited
  const last = cited.at(-1)
  if (!first || !last) return null
  const [from, to] = [lines.indexOf(first), lines.indexOf(last)]
  // The names of the columns may be cited too: then the line below them is the rule.
  const rule = lines.findLastIndex(({ text }, line) => line <= from + 1 && isRule(text))
  const isTable = rule > 0 && lines.slice(rule - 1, to + 1).every(({ text }) => text.includes('|'))
  if (!isTable) return null
  const heads = cellsOf(lines[rule - 1]?.text ?? '')
  const rows = cited.filter((line) => lines.indexOf(line) > rule)
  return { heads, rows: rows.map(({ text }) => heads.map((_, column) => cellsOf(text)[column] ?? '')) }
}

function isRule(text: string): boolean {
  return separator.test(text) && text.includes('|')
}

/** A bar behind a backslash is a cell's own. */
function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\||(?<!\\)\|$/gu, '')
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** The name of a value is short and holds nothing that ends a sentence. */
const named = /^([^:;.!?。！？]{1,60}): (\S.*)$/u

function namedTable(rows: readonly Line[]): QuotedTable | null {
  const heads: string[] = []
  const read = rows.map(({ text }) => {
    const values = new Map<string, string>()
    for (const [at, part] of text.split('; ').entries()) {
      const [, name = '', value = part] = named.exec(part) ?? []
      // The first column of many tables has no name; any other value without one is the end of the value before.
      if (name === '' && at > 0) return null
      if (!heads.includes(name)) heads.push(name)
      values.set(name, value)
    }
    // A line without names is none of the table's.
    return values.size === 1 && values.has('') ? null : values
  })
  const isNamed = heads.filter((name) => name !== '').length > 1 && heads.lastIndexOf('') < 1
  if (!isNamed) return null
  const whole = read.filter((values) => values !== null)
  return whole.length < read.length
    ? null
    : { heads, rows: whole.map((values) => heads.map((name) => values.get(name) ?? '')) }
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let start = 0
  for (const line of text.split('\n')) {
    if (line.trim() !== '') lines.push({ text: line, start, end: start + line.length })
    start += line.length + 1
  }
  return lines
}
