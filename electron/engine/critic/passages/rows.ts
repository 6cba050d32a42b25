import { hasDigit, hasWords } from '@engine/text/letters'
import { isPipedRow, pipedCells } from '@engine/text/tables/piped-cells'
import { isLabelledRow, labelledParts } from '@engine/text/tables/table-row'
/** A cell of a row; `label` is its column's name, empty where it has none. */
export interface Cell {
  readonly label: string
  readonly text: string
}

/** A line of a passage; null cells where it is no row of a table. */
export interface Line {
  readonly text: string
  readonly cells: readonly Cell[] | null
  /** It names the columns of the rows behind it. */
  readonly isHeader: boolean
}

/** Ways to write a row, each a cut of a line into its cells; fewer than two are no row. */
const cuts: readonly ((line: string) => string[])[] = [
  (line) => (isPipedRow(line) ? pipedCells(line) : []),
  (line) => line.trim().split(/ {2,}/u),
  commaSeparated,
]
const leastCommaCells = 4

/** The lines of a text; neighbouring ones that are cut alike are a table, whose first line names the columns. */
export function linesOf(text: string): Line[] {
  const raw = text.split('\n')
  const lines: Line[] = []
  for (let at = 0; at < raw.length;) {
    const table = tableAt(raw, at)
    if (table === null) lines.push({ text: raw[at] ?? '', cells: labelledCells(raw, at), isHeader: false })
    else lines.push(...table.rows)
    at += table?.length ?? 1
  }
  return lines
}

function tableAt(raw: readonly string[], from: number): { rows: Line[]; length: number } | null {
  for (const cut of cuts) {
    const rows: { text: string; cells: string[] }[] = []
    let at = from
    let isRuled = false
    for (; at < raw.length; at += 1) {
      const text = raw[at] ?? ''
      if (rows.length === 1 && text.trim() !== '' && !hasWords(text)) {
        isRuled = true
        continue
      }
      const cells = cut(text).map((cell) => cell.trim())
      if (cells.length < 2 || (cut === commaSeparated && rows[0] && rows[0].cells.length !== cells.length)) break
      rows.push({ text, cells })
    }
    const [first] = rows
    if (!first || rows.length < 2) continue
    return { rows: withLabels(rows, isRuled || isHeader(first.cells, rows)), length: at - from }
  }
  return null
}

function withLabels(rows: readonly { text: string; cells: string[] }[], hasHeader: boolean): Line[] {
  const names = hasHeader ? (rows[0]?.cells ?? []) : []
  return rows.map(({ text, cells }, at) => ({
    text,
    isHeader: hasHeader && at === 0,
    cells: cells.map((cell, column) => ({ label: hasHeader && at === 0 ? '' : (names[column] ?? ''), text: cell })),
  }))
}

/** The first line names columns unless it is filled like the others: with a figure where they have figures. */
function isHeader(first: readonly string[], rows: readonly { cells: string[] }[]): boolean {
  if (first[0] === '') return true
  return !first.some((cell, column) => hasDigit(cell) && rows.every(({ cells }) => hasDigit(cells[column] ?? '')))
}

function commaSeparated(line: string): string[] {
  const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/gu)].map((one) => one[1] ?? one[2] ?? '')
  const isProse = /,\s|[。！？]/u.test(line.replace(/"[^"]*"/gu, ''))
  return cells.length >= leastCommaCells && !isProse ? cells : []
}

/** `Item: jigsaw; Day: 12`, as rows of spreadsheets are read. */
function labelledCells(lines: readonly string[], at: number): Cell[] | null {
  const line = lines[at] ?? ''
  if (!isLabelledRow(line, [lines[at - 1] ?? '', lines[at + 1] ?? ''])) return null
  return labelledParts(line).map(({ label, start, end }) => ({ label, text: line.slice(start, end) }))
}
