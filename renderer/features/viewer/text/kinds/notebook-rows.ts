import type { TextRow } from '../text-rows'

/** Code of a notebook, or what it put out. */
export interface CellRow {
  readonly kind: 'cell'
  readonly role: 'code' | 'output'
  /** Of the code; empty where it is not known. */
  readonly language: string
  readonly joined: boolean
}

/** Tells the code of a notebook from what it put out. */
export function notebookRows(rows: readonly TextRow[]): TextRow[] {
  return rows.map((row) => {
    if (row.kind !== 'code') return row
    const { context, joined, start, end } = row
    const isOutput = context === 'Output'
    return { kind: 'cell', role: isOutput ? 'output' : 'code', language: isOutput ? '' : context, joined, start, end }
  })
}
