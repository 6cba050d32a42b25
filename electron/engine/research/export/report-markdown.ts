import { chartSvg } from '@shared/research/chart-svg'
import { bold, escapeMarkdown, escapeMarkdownLine } from '@engine/session/export/pages/markdown-text'
import { exportWords } from '@engine/session/export/pages/readable-session'
import { FirstMarks, markAnchor, sourceAnchor } from './page-text'
import type { PageSource } from './page-sources'
import type { Inline, PageBlock, ReportPage } from './report-page'

/**
 * A report as Markdown. Marks are links to the list of sources below, by anchors that HTML has too; charts are SVG pictures in the
 * file itself, with their values as a table behind them. Every letter from outside is escaped.
 */
export function reportMarkdown(page: ReportPage): string {
  return new MarkdownReport(page).text()
}

class MarkdownReport {
  readonly #marks = new FirstMarks()

  constructor(private readonly page: ReportPage) {}

  text(): string {
    const { title, about, blocks, sources, language } = this.page
    const words = exportWords[language]
    const body = blocks.map((block) => this.#block(block))
    const parts = [
      `# ${escapeMarkdownLine(title)}`,
      about.map(escapeMarkdownLine).join('  \n'),
      ...body,
      ...(sources.length > 0 ? [`## ${words.sources}`, ...sources.map((source) => this.#source(source))] : []),
    ]
    return `${parts.filter((part) => part !== '').join('\n\n')}\n`
  }

  #block(block: PageBlock): string {
    switch (block.type) {
      case 'heading':
        return `## ${escapeMarkdownLine(block.text)}${block.note === undefined ? '' : `\n\n*${escapeMarkdownLine(block.note)}*`}`
      case 'paragraph':
        return this.#inlines(block.inlines)
      case 'list':
        return block.items.map((item, at) => `${block.ordered ? `${at + 1}.` : '-'} ${this.#oneLine(item)}`).join('\n')
      case 'table': {
        const rows = block.rows.map((row) => `| ${row.map((cell) => this.#oneLine(cell)).join(' | ')} |`)
        const head = `| ${block.columns.map((name) => escapeMarkdownLine(name)).join(' | ')} |`
        const caption = block.caption === '' ? [] : [`*${escapeMarkdownLine(block.caption)}*\n`]
        return [...caption, head, `|${'---|'.repeat(block.columns.length)}`, ...rows].join('\n')
      }
      case 'chart': {
        const svg = Buffer.from(chartSvg(block.chart), 'utf8').toString('base64')
        const caption = escapeMarkdownLine(block.chart.caption)
        return `![${caption}](data:image/svg+xml;base64,${svg})\n\n${caption} ${this.#inlines(block.marks)}`
      }
    }
  }

  #source({ number, name, place, text }: PageSource): string {
    const back = this.#marks.has(number) ? ` [↩](#${markAnchor(number)})` : ''
    const where = place === '' ? '' : ` · ${escapeMarkdownLine(place)}`
    const quoted = text
      .replace(/\r\n?/gu, '\n')
      .split('\n')
      .map((line) => `> ${escapeMarkdown(line.trimStart())}`.trimEnd())
      .join('\n')
    return `<a id="${sourceAnchor(number)}"></a>\\[${number}\\] ${bold(escapeMarkdownLine(name), ' ', ' ')}${where}${back}\n\n${quoted}`
  }

  #oneLine(inlines: readonly Inline[]): string {
    return this.#inlines(inlines).replace(/\s*\n\s*/gu, ' ')
  }

  #inlines(inlines: readonly Inline[]): string {
    return inlines
      .map((inline, at) => {
        if ('mark' in inline) return this.#mark(inline.mark)
        // What stands at the start of a line must not begin a list or a heading.
        const escaped = escapeMarkdown(at === 0 ? inline.text.trimStart() : inline.text)
        if (inline.style === 'strong') return `${bold(escaped.trim(), at === 0 ? '' : ' ', ' ')} `
        return inline.style === 'quiet' ? `_${escaped.trim()}_` : escaped
      })
      .join('')
  }

  #mark(number: number): string {
    const anchor = this.#marks.take(number) ? `<a id="${markAnchor(number)}"></a>` : ''
    return `${anchor}[\\[${number}\\]](#${sourceAnchor(number)})`
  }
}
