import type { Block, DocumentStructure, WrittenTable } from '@shared/documents'
import { labelledCells, labelsOf } from './labelled-cells'
import { markdownCells, writtenCells } from './piped-row-cells'
import type { RawTable } from './raw-table'
import { goesOn, type SheetPart, sheetPartOf } from './sheet-parts'

/** Rows that follow each other, with what is known of them. */
interface Run {
  readonly blocks: Block[]
  /** Of its last part. */
  written: WrittenTable | undefined
  /** Of each part, with the number of its rows. */
  readonly parts: { readonly part: SheetPart; rows: number }[]
}

/** Every table of a document whose rows have two columns or more, in text order. */
export function tablesInDocument(text: string, structure: DocumentStructure): RawTable[] {
  return runsOf(structure).flatMap((run) => {
    const table = tableOf(text, run)
    return table ? [table] : []
  })
}

function runsOf({ format, blocks, tables = [] }: DocumentStructure): Run[] {
  const runs: Run[] = []
  let open: Run | undefined
  let next = 0
  for (const block of blocks) {
    if (block.kind !== 'table_row') {
      // The heading between two parts of a sheet's table divides nothing; which heading it is, the next row says.
      if (block.kind !== 'heading') open = undefined
      else if (open?.parts.length === 0) open = undefined
      continue
    }
    while ((tables[next]?.end ?? Infinity) <= block.start) next += 1
    const last = tables[next]
    const written = last && last.start <= block.start ? last : undefined
    const part = sheetPartOf(format, block.heading_path)
    open = open && belongs(open, block, { written, part }) ? open : begin(runs, written)
    open.written = written
    open.blocks.push(block)
    if (part) countRow(open, part)
  }
  return runs
}

function begin(runs: Run[], written: WrittenTable | undefined): Run {
  const run: Run = { blocks: [], written, parts: [] }
  runs.push(run)
  return run
}

function countRow({ parts }: Run, part: SheetPart): void {
  const last = parts.at(-1)
  if (last && last.part.first === part.first) last.rows += 1
  else parts.push({ part, rows: 1 })
}

function belongs(
  run: Run,
  block: Block,
  { written, part }: { written: WrittenTable | undefined; part: SheetPart | undefined },
): boolean {
  const { part: before, rows = 0 } = run.parts.at(-1) ?? {}
  const isSamePart = before?.sheet === part?.sheet && before?.first === part?.first
  if (!isSamePart) return run.written?.header?.join('\n') === written?.header?.join('\n') && goesOn(before, part, rows)
  if (run.written !== written) return false
  const context = run.blocks.at(-1)?.context
  // Markdown: the row that names other columns is followed by rows that say so.
  return written !== undefined || context === undefined || context === block.context
}

function tableOf(text: string, run: Run): RawTable | undefined {
  const reading = readingOf(text, run)
  const blocks = reading.skipped === 0 ? run.blocks : run.blocks.slice(reading.skipped)
  if (blocks.length === 0) return undefined
  const spans = new Int32Array(blocks.length * 2)
  for (const [at, { start, end }] of blocks.entries()) {
    spans[at * 2] = start
    spans[at * 2 + 1] = end
  }
  const { header, cellsOf } = reading
  const looked = blocks.slice(0, 50).map(({ start, end }) => cellsOf(text.slice(start, end)).length)
  if (Math.max(header?.length ?? 0, ...looked) < 2) return undefined
  return { name: nameOf(run), header, spans, cellsOf, place: placeOf(run) }
}

interface Reading extends Pick<RawTable, 'header' | 'cellsOf'> {
  /** Rows at the beginning that name the columns. */
  readonly skipped: number
}

function readingOf(text: string, { blocks, written }: Run): Reading {
  if (written?.header) return { header: written.header, cellsOf: labelledCells(written.header), skipped: 0 }
  if (written) return { header: undefined, cellsOf: writtenCells, skipped: 0 }
  const named = blocks.find(({ context }) => context !== undefined)
  if (named?.context !== undefined) return contextReading(text, blocks, named.context)
  const rows = blocks.map(({ start, end }) => text.slice(start, end))
  if (rows.some((row) => row.trimStart().startsWith('|')))
    return { header: undefined, cellsOf: markdownCells, skipped: 0 }
  const labels = rows.every((row) => !row.includes(' | ')) ? labelsOf(rows) : undefined
  return labels
    ? { header: labels, cellsOf: labelledCells(labels), skipped: 0 }
    : { header: undefined, cellsOf: writtenCells, skipped: 0 }
}

/** Rows that carry the names of their columns: of Markdown as it is written, of PDF put together by the parser. */
function contextReading(text: string, blocks: readonly Block[], context: string): Reading {
  const head = blocks.findIndex((block) => block.context !== undefined)
  const [first] = blocks
  if (first && text.slice(first.start, first.end).trim() === context)
    return { header: markdownCells(context), cellsOf: markdownCells, skipped: 1 }
  const names = writtenCells(context)
  const width = commonest(blocks.slice(head).map(({ start, end }) => writtenCells(text.slice(start, end)).length))
  // The first column, of the rows' own names, has none there.
  const header = width === names.length + 1 ? ['', ...names] : names
  return {
    header,
    // Of a row that lacks a cell nobody knows which.
    cellsOf: (row) => {
      const cells = writtenCells(row)
      return cells.length === header.length ? cells : []
    },
    skipped: head,
  }
}

function commonest(counts: readonly number[]): number {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  return [...times].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0
}

function nameOf({ blocks, parts }: Run): string {
  const [first] = parts
  if (first) return [first.part.sheet, first.part.title].filter(Boolean).join(': ')
  return blocks[0]?.heading_path.at(-1) ?? ''
}

function placeOf({ blocks, parts }: Run): RawTable['place'] {
  const [first] = parts
  if (!first) return undefined
  const rowNumbers = new Int32Array(blocks.length)
  let at = 0
  for (const { part, rows } of parts) {
    const isWhole = part.last - part.first + 1 === rows
    for (let row = 0; row < rows; row += 1) rowNumbers[at + row] = isWhole ? part.first + row : 0
    at += rows
  }
  const { sheet, left, right } = first.part
  return { sheet, left, right, rowNumbers }
}
