import pdfmake from 'pdfmake'
import type { Content, ContentText, TDocumentDefinitions } from 'pdfmake/interfaces'
import { chartSvg, paperColours } from '@shared/research/chart-svg'
import { exportWords } from '@engine/session/export/pages/readable-session'
import { sourceAnchor } from './page-text'
import type { PageSource } from './page-sources'
import { fontRuns, pdfFonts } from './pdf-fonts'
import { plainLine, plainText } from './page-text'
import type { Inline, PageBlock, ReportPage } from './report-page'

declare module 'pdfmake/interfaces' {
  interface ContentText {
    /** Names the place of a paragraph for `linkToDestination`; its types know it for anchors only. */
    id?: string
  }
}

const quiet = '#57534c'
const accent = '#2f5d8a'

/**
 * A report as PDF: A4, the fonts it uses inside, headings as an outline, marks that lead to the list of sources and back. What neither
 * font has, such as Arabic letters or emoji, shows as a box.
 */
export async function reportPdf(page: ReportPage): Promise<Uint8Array> {
  const fonts = pdfFonts()
  pdfmake.setFonts(fonts)
  // Nothing is loaded but the fonts.
  const allowed = new Set(Object.values(fonts).flatMap((font) => Object.values(font)))
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => allowed.has(path))
  const bytes = await pdfmake.createPdf(new PdfReport(page).definition()).getBuffer()
  return new Uint8Array(bytes)
}

/** About as many letters stand beside each other in a table. */
const lettersAcross = 90

/** A word that is wider than its column would widen the table beyond the page: such a cell breaks anywhere. */
function breaking(inlines: readonly Inline[], letters: number): Pick<ContentText, 'wordBreak'> {
  const longest = inlines.flatMap((inline) => ('text' in inline ? inline.text.split(/[\s\u2E80-\uFFEF]+/u) : []))
  return longest.some((word) => word.length > letters) ? { wordBreak: 'break-all' } : {}
}

class PdfReport {
  /** Where each source is cited first: the name of that paragraph, since places within one have no names. */
  readonly #citedAt = new Map<number, string>()
  #paragraphs = 0

  constructor(private readonly page: ReportPage) {}

  definition(): TDocumentDefinitions {
    const { title, about, blocks, sources, language } = this.page
    const content = [
      this.#text(title, { fontSize: 18, bold: true, margin: [0, 0, 0, 4] }),
      ...about.map((line) => this.#text(line, { fontSize: 9, color: quiet })),
      ...blocks.flatMap((block) => this.#block(block)),
      ...(sources.length > 0 ? [this.#heading(exportWords[language].sources)] : []),
      ...sources.flatMap((source) => this.#source(source)),
    ]
    return {
      info: { title: plainLine(title), creator: 'Cairn', producer: 'Cairn' },
      language: language === 'zh' ? 'zh-CN' : 'en',
      pageSize: 'A4',
      pageMargins: [56, 64, 56, 56],
      defaultStyle: { font: 'Latin', fontSize: 10.5, lineHeight: language === 'zh' ? 1.35 : 1.25 },
      header: (current) =>
        current === 1 ? null : this.#text(title.slice(0, 90), { fontSize: 8, color: quiet, margin: [56, 28, 56, 0] }),
      footer: (current, count) => ({
        text: `${current} / ${count}`,
        alignment: 'center',
        fontSize: 8,
        color: quiet,
        margin: [0, 16, 0, 0],
      }),
      content,
    }
  }

  #runs(text: string, look: Partial<ContentText> = {}): Content[] {
    return fontRuns(plainText(text), this.page.language).map((run) => ({ ...look, ...run }))
  }

  #text(text: string, look: Partial<ContentText>): Content {
    return { ...look, text: this.#runs(text.replace(/\s*\n\s*/gu, ' ')) }
  }

  #heading(text: string, note?: string): Content {
    const heading = {
      text: this.#runs(text.replace(/\s+/gu, ' ')),
      fontSize: 13,
      bold: true,
      margin: [0, 14, 0, 4] as [number, number, number, number],
      outline: true,
      outlineText: plainLine(text),
    }
    return note === undefined ? heading : { stack: [heading, this.#text(note, { fontSize: 9, color: quiet })] }
  }

  #block(block: PageBlock): Content[] {
    switch (block.type) {
      case 'heading':
        return [this.#heading(block.text, block.note)]
      case 'paragraph':
        return [this.#paragraph(block.inlines, { margin: [0, 0, 0, 6] })]
      case 'list': {
        const items = block.items.map((item) => this.#paragraph(item, { margin: [0, 0, 0, 2] }))
        const list: Content = block.ordered ? { ol: items } : { ul: items }
        return [{ ...list, margin: [0, 0, 0, 6] }]
      }
      case 'table':
        return this.#table(block)
      case 'chart':
        return this.#chart(block)
    }
  }

  #table({ caption, columns, rows }: Extract<PageBlock, { type: 'table' }>): Content[] {
    const size = columns.length > 5 ? 8 : 9
    const letters = Math.floor(lettersAcross / columns.length)
    const head = columns.map((name): Content =>
      this.#text(name, { bold: true, fillColor: '#efece6', fontSize: size, ...breaking([{ text: name }], letters) }),
    )
    const body = rows.map((row) =>
      row.map((cell) => this.#paragraph(cell, { fontSize: size, ...breaking(cell, letters) })),
    )
    const table: Content = {
      table: { headerRows: 1, widths: columns.map(() => '*'), body: [head, ...body] },
      layout: {
        hLineColor: () => '#cdc7bc',
        vLineColor: () => '#cdc7bc',
        hLineWidth: () => 0.5,
        vLineWidth: () => 0.5,
      },
      margin: [0, 2, 0, 8],
    }
    return [...(caption === '' ? [] : [this.#text(caption, { fontSize: 9, color: quiet })]), table]
  }

  #chart({ chart, marks }: Extract<PageBlock, { type: 'chart' }>): Content[] {
    const isChinese = /[\u2E80-\uFFEF]/u.test(JSON.stringify([chart.caption, chart.labels, chart.series]))
    const svg = chartSvg(chart, paperColours, isChinese ? 'Chinese' : 'Latin')
    const caption = [{ text: `${chart.caption} `, style: 'quiet' } as const, ...marks]
    return [{ svg, width: 480, margin: [0, 4, 0, 2] }, this.#paragraph(caption, { fontSize: 9, margin: [0, 0, 0, 8] })]
  }

  #source({ number, name, place, text, cited }: PageSource): Content[] {
    const citedAt = this.#citedAt.get(number)
    // The font has no arrow with a hook.
    const back: Content[] =
      citedAt === undefined ? [] : [{ text: ' ↑', font: 'Chinese', color: accent, linkToDestination: citedAt }]
    const title = [...this.#runs(`[${number}] `), ...this.#runs(plainLine(name), { bold: true })]
    let at = 0
    const passage: Content[] = []
    for (const { start, end } of cited) {
      passage.push(
        ...this.#runs(text.slice(at, start)),
        ...this.#runs(text.slice(start, end), { background: '#ffe9a6' }),
      )
      at = end
    }
    passage.push(...this.#runs(text.slice(at)))
    return [
      { text: [...title, ...back], id: sourceAnchor(number), margin: [0, 8, 0, 0] },
      ...(place === '' ? [] : [this.#text(place, { fontSize: 8.5, color: quiet })]),
      { text: passage, fontSize: 9, margin: [12, 2, 0, 2] },
    ]
  }

  #paragraph(inlines: readonly Inline[], look: Partial<ContentText>): Content {
    const isFirst = inlines.some((inline) => 'mark' in inline && !this.#citedAt.has(inline.mark))
    if (!isFirst) return { ...look, text: this.#inlines(inlines) }
    this.#paragraphs += 1
    const id = `paragraph_${this.#paragraphs}`
    for (const inline of inlines) {
      if ('mark' in inline && !this.#citedAt.has(inline.mark)) this.#citedAt.set(inline.mark, id)
    }
    return { ...look, text: this.#inlines(inlines), id }
  }

  #inlines(inlines: readonly Inline[]): Content[] {
    return inlines.flatMap((inline): Content[] => {
      if ('mark' in inline) {
        const { mark } = inline
        return [{ text: `[${mark}]`, color: accent, fontSize: 8, linkToDestination: sourceAnchor(mark) }]
      }
      const look = inline.style === 'strong' ? { bold: true } : inline.style === 'quiet' ? { color: quiet } : {}
      return this.#runs(inline.text, look)
    })
  }
}
