import type { Page } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { titleFromName } from '../../files/file-name'
import { failedReading, type PageReading } from '../../ocr/page-reading'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { addOcrGaps, writeReadPage } from '../picture/read-page-text'
import { brokenPdf, openPdf, type PdfDocument, readPage, type PdfPage } from './pdf-document'
import { type PdfAnnotation, readAnnotations } from './pdf-annotations'
import { columnsOf } from './pdf-columns'
import { type DocumentWords, documentWords } from './divided-words'
import { composeParagraph, composeRow, lineText } from './pdf-compose'
import { findSegments, type Line, toLines } from './pdf-lines'
import { findParagraphs, readTypography, type Typography } from './pdf-paragraphs'
import { findRunningLines } from './pdf-running-lines'
import { hasReadableText } from './readable-page'
import type { Run } from './pdf-runs'
import { columnNames } from './pdf-tables'
import { StructureBuilder } from '../structure/structure-builder'

/** A page laid out: columns of lines in reading order, first in its main direction of writing, then in others. */
interface LaidOutPage {
  readonly page: PdfPage
  /** Its text is writing, not the numbers of its glyphs. */
  readonly isReadable: boolean
  /** Notes and filled fields that its text does not show. */
  readonly annotations: readonly PdfAnnotation[]
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
  async parse({ bytes, name, password, readings }: ParserInput): Promise<ParsedText> {
    const document = await openPdf(bytes, password)
    try {
      const pages: LaidOutPage[] = []
      for (let number = 1; number <= document.pageCount; number += 1) {
        const annotations = await readAnnotations(document, number)
        pages.push(layOut(await readPage(document, number), annotations))
      }
      return write(document, pages, {
        name,
        readings: password === undefined ? (readings ?? new Map()) : unread(document),
      })
    } finally {
      await document.close()
    }
  },
}

/** Of a document with a password no page waits for OCR, which is given none: all count as looked at. */
function unread({ pageCount }: PdfDocument): Map<number, PageReading> {
  const numbers = Array.from({ length: pageCount }, (_, at) => at + 1)
  return new Map(numbers.map((page) => [page, { ...failedReading(page, ''), state: 'blank' }]))
}

function layOut(page: PdfPage, annotations: readonly PdfAnnotation[]): LaidOutPage {
  const isReadable = hasReadableText(page)
  const columns = (isReadable ? page.directions : []).flatMap((runs, at) =>
    columnsOf(findSegments(runs)).map((segments) => ({ lines: toLines(segments), isAside: at > 0 })),
  )
  const main = page.directions[0] ?? []
  return {
    page,
    isReadable,
    annotations: annotations.filter(({ text }) => !isShown(text, page)),
    columns,
    lines: columns.flatMap((column) => (column.isAside ? [] : column.lines)),
    // In the frame of the main direction a sideways page has other edges than as stored: its text tells.
    ...edges(main, page),
  }
}

/** Whether a page's own text holds what was written onto it, as in a form that was printed with its values. */
function isShown(text: string, { directions }: PdfPage): boolean {
  const bare = (one: string): string => one.replace(/\s+/gu, '')
  const shown = bare(directions.flatMap((runs) => runs.map((run) => run.text)).join(''))
  return shown.includes(bare(text))
}

function edges(runs: readonly Run[], page: PdfPage): { bottom: number; top: number } {
  const upright = runs.every((run) => Math.abs(run.box[1] + 0.22 * run.size - (run.y - page.originY)) < 1)
  if (upright) return { bottom: page.originY, top: page.originY + page.height }
  const heights = runs.map((run) => run.y)
  return { bottom: Math.min(...heights), top: Math.max(...heights) }
}

function write(document: PdfDocument, pages: readonly LaidOutPage[], { name, readings }: Written): ParsedText {
  const builder = new StructureBuilder()
  const isRunning = findRunningLines(pages.map((page) => ({ ...page, number: page.page.number })))
  const kept = pages.map((page) => ({
    ...page,
    columns: page.columns.flatMap(({ lines, isAside }) => {
      const rest = isAside ? lines : lines.filter((line) => !isRunning(line))
      return rest.length > 0 ? [{ lines: rest, isAside }] : []
    }),
  }))
  const lines = pages.flatMap((page) => page.lines)
  const look = { typography: readTypography(lines), words: documentWords(lines.map(lineText)) }
  for (const page of kept) {
    const reading = isScanned(page) ? readings.get(page.page.number) : undefined
    if (reading?.state !== 'read') writePage(builder, page, look)
    else {
      writeReadPage(builder, reading)
      for (const { text } of page.annotations) builder.add('paragraph', text, { page: page.page.number })
    }
  }
  const scanned = pages.filter(isScanned).map(({ page }) => page.number)
  addOcrGaps(builder, scanned, readings)
  requireText(builder, pages)
  addGaps(builder, pages, readings)
  return builder.finish('pdf', chooseTitle(document.title, builder) ?? titleFromName(name), document.about)
}

/** Whether a page can only be read by its looks: nothing stands on it but, perhaps, pictures, or numbers of glyphs. */
function isScanned({ page, columns, annotations, isReadable }: LaidOutPage): boolean {
  return !page.failed && (!isReadable || (columns.length === 0 && annotations.length === 0))
}

interface Written {
  readonly name: string
  readonly readings: ReadonlyMap<number, PageReading>
}

interface Look {
  readonly typography: Typography
  readonly words: DocumentWords
}

function writePage(builder: StructureBuilder, { page, columns, annotations }: LaidOutPage, look: Look): void {
  const items: Page['items'] = []
  let first: number | undefined
  for (const { lines, isAside } of columns) {
    const paragraphs = findParagraphs(lines, look.typography)
    const names = columnNames(paragraphs)
    for (const paragraph of paragraphs) {
      const kind = isAside && paragraph.kind === 'heading' ? 'paragraph' : paragraph.kind
      const [line] = paragraph.lines
      const isRow = kind === 'table_row' && line !== undefined
      const composed = isRow ? composeRow(line) : composeParagraph(paragraph.lines, look.words)
      const context = names.get(paragraph)
      const start = builder.add(kind, composed.text, { level: paragraph.level, page: page.number, context })
      if (start === undefined) continue
      first ??= start
      for (const [from, to, ...box] of composed.items) items.push([start + from, start + to, ...box])
    }
  }
  for (const { text, box } of annotations) {
    const start = builder.add('paragraph', text, { page: page.number })
    if (start === undefined) continue
    first ??= start
    items.push([start, builder.length, ...box])
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
  if (pages.some(({ isReadable }) => !isReadable)) {
    throw new CairnError(
      'NO_TEXT',
      'The text of this PDF cannot be read as letters: its fonts do not say which they are, and OCR found none by their looks.',
      'Export it again from the program it comes from, and add the result.',
    )
  }
  throw new CairnError(
    'NO_TEXT',
    'The PDF holds no text, and OCR found none in the pictures of its pages.',
    'Check that the right file was added, or scan it again with more contrast.',
  )
}

function addGaps(builder: StructureBuilder, pages: readonly LaidOutPage[], readings: Written['readings']): void {
  const failed = pages.filter(({ page }) => page.failed).map(({ page }) => page.number)
  const blank = pages.filter((page) => isScanned(page) && readings.get(page.page.number)?.state === 'blank')
  const coded = blank.filter(({ isReadable }) => !isReadable).map(({ page }) => page.number)
  const empty = blank.filter(({ isReadable }) => isReadable).map(({ page }) => page.number)
  if (failed.length > 0) {
    builder.gaps.push({ kind: 'skipped_part', detail: `${count(failed)} could not be read.`, pages: failed })
  }
  if (coded.length > 0) {
    const which = coded.length === 1 ? `page ${coded[0]}` : `${coded.length} pages`
    builder.gaps.push({
      kind: 'unreadable_characters',
      detail: `The text of ${which} cannot be read as letters.`,
      pages: coded,
    })
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
