import type { Span } from '../text/sentences'
import type { Candidate } from './candidates'

/** One cell of a table row; offsets are within the passage's text. */
export interface Cell extends Span {
  readonly text: string
}

/** The cells of a row written `a | b`; an escaped pipe does not end one. */
export function cellsOf(row: Pick<Candidate, 'text' | 'start'>): Cell[] {
  const cells: Cell[] = []
  let from = 0
  for (const match of [...row.text.matchAll(/(?<!\\)\|/gu), null]) {
    const to = match ? match.index : row.text.length
    cells.push(trimmedCell(row, from, to))
    from = to + 1
  }
  return cells
}

/** The cells of a row written `Header: value; Header: value`, by header; empty where it is none. */
export function labelledCellsOf(row: Pick<Candidate, 'text' | 'start'>): Map<string, Cell> {
  const cells = new Map<string, Cell>()
  let from = 0
  for (const part of row.text.split('; ')) {
    const label = /^([^:：;\n]{1,60}): /u.exec(part)
    if (!label?.[1]) return new Map<string, Cell>()
    cells.set(label[1].trim(), trimmedCell(row, from + label[0].length, from + part.length))
    from += part.length + 2
  }
  return cells.size > 1 ? cells : new Map<string, Cell>()
}

function trimmedCell(row: Pick<Candidate, 'text' | 'start'>, from: number, to: number): Cell {
  const raw = row.text.slice(from, to)
  const text = raw.trim()
  const start = row.start + from + (raw.length - raw.trimStart().length)
  return { text, start, end: start + text.length }
}
