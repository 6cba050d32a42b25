import type { Block } from '@shared/documents'
import { readTable } from './html-table'
import {
  attribute,
  type Document,
  type Element,
  findElement,
  isBlockElement,
  isElement,
  isInvisible,
  isText,
  textOf,
} from './html-tree'
import type { StructureBuilder } from '../structure/structure-builder'
import { addTable } from '../tables/table'

const frame = new Set(['nav', 'header', 'footer', 'aside'])

/** Writes a page's visible text as blocks. Navigation, page header and footer are left out where `main` or `article` exist. */
export function addHtml(document: Document | Element, builder: StructureBuilder): void {
  const hasMain = findElement(document, (element) => element.tagName === 'main' || element.tagName === 'article')
  new HtmlBlocks(builder, hasMain !== undefined).read(document)
}

/** Walks the tree once, collecting inline text until a block begins or ends. Depth is bounded by parseHtml. */
class HtmlBlocks {
  #line = ''
  #kind: Block['kind'] = 'paragraph'
  /** Written before the next text: a list item's bullet or number. */
  #marker = ''

  constructor(
    readonly builder: StructureBuilder,
    readonly skipsFrame: boolean,
  ) {}

  read(document: Document | Element): void {
    this.#readChildren(document, this.skipsFrame)
    this.#flush()
  }

  #readChildren(parent: Document | Element, skipsFrame: boolean): void {
    for (const child of parent.childNodes) {
      if (isText(child)) this.#addText(child.value)
      else if (isElement(child) && !isInvisible(child)) this.#readElement(child, skipsFrame)
    }
  }

  #readElement(element: Element, skipsFrame: boolean): void {
    const name = element.tagName
    if (skipsFrame && frame.has(name)) return
    const skips = skipsFrame && name !== 'main' && name !== 'article'
    if (name === 'br') {
      this.#line = `${this.#line.trimEnd()}\n`
    } else if (!isBlockElement(name)) {
      this.#readChildren(element, skips)
    } else {
      this.#flush()
      this.#readBlock(element, name, skips)
      this.#flush()
    }
  }

  #readBlock(element: Element, name: string, skips: boolean): void {
    const level = /^h([1-6])$/u.exec(name)?.[1]
    if (level !== undefined) {
      this.builder.add('heading', textOf(element).replace(/\s+/gu, ' '), { level: Number(level) })
    } else if (name === 'pre') {
      this.builder.add('code', textOf(element))
    } else if (name === 'table') {
      this.#readTable(element, skips)
    } else if (name === 'ol' || name === 'ul' || name === 'menu') {
      this.#readList(element, skips)
    } else if (name === 'blockquote' || name === 'dd') {
      this.#within(name === 'dd' ? 'list_item' : 'quote', '', () => this.#readChildren(element, skips))
    } else {
      this.#readChildren(element, skips)
    }
  }

  #readList(list: Element, skips: boolean): void {
    const start = Number.parseInt(attribute(list, 'start') ?? '1', 10)
    let number = Number.isFinite(start) ? start : 1
    for (const child of list.childNodes) {
      if (isText(child)) this.#addText(child.value)
      if (!isElement(child) || isInvisible(child)) continue
      if (child.tagName !== 'li') {
        this.#readElement(child, skips)
        continue
      }
      this.#flush()
      const marker = list.tagName === 'ol' ? `${number}. ` : '- '
      this.#within('list_item', marker, () => this.#readChildren(child, skips))
      number += 1
    }
  }

  #readTable(table: Element, skips: boolean): void {
    const data = readTable(table)
    if (!data) {
      this.#readChildren(table, skips)
      return
    }
    const caption = findElement(table, (element) => element.tagName === 'caption')
    if (caption) this.builder.add('paragraph', textOf(caption).replace(/\s+/gu, ' '))
    addTable(this.builder, data.rows, data.header)
  }

  #within(kind: Block['kind'], marker: string, read: () => void): void {
    const [kindBefore, markerBefore] = [this.#kind, this.#marker]
    this.#kind = kind
    this.#marker = marker
    read()
    this.#flush()
    this.#kind = kindBefore
    this.#marker = markerBefore
  }

  #addText(value: string): void {
    // U+00A0 is white space to a reader; runs collapse as in a browser.
    const text = value.replace(/[\s\u00a0]+/gu, ' ')
    this.#line += /\s$/u.test(this.#line) || this.#line === '' ? text.trimStart() : text
  }

  #flush(): void {
    const line = this.#line
    this.#line = ''
    for (const passage of line.split(/\n[^\S\n]*\n\s*/u)) {
      const text = passage.trim()
      if (text === '') continue
      this.builder.add(this.#kind, this.#marker + text)
      this.#marker = ''
    }
  }
}
