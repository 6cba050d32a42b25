import { CairnError } from '@shared/errors'
import { posix } from 'node:path'
import type { ZipParts } from '../docx/zip-parts'
import type { PartLabels } from '../structure/part-labels'
import type { StructureBuilder } from '../structure/structure-builder'
import { xmlAt, xmlAttribute, xmlBelow, xmlChildren, type XmlElement, xmlText } from '../structure/xml-tree'
import { addGrid } from '../tables/office-table'
import { addTable } from '../tables/table'
import { openTable } from './opendocument-table'

/** Holds nothing to read, or what stands in the document again: a table of contents repeats its headings. */
const skipped = new Set(['tracked-changes', 'table-of-content', 'forms', 'notes', 'hidden-text', 'settings'])
const most = { spaces: 100, level: 6 } as const

/** Writes what stands in an OpenDocument body. What is anchored in a paragraph, such as a note or a text box, comes after it. */
export class OpenDocumentBlocks {
  #anchored: (XmlElement | string)[] = []
  #marker: string | undefined
  #brokenParts = 0

  constructor(
    readonly builder: StructureBuilder,
    readonly parts: ZipParts,
    readonly labels: PartLabels,
  ) {}

  /** Everything inside an element, in order. Depth is bounded by `readXml`. */
  read(parent: XmlElement | undefined): void {
    for (const child of xmlChildren(parent)) {
      if (this.builder.isFull) return
      if (!skipped.has(child.name)) this.#readElement(child)
    }
  }

  /** The text of an element on lines as written; what is anchored in it is kept for `writeAnchored`. */
  text(from: XmlElement): string {
    return from.children
      .map((child) => (typeof child === 'string' ? child.replace(/\s+/gu, ' ') : this.#inline(child)))
      .join('')
  }

  /** Says which parts of the file were not read. */
  reportGaps(): void {
    if (this.#brokenParts === 0) return
    this.builder.gaps.push({ kind: 'skipped_part', detail: 'A chart that is damaged was not read.' })
  }

  writeAnchored(): void {
    const anchored = this.#anchored
    this.#anchored = []
    for (const one of anchored) {
      if (typeof one === 'string') this.builder.add('paragraph', one)
      else this.#readElement(one)
    }
  }

  #readElement(element: XmlElement): void {
    if (element.name === 'h' || element.name === 'p') this.#readParagraph(element)
    else if (element.name === 'list') this.#readList(element)
    else if (element.name === 'table') this.#readTable(element)
    else if (element.name === 'annotation') this.#readComment(element)
    else if (element.name === 'object') this.#readChart(element)
    else if (element.name === 'frame') this.#readFrame(element)
    else this.read(element)
  }

  #readParagraph(element: XmlElement): void {
    const text = this.text(element).trim()
    if (element.name === 'h') {
      const level = Number(xmlAttribute(element, 'outline-level') ?? 1)
      this.builder.add('heading', text.replace(/\s+/gu, ' '), { level: Number.isInteger(level) ? level : most.level })
    } else if (this.#marker === undefined) this.builder.add('paragraph', text)
    else if (text !== '') {
      this.builder.add('list_item', this.#marker + text)
      this.#marker = ''
    }
    this.writeAnchored()
  }

  #readList(list: XmlElement): void {
    const before = this.#marker
    for (const item of xmlChildren(list)) {
      const label = xmlText(xmlAt(item, 'number')).trim()
      this.#marker = label ? `${label} ` : '- '
      for (const child of xmlChildren(item)) if (child.name !== 'number') this.#readElement(child)
    }
    this.#marker = before
  }

  #readTable(table: XmlElement): void {
    const { rows, hasHeader } = openTable(table, (cell) => this.#cellText(cell))
    addGrid(this.builder, rows, hasHeader)
    this.writeAnchored()
  }

  /** The paragraphs of a cell, also those in lists and in tables inside it. */
  #cellText(cell: XmlElement): string {
    const lines = xmlChildren(cell).map((child) =>
      child.name === 'p' || child.name === 'h'
        ? this.text(child)
        : skipped.has(child.name)
          ? ''
          : this.#cellText(child),
    )
    return lines.filter((line) => line.trim() !== '').join('\n')
  }

  #readComment(annotation: XmlElement): void {
    const text = this.#cellText(annotation)
    const author = xmlText(xmlAt(annotation, 'creator')).trim()
    if (text !== '') this.builder.add('paragraph', this.labels.comment(author, text))
  }

  #readFrame(frame: XmlElement): void {
    const before = this.builder.length
    for (const child of xmlChildren(frame)) {
      // Another copy of the same, for programs that cannot show the first.
      const isCopy = child.name === 'image' && xmlAt(frame, 'object') !== undefined
      if (!isCopy && child.name !== 'title' && child.name !== 'desc') this.#readElement(child)
    }
    const description = ['title', 'desc'].map((name) => xmlText(xmlAt(frame, name)).trim()).filter(Boolean)
    if (this.builder.length === before && description.length > 0)
      this.builder.add('paragraph', this.labels.picture(description.join(': ')))
  }

  /** A chart is a document inside the document, with its numbers as a table. */
  #readChart(object: XmlElement): void {
    try {
      const folder = posix.join('/', xmlAttribute(object, 'xlink:href') ?? '').slice(1)
      const [chart] = xmlBelow(this.parts.take(`${folder}/content.xml`), 'chart').filter((one) =>
        xmlAt(one, 'plot-area'),
      )
      if (!chart) return
      const title = xmlChildren(chart, 'title').map((one) => this.#cellText(one))
      this.builder.add('paragraph', title.length > 0 ? this.labels.chart(title.join(' ')) : '')
      for (const table of xmlChildren(chart, 'table')) {
        const [header, ...rows] = openTable(table, (cell) => this.#cellText(cell)).rows
        addTable(this.builder, rows, header)
      }
    } catch (thrown) {
      if (!(thrown instanceof CairnError)) throw thrown
      this.#brokenParts += 1
    }
  }

  #inline(element: XmlElement): string {
    const { name } = element
    if (name === 's') return ' '.repeat(Math.min(Number(xmlAttribute(element, 'c') ?? 1) || 1, most.spaces))
    if (name === 'tab') return ' '
    if (name === 'line-break') return '\n'
    if (name === 'note') return this.#inlineNote(element)
    if (name === 'ruby-text' || skipped.has(name)) return ''
    if (name === 'annotation' || name === 'frame' || xmlBelow(element, 'p').length > 0) {
      this.#anchored.push(element)
      return ''
    }
    return this.text(element)
  }

  #inlineNote(note: XmlElement): string {
    const mark = `[${xmlText(xmlAt(note, 'note-citation')).trim()}]`
    const body = xmlAt(note, 'note-body')
    this.#anchored.push(`${mark} ${body ? this.#cellText(body) : ''}`)
    return mark
  }
}
