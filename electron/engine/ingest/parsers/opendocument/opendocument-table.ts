import { xmlAttribute, xmlChildren, type XmlElement } from '../structure/xml-tree'
import { longestCell, mostColumns } from '../tables/office-table'

/**
 * The cells of a table, row by row. A cell over several rows stands in each of them, one over several columns in the first.
 * A row that a file says to repeat is written once, a long cell too, so that a count costs nothing.
 */
export function openTable(
  table: XmlElement,
  textOf: (cell: XmlElement) => string,
): { rows: string[][]; hasHeader: boolean } {
  const held: ({ text: string; rows: number } | undefined)[] = []
  const rows = rowsOf(table).map((row) => {
    const cells: string[] = []
    for (const cell of xmlChildren(row)) {
      if (cell.name !== 'table-cell' && cell.name !== 'covered-table-cell') continue
      const own = cell.name === 'table-cell' ? textOf(cell) : ''
      const times = own.length > longestCell ? 1 : countOf(cell, 'number-columns-repeated')
      for (let time = 0; time < times && cells.length < mostColumns; time += 1) {
        const above = held[cells.length]
        if (cell.name === 'table-cell') {
          held[cells.length] = { text: own, rows: countOf(cell, 'number-rows-spanned') - 1 }
          cells.push(own)
        } else {
          cells.push(above && above.rows > 0 ? above.text : '')
          if (above) above.rows -= 1
        }
      }
    }
    while (cells.at(-1)?.trim() === '') cells.pop()
    return cells
  })
  return { rows, hasHeader: xmlChildren(table, 'table-header-rows').length > 0 }
}

/** Rows may stand in groups, which may be nested. */
function rowsOf(table: XmlElement): XmlElement[] {
  return xmlChildren(table).flatMap((child) => {
    if (child.name === 'table-row') return [child]
    return /^table-(?:header-rows|rows|row-group)$/u.test(child.name) ? rowsOf(child) : []
  })
}

function countOf(cell: XmlElement, name: string): number {
  const count = Number(xmlAttribute(cell, name) ?? 1)
  return Number.isInteger(count) && count > 0 ? count : 1
}
