import type { Page } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { titleFromName } from '../../files/file-name'
import type { PageReading } from '../../ocr/page-reading'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { addOcrGaps, writeReadPage } from '../picture/read-page-text'
import { brokenPdf, openPdf, type PdfDocument, readPage, type PdfPage } from './pdf-document'
import { columnsOf } from './pdf-columns'
import { composeParagraph, composeRow, hyphenatedWords } from './pdf-compose'
import { findSegments, type Line, toLines } from './pdf-lines'
import { findParagraphs, readTypography, type Typography } from './pdf-paragraphs'
import { findRunningLines } from './pdf-running-lines'
import type { Run } from './pdf-runs'
import { StructureBuilder } from '../structure/structure-builder'

/** A page laid out: columns of lines in reading order, first in its main direction of writing, then in others. */
interface LaidOutPage {
  readonly page: PdfPage
  readonly columns: readonly Column[]
  readonly lines: readonly Line[]
  readonly bottom: number
  readonly top: number
}

interface Column {
  readonly lines: readonly Line[]
  /** Written in another direction than most of the page, such as a note along the margin. */
  readonly isAside: boolean
}

/** PDF: text in reading order, rebuilt from where every run of letters stands on its page. */
export const pdfParser: Parser = {
  format: 'pdf',
  extensions: ['pdf'],
  kind: 'binary',
  recognises: ({ signature }) => signature === 'pdf',
  async parse({ bytes, name, readings }: ParserInput): Promise<ParsedText> {
    const document = await openPdf(bytes)
    try {
      const pages: LaidOutPage[] = []
      for (let number = 1; number <= document.pageCount; number += 1) {
        pages.push(layOut(await readPage(document, number)))
      }
      return write(document, pages, { name, readings: readings ?? new Map() })
    } finally {
      await document.close()
    }
  },
}

function layOut(page: PdfPage): LaidOutPage {
  const columns = page.directions.flatMap((runs, at) =>
    columnsOf(findSegments(runs)).map((segments) => ({ lines: toLines(segments), isAside: at > 0 })),
  )
  const main = page.directions[0] ?? []
  return {
    page,
    columns,
    lines: columns.flatMap((column) => (column.isAside ? [] : column.lines)),
    // In the frame of the main direction a sideways page has other edges than as stored: its text tells.
    ...edges(main, page),
  }
}

function edges(runs: readonly Run[], page: PdfPage): { bottom: number; top: number } {
  const upright = runs.every((run) => Math.abs(run.box[1] + 0.22 * run.size - (run.y - page.originY)) < 1)
  if (upright) return { bottom: page.originY, top: page.originY + page.height }
  const heights = runs.map((run) => run.y)
  return { bottom: Math.min(...heights), top: Math.max(...heights) }
}

function write(document: PdfDocument, pages: readonly LaidOutPage[], { name, readings }: Written): ParsedText {
  const builder = new StructureBuilder()
  const isRunning = findRunningLines(pages)
  const kept = pages.map((page) => ({
    ...page,
    columns: page.columns.flatMap(({ lines, isAside }) => {
      const rest = isAside ? lines : lines.filter((line) => !isRunning(line, page))
      return rest.length > 0 ? [{ lines: rest, isAside }] : []
    }),
  }))
  const lines = pages.flatMap((page) => page.lines)
  const look = { typography: readTypography(lines), hyphenated: hyphenatedWords(lines) }
  for (const page of kept) {
    const reading = page.columns.length > 0 ? undefined : readings.get(page.page.number)
    if (reading?.state === 'read') writeReadPage(builder, reading)
    else writePage(builder, page, look)
  }
  const scanned = pages.flatMap(({ page, columns }) => (page.failed || columns.length > 0 ? [] : [page.number]))
  addOcrGaps(builder, scanned, readings)
  requireText(builder, pages)
  addGaps(builder, pages, readings)
  return builder.finish('pdf', chooseTitle(document.title, builder) ?? titleFromName(name))
}

interface Written {
  readonly name: string
  readonly readings: ReadonlyMap<number, PageReading>
}

interface Look {
  readonly typography: Typography
  readonly hyphenated: ReadonlySet<string>
}

function writePage(builder: StructureBuilder, { page, columns }: LaidOutPage, look: Look): void {
  const items: Page['items'] = []
  let first: number | undefined
  for (const { lines, isAside } of columns) {
    for (const paragraph of findParagraphs(lines, look.typography)) {
      const kind = isAside && paragraph.kind === 'heading' ? 'paragraph' : paragraph.kind
      const [line] = paragraph.lines
      const isRow = kind === 'table_row' && line !== undefined
      const composed = isRow ? composeRow(line) : composeParagraph(paragraph.lines, look.hyphenated)
      const start = builder.add(kind, composed.text, { level: paragraph.level, page: page.number })
      if (start === undefined) continue
      first ??= start
      for (const [from, to, ...box] of composed.items) items.push([start + from, start + to, ...box])
    }
  }
  builder.pages.push({
    number: page.number,
    start: first ?? builder.length,
    end: builder.length,
    width: page.width,
    height: page.height,
    items,
  })
}

function requireText(builder: StructureBuilder, pages: readonly LaidOutPage[]): void {
  if (builder.length > 0 || builder.gaps.some(({ kind }) => kind === 'pages_waiting')) return
  if (pages.every(({ page }) => page.failed)) throw brokenPdf()
  throw new CairnError(
    'NO_TEXT',
    'The PDF holds no text, and OCR found none in the pictures of its pages.',
    'Check that the right file was added, or scan it again with more contrast.',
  )
}

function addGaps(builder: StructureBuilder, pages: readonly LaidOutPage[], readings: Written['readings']): void {
  const failed = pages.filter(({ page }) => page.failed).map(({ page }) => page.number)
  const isEmpty = ({ page, columns }: LaidOutPage) => !page.failed && columns.length === 0
  const empty = pages
    .filter((page) => isEmpty(page) && readings.get(page.page.number)?.state === 'blank')
    .map(({ page }) => page.number)
  if (failed.length > 0) {
    builder.gaps.push({ kind: 'skipped_part', detail: `${count(failed)} could not be read.`, pages: failed })
  }
  if (empty.length > 0) {
    builder.gaps.push({
      kind: 'pages_without_text',
      detail: `${count(empty)} without text.`,
      pages: empty,
    })
  }
}

function count(pages: readonly number[]): string {
  return pages.length === 1 ? '1 page' : `${pages.length} pages`
}

/** The document's own title, unless a program left its file name or nothing of use there; else its first heading. */
function chooseTitle(own: string, builder: StructureBuilder): string | undefined {
  const title = own.replace(/\s+/gu, ' ').trim()
  const isUseless = title.length < 3 || /^(untitled|microsoft word|无标题|document\d*$)|\.\w{2,5}$/iu.test(title)
  return isUseless ? builder.firstHeading : title
}
