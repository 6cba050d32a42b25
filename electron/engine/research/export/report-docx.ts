import {
  AlignmentType,
  Bookmark,
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  type ISpacingProperties,
  InternalHyperlink,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { exportWords } from '@engine/session/export/pages/readable-session'
import { docxChart } from './docx-chart'
import { FirstMarks, markAnchor, sourceAnchor } from './page-text'
import type { PageSource } from './page-sources'
import { plainText } from './page-text'
import type { Inline, PageBlock, ReportPage } from './report-page'

/** Named for each script, so that Chinese is not set in whatever a program falls back to. */
const font = { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Calibri', eastAsia: 'Microsoft YaHei' }
const quiet = '57534C'
const accent = '2F5D8A'
const listReference = 'report-list'
const rule = { style: BorderStyle.SINGLE, size: 4, color: 'CDC7BC' }

/**
 * A report as a Word document: headings of the built-in styles, real tables and charts, marks that lead to the list of sources and
 * back. Text is text: nothing in it becomes a field or a formula.
 */
export function reportDocx(page: ReportPage): Promise<Uint8Array> {
  const writer = new DocxReport(page)
  const document = new Document({
    title: plainText(page.title),
    creator: 'Cairn',
    styles: {
      default: {
        document: { run: { font, size: 22, language: { value: 'en-GB', eastAsia: 'zh-CN' } } },
        heading1: { run: { size: 36, bold: true }, paragraph: { spacing: { after: 120 } } },
        heading2: {
          run: { size: 26, bold: true },
          paragraph: { spacing: { before: 320, after: 120 }, keepNext: true },
        },
      },
    },
    numbering: { config: [orderedList] },
    sections: [{ footers: { default: writer.footer() }, children: writer.children() }],
  })
  return Packer.toBuffer(document)
}

const orderedList = {
  reference: listReference,
  levels: [
    {
      level: 0,
      format: LevelFormat.DECIMAL,
      text: '%1.',
      alignment: AlignmentType.START,
      style: { paragraph: { indent: { left: 480, hanging: 360 } } },
    },
  ],
}

class DocxReport {
  readonly #marks = new FirstMarks()
  #lists = 0

  constructor(private readonly page: ReportPage) {}

  children(): (Paragraph | Table)[] {
    const { title, about, blocks, sources, language } = this.page
    const body = blocks.flatMap((block) => this.#block(block))
    return [
      new Paragraph({ heading: HeadingLevel.HEADING_1, children: [new TextRun(plainText(title))] }),
      ...about.map((line) => this.#quiet(line)),
      ...body,
      ...(sources.length > 0 ? [this.#heading(exportWords[language].sources)] : []),
      ...sources.flatMap((source) => this.#source(source)),
    ]
  }

  footer(): Footer {
    const number = new TextRun({
      children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES],
      size: 18,
      color: quiet,
    })
    return new Footer({ children: [new Paragraph({ alignment: AlignmentType.CENTER, children: [number] })] })
  }

  #heading(text: string): Paragraph {
    return new Paragraph({ heading: HeadingLevel.HEADING_2, children: [new TextRun(plainText(text))] })
  }

  #quiet(text: string, spacing: ISpacingProperties = {}): Paragraph {
    return new Paragraph({ spacing, children: [new TextRun({ text: plainText(text), color: quiet, size: 18 })] })
  }

  #block(block: PageBlock): (Paragraph | Table)[] {
    switch (block.type) {
      case 'heading':
        return [
          this.#heading(block.text),
          ...(block.note === undefined ? [] : [this.#quiet(block.note, { after: 60 })]),
        ]
      case 'paragraph':
        return [new Paragraph({ spacing: { after: 120 }, children: this.#inlines(block.inlines) })]
      case 'list':
        return this.#list(block)
      case 'table':
        return this.#table(block)
      case 'chart':
        return this.#chart(block)
    }
  }

  #list({ ordered, items }: Extract<PageBlock, { type: 'list' }>): Paragraph[] {
    this.#lists += 1
    const instance = this.#lists
    return items.map((item, at) => {
      const children = this.#inlines(item)
      const spacing = { after: at === items.length - 1 ? 160 : 40 }
      return ordered
        ? new Paragraph({ numbering: { reference: listReference, level: 0, instance }, spacing, children })
        : new Paragraph({ bullet: { level: 0 }, spacing, children })
    })
  }

  #table({ caption, columns, rows }: Extract<PageBlock, { type: 'table' }>): (Paragraph | Table)[] {
    const width = { size: Math.floor(9000 / Math.max(1, columns.length)), type: WidthType.DXA }
    const head = columns.map(
      (name) =>
        new TableCell({
          width,
          shading: { type: ShadingType.CLEAR, fill: 'EFECE6' },
          children: [new Paragraph({ children: [new TextRun({ text: plainText(name), bold: true })] })],
        }),
    )
    const body = rows.map(
      (row) =>
        new TableRow({
          cantSplit: false,
          children: row.map(
            (cell) => new TableCell({ width, children: [new Paragraph({ children: this.#inlines(cell) })] }),
          ),
        }),
    )
    const table = new Table({
      width: { size: 9000, type: WidthType.DXA },
      columnWidths: columns.map(() => width.size),
      margins: { top: 60, bottom: 60, left: 100, right: 100 },
      borders: { top: rule, bottom: rule, left: rule, right: rule, insideHorizontal: rule, insideVertical: rule },
      rows: [new TableRow({ tableHeader: true, children: head }), ...body],
    })
    return [...(caption === '' ? [] : [this.#quiet(caption, { before: 120, after: 60 })]), table, new Paragraph({})]
  }

  #chart({ chart, marks }: Extract<PageBlock, { type: 'chart' }>): Paragraph[] {
    const run = docxChart(chart)
    const caption = [
      new TextRun({ text: `${plainText(chart.caption)} `, color: quiet, size: 18 }),
      ...this.#inlines(marks),
    ]
    return [
      ...(run ? [new Paragraph({ keepNext: true, children: [run] })] : []),
      new Paragraph({ spacing: { after: 160 }, children: caption }),
    ]
  }

  #source({ number, name, place, text, cited }: PageSource): Paragraph[] {
    const back = this.#marks.has(number)
      ? [new InternalHyperlink({ anchor: markAnchor(number), children: [new TextRun({ text: ' ↩', color: accent })] })]
      : []
    const title = new Bookmark({
      id: sourceAnchor(number),
      children: [new TextRun({ text: `[${number}] ` }), new TextRun({ text: plainText(name), bold: true })],
    })
    return [
      new Paragraph({ keepNext: true, spacing: { before: 200 }, children: [title, ...back] }),
      ...(place === '' ? [] : [this.#quiet(place)]),
      ...passageRuns(text, cited).map((children) => new Paragraph({ indent: { left: 360 }, children })),
    ]
  }

  #inlines(inlines: readonly Inline[]): ParagraphChild[] {
    return inlines.flatMap((inline) => {
      if ('mark' in inline) return [this.#mark(inline.mark)]
      const look = inline.style === 'strong' ? { bold: true } : inline.style === 'quiet' ? { color: quiet } : {}
      return inline.text
        .split('\n')
        .map((line, at) => new TextRun({ text: plainText(line), ...look, ...(at > 0 ? { break: 1 } : {}) }))
    })
  }

  #mark(number: number): ParagraphChild {
    const run = new TextRun({ text: `[${number}]`, color: accent, size: 18 })
    const link = new InternalHyperlink({ anchor: sourceAnchor(number), children: [run] })
    return this.#marks.take(number) ? new Bookmark({ id: markAnchor(number), children: [link] }) : link
  }
}

/** A passage line by line, its cited parts marked. */
function passageRuns(text: string, cited: PageSource['cited']): TextRun[][] {
  const lines: TextRun[][] = []
  let offset = 0
  for (const line of text.split('\n')) {
    const [from, to] = [offset, offset + line.length]
    offset = to + 1
    const edges = new Set([from, to])
    for (const { start, end } of cited) for (const edge of [start, end]) if (edge > from && edge < to) edges.add(edge)
    const points = [...edges].toSorted((a, b) => a - b)
    const runs = points.slice(0, -1).map((start, at) => {
      const isCited = cited.some((part) => part.start <= start && start < part.end)
      const end = points[at + 1] ?? to
      const shading = isCited ? { shading: { type: ShadingType.CLEAR, fill: 'FFE9A6' } } : {}
      return new TextRun({ text: plainText(text.slice(start, end)), ...shading })
    })
    if (line.trim() !== '') lines.push(runs)
  }
  return lines
}
