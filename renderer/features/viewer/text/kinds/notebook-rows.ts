import type { TextRow } from '../row-kinds'

/** Tells the code of a notebook from what it put out. */
export function notebookRows(rows: readonly TextRow[]): TextRow[] {
  return rows.map((row) => {
    if (row.kind !== 'code') return row
    const { context, joined, start, end } = row
    const isOutput = context === 'Output'
    return { kind: 'cell', role: isOutput ? 'output' : 'code', language: isOutput ? '' : context, joined, start, end }
  })
}
