import type { Block, DocumentStructure } from '@shared/documents'
import type { Range } from './marks'
import { mailRows } from './kinds/mail-rows'
import { fieldNames, fieldsIn } from './kinds/record-fields'
import { slideRows } from './kinds/slide-rows'
import type { TextRow } from './row-kinds'
import { readShape } from './table-cells'

/** Longer blocks are shown as several rows: a browser lays a long line out in time that grows with its length. */
const longestRow = 4000
const tableRowsTogether = 20
const linesTogether = 40
const shapeSample = 500

/** What is shown as people know it: the rows of its blocks become cards, heads and cells. */
const kinds: Readonly<Record<string, (rows: readonly TextRow[], text: string) => TextRow[]>> = {
  pptx: slideRows,
  ppt: slideRows,
  odp: slideRows,
  eml: mailRows,
  msg: mailRows,
  mbox: mailRows,
  epub: bookRows,
  ipynb: notebookRows,
}

/** A text as rows to show, by its format and the blocks its parser found; source code line by line. */
export function textRows(text: string, structure: DocumentStructure): TextRow[] {
  const { format, blocks } = structure
  if (format === 'code' || blocks.length === 0) return sourceRows(text)
  const rows = blockRows(text, structure)
  return kinds[format]?.(rows, text) ?? rows
}

function blockRows(text: string, { format, blocks }: DocumentStructure): TextRow[] {
  const rows: TextRow[] = []
  const names = fieldNames(format)
  let page: number | undefined
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at]
    if (!block) break
    if (block.page !== undefined && block.page !== page) {
      page = block.page
      rows.push({ kind: 'page', page, start: block.start, end: block.start })
    }
    if (addFields(rows, text, block, names)) continue
    if (block.kind === 'table_row') {
      const end = tableEnd(blocks, at)
      addTable(rows, text, blocks.slice(at, end))
      at = end - 1
    } else addBlock(rows, text, block)
  }
  return rows
}

/** The text as it is, with line numbers. */
export function sourceRows(text: string): TextRow[] {
  const rows: TextRow[] = []
  let start = 0
  let line = 1
  let lines = 0
  let firstLine = 1
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n', at)
    const lineEnd = found === -1 ? text.length : found
    if (lineEnd - at > longestRow) {
      if (at > start) rows.push({ kind: 'lines', start, end: at - 1, firstLine, joined: false })
      for (const [index, piece] of cutLong(text, at, lineEnd).entries()) {
        rows.push({ kind: 'lines', ...piece, firstLine: line, joined: index > 0 })
      }
      start = lineEnd + 1
      lines = 0
      firstLine = line + 1
    } else if (lines + 1 >= linesTogether) {
      rows.push({ kind: 'lines', start, end: lineEnd, firstLine, joined: false })
      start = lineEnd + 1
      lines = 0
      firstLine = line + 1
    } else lines += 1
    at = lineEnd + 1
    line += 1
  }
  if (start < text.length) rows.push({ kind: 'lines', start, end: text.length, firstLine, joined: false })
  return rows
}

function tableEnd(blocks: readonly Block[], from: number): number {
  let end = from
  const page = blocks[from]?.page
  while (blocks[end]?.kind === 'table_row' && blocks[end]?.page === page) end += 1
  return end
}

function addTable(rows: TextRow[], text: string, blocks: readonly Block[]): void {
  const step = Math.max(1, Math.floor(blocks.length / shapeSample))
  const shape = readShape(blocks.filter((_, at) => at % step === 0).map(({ start, end }) => text.slice(start, end)))
  for (let at = 0; at < blocks.length; at += tableRowsTogether) {
    const together = blocks.slice(at, at + tableRowsTogether).map(({ start, end }) => ({ start, end }))
    const [first] = together
    const last = together.at(-1)
    if (first && last) {
      rows.push({
        kind: 'table',
        shape,
        rows: together,
        first: at === 0,
        last: at + tableRowsTogether >= blocks.length,
        start: first.start,
        end: last.end,
      })
    }
  }
}

/** Adds a record of a document's head, which is one row or, where it is long, a paragraph a value; false for all else. */
function addFields(rows: TextRow[], text: string, { kind, start, end }: Block, names: readonly string[]): boolean {
  const last = rows.at(-1)
  const isParagraph = kind === 'paragraph'
  const goesOn = isParagraph && last?.kind === 'fields' && last.isSpread
  if (kind !== 'table_row' && !goesOn && !(isParagraph && rows.length === 0)) return false
  const fields = fieldsIn(text, { start, end }, names)
  const known = goesOn ? last.fields : []
  if (!fields || fields.some(({ name }) => known.some((one) => one.name === name))) return false
  if (goesOn) rows.pop()
  const from = goesOn ? last.start : start
  rows.push({ kind: 'fields', fields: [...known, ...fields], isSpread: isParagraph, start: from, end })
  return true
}

function addBlock(rows: TextRow[], text: string, { kind, start, end, level = 1, context = '' }: Block): void {
  if (kind === 'heading') rows.push({ kind, start, end, level })
  else if (kind === 'code') {
    for (const [at, piece] of cutLong(text, start, end).entries())
      rows.push({ kind, context, ...piece, joined: at > 0 })
  } else if (kind !== 'table_row') {
    const shown = kind === 'front_matter' ? 'paragraph' : kind
    for (const [at, piece] of cutLong(text, start, end).entries()) rows.push({ kind: shown, ...piece, joined: at > 0 })
  }
}

/** Cuts a long stretch at line ends or spaces, or anywhere where it has none; never inside a character. */
function cutLong(text: string, start: number, end: number): Range[] {
  const pieces: Range[] = []
  let from = start
  while (end - from > longestRow) {
    const head = text.slice(from, from + longestRow)
    const space = Math.max(head.lastIndexOf('\n'), head.lastIndexOf(' '))
    let to = from + (space > longestRow / 2 ? space + 1 : longestRow)
    const last = text.charCodeAt(to - 1)
    if (last >= 0xd800 && last < 0xdc00) to += 1
    pieces.push({ start: from, end: to })
    from = to
  }
  if (from < end) pieces.push({ start: from, end })
  return pieces
}

/** Sets chapters apart from what stands before them: headings of the outermost level that stands more than once. A book's title may be a level of its own. */
function bookRows(rows: readonly TextRow[]): TextRow[] {
  const levels = rows.flatMap((row) => (row.kind === 'heading' ? [row.level] : []))
  const chapter = [1, 2, 3].find((level) => levels.filter((one) => one === level).length > 1) ?? 1
  const first = rows.findIndex(({ kind }) => kind === 'heading')
  return rows.map((row, at) =>
    row.kind === 'heading' && row.level <= chapter && at > first ? { ...row, isChapter: true } : row,
  )
}

/** Tells the code of a notebook from what it put out. */
function notebookRows(rows: readonly TextRow[]): TextRow[] {
  return rows.map((row) => {
    if (row.kind !== 'code') return row
    const { context, joined, start, end } = row
    const isOutput = context === 'Output'
    return { kind: 'cell', role: isOutput ? 'output' : 'code', language: isOutput ? '' : context, joined, start, end }
  })
}
