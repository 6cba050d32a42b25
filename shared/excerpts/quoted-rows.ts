import { isMarkdown } from '../documents'
import type { EvidenceItem } from '../events'

/** A table of a Markdown passage. */
interface QuotedTable {
  readonly heads: readonly string[]
  /** Its header and its rows, as they are compared. */
  readonly header: string
  readonly rows: ReadonlySet<string>
}

/** Tells quoted rows of Markdown tables, which say little without the heads of their columns. */
export class QuotedRows {
  readonly #tables = new Map<number, readonly QuotedTable[]>()
  readonly #evidence: ReadonlyMap<number, EvidenceItem>

  constructor(evidence: readonly EvidenceItem[]) {
    this.#evidence = new Map(evidence.map((item) => [item.number, item]))
  }

  /** A quotation from an evidence as Markdown: the cells of a row under their heads, all else as it is. */
  shownOf(quoted: string, number: number | undefined): string {
    if (!quoted.includes('|') || number === undefined) return quoted
    const cells = cellsOf(quoted)
    const key = cells.join('|')
    for (const { header, heads, rows } of this.#tablesOf(number)) {
      if (header === key) return cells.filter(Boolean).join(' · ')
      if (rows.has(key)) return underHeads(cells, heads)
    }
    return quoted
  }

  #tablesOf(number: number): readonly QuotedTable[] {
    const item = this.#evidence.get(number)
    const known = this.#tables.get(number)
    const tables = known ?? (item && isMarkdown(item.format) ? tablesIn(item.text) : [])
    this.#tables.set(number, tables)
    return tables
  }
}

function tablesIn(text: string): QuotedTable[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const heads = cellsOf(lines[at - 1] ?? '')
    if (!/^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/u.test(line) || !line.includes('|') || heads.length < 2)
      return []
    const after = lines.slice(at + 1)
    const end = after.findIndex((one) => !one.includes('|'))
    const rows = after.slice(0, end === -1 ? after.length : end).map((row) => cellsOf(row).join('|'))
    return [{ heads, header: heads.join('|'), rows: new Set(rows) }]
  })
}

/** Cells of a line, spaces made one as in an answer; a bar behind a backslash is a cell's own. */
function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\||(?<!\\)\|$/gu, '')
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim().replace(/\s+/gu, ' '))
}

function underHeads(cells: readonly string[], heads: readonly string[]): string {
  const named = cells.map((cell, at) => {
    const head = heads[at] ?? ''
    if (cell === '' || head === '') return cell
    return /\p{Script=Han}/u.test(head) ? `${head}：${cell}` : `${head}: ${cell}`
  })
  return named.filter(Boolean).join(' · ')
}
