import type { ZipParts } from './zip-parts'
import { CairnError } from '@shared/errors'
import { addChart } from '../pptx/chart'
import { diagramTexts } from '../pptx/diagram'
import type { PartRelation } from '../pptx/part-relations'
import type { PartLabels } from '../structure/part-labels'
import type { StructureBuilder } from '../structure/structure-builder'
import { xmlAt, xmlAttribute, xmlBelow, xmlChildren, type XmlElement } from '../structure/xml-tree'
import { addGrid } from '../tables/office-table'
import { alternative, type Anchored, boxesOf, isPlaceholder, WordInline } from './word-inline'
import type { WordNumbering } from './word-numbering'
import { listOf, outlineLevel, valueOf, type WordStyles } from './word-styles'
import { layoutCells, type WordTable, wordTable } from './word-table'

export interface WordProse {
  readonly kind: 'heading' | 'paragraph' | 'list_item' | 'quote'
  readonly text: string
  readonly level?: number
  /** For a line that is all bold: the size of its letters, in half points. */
  readonly boldSize?: number | undefined
}

/** A stretch of a Word document in reading order. */
export type WordBlock = WordProse | WordTable | { readonly write: (builder: StructureBuilder) => void }

/** What a document refers to; notes and comments by their ids. */
export interface WordParts {
  readonly parts: ZipParts
  readonly relations: ReadonlyMap<string, PartRelation>
  readonly styles: WordStyles
  readonly numbering: WordNumbering
  readonly labels: PartLabels
  readonly footnotes: ReadonlyMap<string, XmlElement>
  readonly endnotes: ReadonlyMap<string, XmlElement>
  readonly comments: ReadonlyMap<string, XmlElement>
}

/** The names of the levels of a table of contents, which repeats headings. */
const contentsLine = /^toc \d$/u
const longestHeading = 400
const deepestLevel = 9

/** Reads what stands in a Word document's body, box or note. What is anchored in a paragraph, such as a note, comes after it. */
export class WordBlocks {
  readonly blocks: WordBlock[] = []
  readonly inline: WordInline
  unread = 0
  broken = 0
  /** The text of a paragraph whose end a tracked change deletes: the next one goes on. */
  #carried = ''
  #anchored: Anchored[] = []
  #isInside = false
  /** Notes and comments are read once, whatever refers to them. */
  readonly #read = new Set<XmlElement>()

  constructor(readonly word: WordParts) {
    this.inline = new WordInline(word.styles)
  }

  read(parent: XmlElement | undefined): void {
    for (const child of xmlChildren(parent)) this.#readElement(child)
  }

  #readElement(element: XmlElement): void {
    const { name } = element
    if (name === 'p') this.#readParagraph(element)
    else if (name === 'tbl') this.#readTable(element)
    else if (name === 'AlternateContent') this.read(alternative(element))
    else if (name === 'altChunk') this.unread += 1
    else if (name === 'sdt') this.#readControl(element)
    else if (/^(?:sdtContent|customXml|ins|moveTo|smartTag|txbxContent|body)$/u.test(name)) this.read(element)
  }

  #readControl(control: XmlElement): void {
    const gallery = valueOf(xmlAt(control, 'sdtPr', 'docPartObj'), 'docPartGallery') ?? ''
    if (!isPlaceholder(control) && !/^table of contents$/iu.test(gallery)) this.read(xmlAt(control, 'sdtContent'))
  }

  #readParagraph(paragraph: XmlElement): void {
    const properties = xmlAt(paragraph, 'pPr')
    const styleId = valueOf(properties, 'pStyle')
    const style = this.word.styles.paragraph(styleId)
    if (contentsLine.test(style.name ?? '')) return
    const { isBold, size, anchored, ...inline } = this.inline.paragraph(paragraph, style)
    const text = (this.#carried + inline.text).trim()
    this.#anchored.push(...anchored)
    this.#carried = xmlAt(properties, 'rPr', 'del') === undefined ? '' : this.#carried + inline.text
    if (this.#carried !== '') return
    const mark = this.word.numbering.mark(listOf(properties), style, styleId)
    const level = outlineLevel(properties) ?? style.level ?? deepestLevel + 1
    const numbered = mark === undefined || mark === '' || text === '' ? text : `${mark} ${text}`
    if (level <= deepestLevel && text.length <= longestHeading) {
      const line = (mark === '-' ? text : numbered).replace(/\s+/gu, ' ')
      this.#add({ kind: 'heading', text: line, level })
    } else {
      const kind = mark !== undefined ? 'list_item' : /quote$/u.test(style.name ?? '') ? 'quote' : 'paragraph'
      this.#add({ kind, text: numbered, ...(isBold && mark !== '-' && !this.#isInside && { boldSize: size }) })
    }
    this.#readAnchored()
  }

  #add(block: WordProse): void {
    if (block.text !== '') this.blocks.push(block)
  }

  #readTable(table: XmlElement): void {
    const cells = layoutCells(table)
    if (cells) for (const cell of cells) this.read(cell)
    else this.blocks.push(wordTable(table, (cell) => this.#cellText(cell)))
    this.#readAnchored()
  }

  /** The paragraphs below an element, a line each; what is anchored in them waits. */
  #cellText(cell: XmlElement): string {
    return this.#lines(cell)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n')
  }

  #lines(parent: XmlElement): string[] {
    return xmlChildren(parent).flatMap((child) => {
      if (child.name !== 'p') return child.name === 'sdt' && isPlaceholder(child) ? [] : this.#lines(child)
      const properties = xmlAt(child, 'pPr')
      const styleId = valueOf(properties, 'pStyle')
      const style = this.word.styles.paragraph(styleId)
      const { text, anchored } = this.inline.paragraph(child, style)
      this.#anchored.push(...anchored)
      const mark = this.word.numbering.mark(listOf(properties), style, styleId)
      return [mark !== undefined && text.trim() !== '' ? `${mark} ${text}` : text]
    })
  }

  /** Notes and comments may have notes and comments of their own. */
  #readAnchored(): void {
    while (this.#anchored.length > 0) {
      const waiting = this.#anchored
      this.#anchored = []
      for (const one of waiting) this.#readOne(one)
    }
  }

  #readOne(one: Anchored): void {
    if (one.kind === 'drawing') {
      this.#readDrawing(one.element)
      return
    }
    const found = this.word[`${one.kind}s`].get(one.id)
    if (!found || this.#read.has(found)) return
    this.#read.add(found)
    if (one.kind === 'comment') this.#readComment(found)
    else this.#add({ kind: 'paragraph', text: `${one.mark} ${this.#cellText(found)}` })
  }

  #readComment(comment: XmlElement): void {
    const text = this.#cellText(comment)
    if (text === '') return
    this.#add({
      kind: 'paragraph',
      text: this.word.labels.comment(xmlAttribute(comment, 'author')?.trim() ?? '', text),
    })
  }

  #readDrawing(element: XmlElement): void {
    const before = this.blocks.length
    const wasInside = this.#isInside
    this.#isInside = true
    for (const box of boxesOf(element)) this.read(box)
    this.#isInside = wasInside
    for (const shaped of xmlBelow(element, 'textpath'))
      this.#add({ kind: 'paragraph', text: xmlAttribute(shaped, 'string')?.trim() ?? '' })
    this.#readGraphic(element)
    if (this.blocks.length > before) return
    const described = [...xmlBelow(element, 'docPr'), ...xmlBelow(element, 'shape')]
    const text = described.map((one) => (xmlAttribute(one, 'descr') ?? xmlAttribute(one, 'alt') ?? '').trim())
    const [first] = text.filter((one) => one !== '' && !/^\S+\.\w{2,4}$/u.test(one))
    if (first !== undefined) this.#add({ kind: 'paragraph', text: this.word.labels.picture(first) })
    else if (xmlBelow(element, 'OLEObject').length > 0) this.unread += 1
  }

  /** Charts and diagrams are parts of their own. */
  #readGraphic(element: XmlElement): void {
    const data = xmlBelow(element, 'graphicData')[0]
    const partOf = (owner: XmlElement | undefined, id: string) =>
      owner && this.word.parts.take(this.word.relations.get(xmlAttribute(owner, id) ?? '')?.target ?? '')
    try {
      const chart = partOf(xmlAt(data, 'chart'), 'r:id')
      if (chart) this.blocks.push({ write: (builder) => addChart(builder, chart, this.word.labels) })
      const diagram = partOf(xmlAt(data, 'relIds'), 'r:dm')
      for (const text of diagram ? diagramTexts(diagram) : []) this.#add({ kind: 'list_item', text: `- ${text}` })
    } catch (thrown) {
      if (!(thrown instanceof CairnError)) throw thrown
      this.broken += 1
    }
  }
}

/** Writes blocks until the builder is full. */
export function writeWordBlocks(builder: StructureBuilder, blocks: readonly WordBlock[]): void {
  for (const block of blocks) {
    if (builder.isFull) return
    if ('text' in block) builder.add(block.kind, block.text, { level: block.level })
    else if ('grid' in block) addGrid(builder, block.grid, block.isHeaderMarked)
    else block.write(builder)
  }
}
