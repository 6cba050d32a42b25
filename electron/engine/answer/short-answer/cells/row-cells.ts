import { cutAtBars, type PipedCell, trimmedCell } from '@engine/text/tables/piped-cells'
import { labelledParts } from '@engine/text/tables/table-row'
import type { Candidate } from '../../sentences/sentence-candidates'

/** One cell of a table row; offsets are within the passage's text. */
export type Cell = PipedCell

/** The cells of a row written `a | b`; an escaped pipe does not end one. */
export function cellsOf(row: Pick<Candidate, 'text' | 'start'>): Cell[] {
  return cutAtBars(row.text).map((cell) => inPassage(row, cell))
}

/** The cells of a first row over those of a row below it, which has one more where its first column has no name. */
export function alignedHeads(heads: readonly Cell[], columns: number): readonly (Cell | undefined)[] {
  return heads.length + 1 === columns ? [undefined, ...heads] : heads
}

/** The cells of a row written `Header: value; Header: value`, by header; empty where it is none. */
export function labelledCellsOf(row: Pick<Candidate, 'text' | 'start' | 'item'>): Map<string, Cell> {
  const parts = row.item ? labelledParts(row.text) : []
  if (parts.filter(({ label }) => label !== '').length < 2) return new Map<string, Cell>()
  return new Map(parts.map(({ label, start, end }) => [label, inPassage(row, trimmedCell(row.text, start, end))]))
}

function inPassage({ start: offset }: Pick<Candidate, 'start'>, { text, start, end }: Cell): Cell {
  return { text, start: offset + start, end: offset + end }
}
