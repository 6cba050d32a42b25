import { hasWords } from '@engine/text/letters'
import { pipedCells } from '@engine/text/tables/piped-cells'
import type { Span } from '@engine/text/sentences/sentences'

/** A table of an answer, half-open. */
export interface AnswerTable extends Span {
  /** Of its columns, in order; empty where it has none. */
  readonly labels: readonly string[]
  /** Where its first row after the header begins. */
  readonly body: number
}

/** The tables of a Markdown text: lines that begin with a bar; a rule under the first one makes it a header. */
export function answerTables(text: string): AnswerTable[] {
  const tables: AnswerTable[] = []
  let at = 0
  let open: { start: number; lines: string[]; end: number } | null = null
  const close = () => {
    if (open) tables.push(tableOf(open.start, open.lines, open.end))
    open = null
  }
  for (const line of text.split('\n')) {
    const end = at + line.length
    if (line.trimStart().startsWith('|')) {
      open ??= { start: at, lines: [], end }
      open.lines.push(line)
      open.end = end
    } else close()
    at = end + 1
  }
  close()
  return tables
}

function tableOf(start: number, lines: readonly string[], end: number): AnswerTable {
  const [first = '', second] = lines
  if (second === undefined || hasWords(second)) return { start, end, labels: [], body: start }
  return { start, end, labels: cellsOf(first), body: start + first.length + second.length + 2 }
}

/** What a row of an answer says, each cell behind its column's name; null for headers and rules. */
export function rowOf(
  text: string,
  { start, end }: Span,
  { labels, body }: AnswerTable,
): { text: string; labels: string[] } | null {
  const line = text.slice(start, end)
  if (start < body || !hasWords(line)) return null
  const cells = cellsOf(line)
  const said = cells.map((cell, column) => (cell === '' ? '' : `${labels[column] ?? ''} ${cell}`.trim()))
  const written = said.filter((cell) => cell !== '')
  return written.length === 0 ? null : { text: written.join('; '), labels: labels.filter((label) => label !== '') }
}

function cellsOf(line: string): string[] {
  return pipedCells(line).map((cell) => cell.replace(/[*_`]/gu, '').trim())
}
