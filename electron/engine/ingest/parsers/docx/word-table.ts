import { mostColumns } from '../tables/office-table'
import { xmlAt, xmlAttribute, xmlBelow, xmlChildren, type XmlElement } from '../structure/xml-tree'
import { switchOf, valueOf } from './word-styles'

export interface WordTable {
  readonly grid: readonly (readonly string[])[]
  readonly isHeaderMarked: boolean
}

/** The cells of a table that only puts things in their place, one below the other or one in another; undefined for any other. */
export function layoutCells(table: XmlElement): XmlElement[] | undefined {
  const rows = rowsOf(table).map(cellsOf)
  const cells = rows.flat()
  const isLayout = rows.every((row) => row.length < 2) || cells.some((cell) => xmlBelow(cell, 'tbl').length > 0)
  return isLayout ? cells : undefined
}

/** A cell over several rows stands in each of them, one over several columns in the first. */
export function wordTable(table: XmlElement, textOf: (cell: XmlElement) => string): WordTable {
  const grid: string[][] = []
  const rows = rowsOf(table)
  /** By column: the text of a cell that goes on below. */
  const held = new Map<number, string>()
  for (const row of rows) {
    const cells = Array.from({ length: countOf(xmlAt(row, 'trPr'), 'gridBefore', 0) }, () => '')
    for (const cell of cellsOf(row)) {
      if (cells.length >= mostColumns) break
      const properties = xmlAt(cell, 'tcPr')
      const merge = xmlAt(properties, 'vMerge')
      const goesOn = merge !== undefined && (xmlAttribute(merge, 'val') ?? 'continue') === 'continue'
      const text = goesOn ? (held.get(cells.length) ?? '') : textOf(cell)
      if (merge) held.set(cells.length, text)
      else held.delete(cells.length)
      cells.push(text)
      for (let more = countOf(properties, 'gridSpan', 1); more > 1; more -= 1) cells.push('')
    }
    while (cells.at(-1)?.trim() === '') cells.pop()
    grid.push(cells)
  }
  return { grid, isHeaderMarked: switchOf(xmlAt(rows[0], 'trPr'), 'tblHeader') === true }
}

/** Rows and cells may stand in content controls. Rows that a tracked change deletes are gone. */
function rowsOf(table: XmlElement): XmlElement[] {
  return within(table, 'tr').filter((row) => xmlAt(row, 'trPr', 'del') === undefined)
}

function cellsOf(row: XmlElement): XmlElement[] {
  return within(row, 'tc')
}

function within(parent: XmlElement, name: string): XmlElement[] {
  return xmlChildren(parent).flatMap((child) => {
    if (child.name === name) return [child]
    return /^(?:sdt|sdtContent|customXml|ins)$/u.test(child.name) ? within(child, name) : []
  })
}

function countOf(properties: XmlElement | undefined, name: string, usual: number): number {
  const count = Number(valueOf(properties, name) ?? usual)
  return Number.isInteger(count) && count >= 0 ? Math.min(count, mostColumns) : usual
}
