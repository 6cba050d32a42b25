import { coverage, type KeyTerm } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import type { Quote } from '@engine/answer/citations/cite'
import type { Candidate } from '@engine/answer/sentences/sentence-candidates'
import { type Cell, cellsOf, labelledCellsOf } from '@engine/answer/short-answer/cells/row-cells'

/** One of the two things compared. */
export interface Side {
  /** As the question names it. */
  readonly name: string
  readonly keyTerms: readonly KeyTerm[]
}
export type Sides = readonly [Side, Side]

/** What the documents say of both sides in one respect; `label` names it where a table does. */
export interface ComparedRow {
  readonly label: string
  readonly cells: readonly [Quote, Quote]
}

/** Share of a side's name that something must hold to be about it. */
export const minOfSide = 0.6

/** Rows of tables in which both sides have a cell: sides as columns, or each side as a row. */
export function rowsInTables(sides: Sides, candidates: readonly Candidate[]): ComparedRow[] {
  const tables = new Map<string, { readonly header: Candidate; readonly rows: Candidate[] }>()
  for (const candidate of candidates) {
    const { header } = candidate
    if (!header) continue
    const key = `${header.passage}:${header.start}`
    const table = tables.get(key) ?? { header, rows: [] }
    tables.set(key, table)
    table.rows.push(candidate)
  }
  const found = [...tables.values()].flatMap(({ header, rows }) => {
    const columns = sidesAsColumns(sides, header, rows)
    return columns.length > 0 ? columns : sidesAsRows(sides, header, rows)
  })
  const all = found.length > 0 ? found : labelledRows(sides, candidates)
  // Windows of neighbouring chunks overlap, so that a row may stand in two passages.
  const distinct = new Map(all.map((row) => [[row.label, ...row.cells.map(({ text }) => text)].join('\n'), row]))
  return [...distinct.values()]
}

function sidesAsColumns(sides: Sides, header: Candidate, rows: readonly Candidate[]): ComparedRow[] {
  const heads = cellsOf(header)
  const [left, right] = bestOfEach(sides, heads, ({ text }) => ({ own: text }))
  if (!left || !right) return []
  const [leftAt, rightAt] = [heads.indexOf(left), heads.indexOf(right)]
  return rows.flatMap((row) => {
    const cells = cellsOf(row)
    const label = leftAt === 0 || rightAt === 0 ? '' : (cells[0]?.text ?? '')
    return comparedRow(label, { row, cell: cells[leftAt] }, { row, cell: cells[rightAt] })
  })
}

function sidesAsRows(sides: Sides, header: Candidate, rows: readonly Candidate[]): ComparedRow[] {
  const named = rows.map((row) => ({ row, cells: cellsOf(row) }))
  const [left, right] = bestOfEach(sides, named, ({ row, cells }) => ({ own: cells[0]?.text ?? '', about: row.about }))
  if (!left || !right) return []
  return cellsOf(header)
    .slice(1)
    .flatMap(({ text }, at) =>
      comparedRow(text, { row: left.row, cell: left.cells[at + 1] }, { row: right.row, cell: right.cells[at + 1] }),
    )
}

function labelledRows(sides: Sides, candidates: readonly Candidate[]): ComparedRow[] {
  const rows = candidates.flatMap((row) => {
    const cells = labelledCellsOf(row)
    return cells.size > 0 ? [{ row, cells }] : []
  })
  const [left, right] = bestOfEach(sides, rows, ({ row }) => ({ own: row.text }))
  if (!left || !right) return []
  return [...left.cells].flatMap(([label, cell]) => {
    if (sides.some(({ keyTerms }) => coverage(keyTerms, new Set(analyse(cell.text))) >= minOfSide)) return []
    return comparedRow(label, { row: left.row, cell }, { row: right.row, cell: right.cells.get(label) })
  })
}

/** What names each side best and the other less; undefined for a side that nothing names. */
function bestOfEach<T>(
  sides: Sides,
  items: readonly T[],
  textOf: (item: T) => { readonly own: string; readonly about?: string },
): [T | undefined, T | undefined] {
  const shares = items.map((item) => {
    const { own, about = '' } = textOf(item)
    const terms = new Set(analyse(own))
    const around = new Set([...terms, ...analyse(about)])
    // "Level five" under "Avalanche danger levels" is the whole name of that side; the heading alone names nothing.
    return sides.map(({ keyTerms }) => (coverage(keyTerms, terms) > 0 ? coverage(keyTerms, around) : 0))
  })
  const bestOf = (own: 0 | 1) => {
    let best = -1
    for (const [at, share] of shares.entries()) {
      const [mine = 0, others = 0] = [share[own], share[1 - own]]
      if (mine >= minOfSide && mine > others && mine > (shares[best]?.[own] ?? 0)) best = at
    }
    return items[best]
  }
  return [bestOf(0), bestOf(1)]
}

interface CellOfRow {
  readonly row: Candidate
  readonly cell: Cell | undefined
}

function comparedRow(label: string, left: CellOfRow, right: CellOfRow): ComparedRow[] {
  const says = (cell: Cell | undefined) => cell !== undefined && /[\p{L}\p{N}]/u.test(cell.text)
  if (!left.cell || !right.cell || !says(left.cell) || !says(right.cell)) return []
  const cells = [
    { ...left.cell, passage: left.row.passage },
    { ...right.cell, passage: right.row.passage },
  ] as const
  return [{ label, cells }]
}
