import type { Chunk } from '@shared/documents'
import { toPassage } from '@engine/retrieval/passage'
import type { Span } from '@engine/text/sentences/sentences'
import { labelledParts } from '@engine/text/tables/table-row'
import { candidatesOf } from '@engine/answer/sentences/sentence-candidates'
import { alignedHeads, cellsOf } from '@engine/answer/short-answer/cells/row-cells'

/** A cell with the name of its column; offsets are within its document's text. */
export interface NamedCell extends Span {
  readonly text: string
  /** Empty where the column has no name. */
  readonly label: string
  /** Where that name stands; null where it stands in no text that could be quoted with the row. */
  readonly labelAt: Span | null
}

/** A row of a table; offsets are within its document's text. */
export interface TableRow extends Span {
  readonly text: string
  readonly chunkId: string
  readonly cells: readonly NamedCell[]
  /** What it stands under. */
  readonly about: string
  /** The first row of its table, where that names the columns and stands in the same chunk. */
  readonly head: (Span & { readonly text: string }) | null
}

/** Every row of the tables of a document whose columns have names, from all its chunks in order. */
export function rowsOfChunks(chunks: readonly Chunk[]): TableRow[] {
  const rows = new Map<number, TableRow>()
  for (const chunk of chunks) {
    const passage = toPassage({ chunk, vector: new Float32Array(), search: '' }, [])
    const known = chunk.context.includes(' | ') ? chunk.context.split('\n').at(-1) : undefined
    for (const candidate of candidatesOf([passage])) {
      if (!candidate.item) continue
      const { header, heads, text, about } = candidate
      const isLabelled = !header && !text.includes(' | ')
      if (heads && (known === undefined || bare(known) === bare(text))) continue
      const start = chunk.start + candidate.start
      const span = { start, end: chunk.start + candidate.end }
      // In a later chunk of a table its first row stands before the chunk, not in it.
      const ofChunk = known !== undefined && !isLabelled && (heads || header?.heads !== false)
      const head =
        ofChunk || !header
          ? null
          : { start: chunk.start + header.start, end: chunk.start + header.end, text: header.text }
      const cells = isLabelled
        ? labelled(text, start)
        : ofChunk
          ? piped({ text, start }, { text: bare(known), start: -1 })
          : piped({ text, start }, head)
      if (cells.length > 1 && !rows.has(start))
        rows.set(start, { ...span, text, about, chunkId: chunk.id, cells, head })
    }
  }
  return [...rows.values()].toSorted((a, b) => a.start - b.start)
}

interface Line {
  readonly text: string
  /** -1 where it stands nowhere near. */
  readonly start: number
}

function piped(row: Line, head: Line | null): NamedCell[] {
  if (!head) return []
  const cells = cellsOf(row)
  const heads = alignedHeads(cellsOf(head), cells.length)
  return cells.map((cell, at) => {
    const name = heads[at]
    const label = name?.text ?? ''
    return {
      ...cell,
      label,
      labelAt: name && head.start >= 0 && label !== '' ? { start: name.start, end: name.end } : null,
    }
  })
}

function labelled(text: string, from: number): NamedCell[] {
  const parts = labelledParts(text)
  if (parts.filter(({ label }) => label !== '').length < 2) return []
  return parts.map(({ label, start, end }) => {
    const own = start - (label === '' ? 0 : label.length + 2)
    const labelAt = label === '' ? null : { start: from + own, end: from + own + label.length }
    return { text: text.slice(start, end), start: from + start, end: from + end, label, labelAt }
  })
}

function bare(row: string): string {
  return row.trim().replace(/^\|\s*|\s*\|$/gu, '')
}
