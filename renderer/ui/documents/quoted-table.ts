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
  if (format === 'markdown') return barredTable(lines, rows)
  // Plain text has no tables; what looks like one is a sentence.
  return format === 'text' ? null : namedTable(rows)
}

/** Bars and spaces around a row that a quotation leaves out. */
const slack = 3
const separator = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/u

function barredTable(lines: readonly Line[], rows: readonly Line[]): QuotedTable | null {
  const [first] = rows
  const at = first ? lines.indexOf(first) : -1
  const rule = lines.findLastIndex(({ text }, line) => line < at && separator.test(text))
  const isTable = rule > 0 && lines.slice(rule - 1, at + rows.length).every(({ text }) => text.includes('|'))
  if (!isTable) return null
  const heads = cellsOf(lines[rule - 1]?.text ?? '')
  return { heads, rows: rows.map(({ text }) => heads.map((_, column) => cellsOf(text)[column] ?? '')) }
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
