import { fillIn } from '@shared/note'
import { chartSvg, pageColours } from '@shared/research/chart-svg'
import { pageStyle } from '@engine/session/export/pages/html-style'
import { escapeHtml, htmlPage, isolated } from '@engine/session/export/pages/html-text'
import { exportWords } from '@engine/session/export/pages/readable-session'
import { FirstMarks, markAnchor, sourceAnchor } from './page-text'
import type { PageSource } from './page-sources'
import type { Inline, PageBlock, ReportPage } from './report-page'

/** Reports of fewer headings need no table of contents. */
const fewestForContents = 4

const reportStyle = `${pageStyle}
section { margin-top: 2rem; }
figure { margin: 1rem 0; }
figure svg { max-width: 100%; height: auto; }
figcaption, caption, .note { color: var(--ink-faint); font-size: 0.8125rem; text-align: start; }
table { display: table; width: 100%; table-layout: fixed; }
th { background: var(--sunken); }
.quiet { color: var(--ink-faint); }
`

/** A report as one HTML file that opens from disk without a network: no script, nothing loaded, everything from outside escaped. */
export function reportHtml(page: ReportPage): string {
  const { title, language, about, sources } = page
  const words = exportWords[language]
  const writer = new HtmlReport(page)
  const body = [
    '<main>',
    `<header><h1><bdi>${escapeHtml(title)}</bdi></h1>`,
    ...about.map((line) => `<p class="dates">${isolated(line)}</p>`),
    '</header>',
    writer.contents(),
    ...writer.sections(),
    sources.length > 0 ? `<section><h2 id="sources">${words.sources}</h2>\n<ol class="sources">` : '',
    ...sources.map((source) => writer.source(source)),
    sources.length > 0 ? '</ol></section>' : '',
    '</main>',
  ]
  return htmlPage({
    language: language === 'zh' ? 'zh-CN' : 'en',
    title,
    style: reportStyle,
    body: body.filter((part) => part !== '').join('\n'),
  })
}

class HtmlReport {
  readonly #marks = new FirstMarks()

  constructor(private readonly page: ReportPage) {}

  contents(): string {
    const headings = this.page.blocks.flatMap((block) => (block.type === 'heading' ? [block.text] : []))
    if (headings.length < fewestForContents) return ''
    const { contents } = exportWords[this.page.language].report
    const items = headings.map((text, at) => `<li><a href="#h${at + 1}"><bdi>${escapeHtml(text)}</bdi></a></li>`)
    return `<nav aria-label="${contents}"><strong>${contents}</strong>\n<ol>\n${items.join('\n')}\n</ol></nav>`
  }

  sections(): string[] {
    let headings = 0
    return this.page.blocks.map((block) => {
      if (block.type !== 'heading') return this.#block(block)
      headings += 1
      const note = block.note === undefined ? '' : `\n<p class="note">${isolated(block.note)}</p>`
      return `<h2 id="h${headings}" dir="auto">${isolated(block.text)}</h2>${note}`
    })
  }

  source({ number, name, place, text, cited }: PageSource): string {
    const words = exportWords[this.page.language]
    const label = `${words.back}: ${fillIn(words.source, { number })}`
    const back = this.#marks.has(number)
      ? ` <a class="back" href="#${markAnchor(number)}" aria-label="${label}">↩</a>`
      : ''
    let at = 0
    const parts: string[] = []
    for (const { start, end } of cited) {
      parts.push(isolated(text.slice(at, start)), `<mark>${isolated(text.slice(start, end))}</mark>`)
      at = end
    }
    return [
      `<li id="${sourceAnchor(number)}"><p>[${number}] <bdi class="name">${escapeHtml(name)}</bdi>${back}</p>`,
      place === '' ? '' : `<p class="place">${isolated(place)}</p>`,
      `<blockquote class="passage" dir="auto">${parts.join('')}${isolated(text.slice(at))}</blockquote></li>`,
    ]
      .filter((part) => part !== '')
      .join('\n')
  }

  #block(block: Exclude<PageBlock, { type: 'heading' }>): string {
    switch (block.type) {
      case 'paragraph':
        return `<p dir="auto">${this.#inlines(block.inlines)}</p>`
      case 'list': {
        const tag = block.ordered ? 'ol' : 'ul'
        const items = block.items.map((item) => `<li dir="auto">${this.#inlines(item)}</li>`)
        return `<${tag}>\n${items.join('\n')}\n</${tag}>`
      }
      case 'table': {
        const head = block.columns.map((name) => `<th scope="col" dir="auto">${isolated(name)}</th>`).join('')
        const rows = block.rows.map(
          (row) => `<tr>${row.map((cell) => `<td dir="auto">${this.#inlines(cell)}</td>`).join('')}</tr>`,
        )
        const caption = block.caption === '' ? '' : `<caption>${isolated(block.caption)}</caption>`
        return `<table>${caption}\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody></table>`
      }
      case 'chart': {
        const caption = `${isolated(block.chart.caption)} ${this.#inlines(block.marks)}`
        return `<figure>${chartSvg(block.chart, pageColours, 'inherit')}<figcaption>${caption}</figcaption></figure>`
      }
    }
  }

  #inlines(inlines: readonly Inline[]): string {
    return inlines
      .map((inline) => {
        if ('mark' in inline) return this.#mark(inline.mark)
        const text = isolated(inline.text)
        if (inline.style === 'strong') return `<strong>${text}</strong>`
        return inline.style === 'quiet' ? `<span class="quiet">${text}</span>` : text
      })
      .join('')
  }

  #mark(number: number): string {
    const id = this.#marks.take(number) ? ` id="${markAnchor(number)}"` : ''
    const label = fillIn(exportWords[this.page.language].source, { number })
    return `<a class="cite" href="#${sourceAnchor(number)}"${id} aria-label="${label}">[${number}]</a>`
  }
}
