import type { Span } from '@engine/text/sentences/sentences'
import { labelledParts } from '@engine/text/tables/table-row'
import type { Candidate } from '../../sentences/sentence-candidates'

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

/** The cells of a first row over those of a row below it, which has one more where its first column has no name. */
export function alignedHeads(heads: readonly Cell[], columns: number): readonly (Cell | undefined)[] {
  return heads.length + 1 === columns ? [undefined, ...heads] : heads
}

/** The cells of a row written `Header: value; Header: value`, by header; empty where it is none. */
export function labelledCellsOf(row: Pick<Candidate, 'text' | 'start' | 'item'>): Map<string, Cell> {
  const parts = row.item ? labelledParts(row.text) : []
  if (parts.filter(({ label }) => label !== '').length < 2) return new Map<string, Cell>()
  return new Map(parts.map(({ label, start, end }) => [label, trimmedCell(row, start, end)]))
}

function trimmedCell(row: Pick<Candidate, 'text' | 'start'>, from: number, to: number): Cell {
  const raw = row.text.slice(from, to)
  const text = raw.trim()
  const start = row.start + from + (raw.length - raw.trimStart().length)
  return { text, start, end: start + text.length }
}
