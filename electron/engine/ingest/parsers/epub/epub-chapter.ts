import {
  attribute,
  type Document,
  type Element,
  findElement,
  isElement,
  type Node,
  parseXhtml,
  textOf,
} from '../html/html-tree'
import type { ContentsLine } from './epub-contents'

/**
 * A chapter as a tree, with the titles that the table of contents gives it as headings where it has none of its own.
 * @param lines those that lead into this chapter.
 */
export function readChapter(xhtml: string, lines: readonly ContentsLine[]): Document {
  const document = parseXhtml(xhtml)
  if (!findElement(document, (element) => /^h[1-6]$/u.test(element.tagName))) addHeadings(document, lines)
  return document
}

function addHeadings(document: Document, lines: readonly ContentsLine[]): void {
  const body = findElement(document, ({ tagName }) => tagName === 'body')
  if (!body) return
  const places = idsOf(body, new Map())
  for (const line of lines) {
    const place: Element | undefined = line.fragment === '' ? firstWith(body, line.title) : places.get(line.fragment)
    const name = `h${Math.min(6, line.level)}`
    // Often the title stands there already, in the dress of a paragraph.
    const titled: Element | undefined = place && (saysOnly(place, line.title) ? place : firstWith(place, line.title))
    if (titled && titled !== body) titled.tagName = name
    else insert(place ?? body, body, name, line.title)
  }
}

function idsOf(element: Element, found: Map<string, Element>): Map<string, Element> {
  for (const child of element.childNodes) {
    if (!isElement(child)) continue
    const id = attribute(child, 'id')
    if (id !== undefined && !found.has(id)) found.set(id, child)
    idsOf(child, found)
  }
  return found
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
}

function saysOnly(element: Element, title: string): boolean {
  return letters(textOf(element)) === letters(title)
}

/** The outermost element below this one that says the title and no more, where it begins with it. */
function firstWith(element: Element, title: string): Element | undefined {
  const first = element.childNodes.find((child): child is Element => isElement(child) && letters(textOf(child)) !== '')
  if (!first) return undefined
  return saysOnly(first, title) ? first : firstWith(first, title)
}

/** Before an element, or at the beginning of the body. */
function insert(place: Element, body: Element, tagName: string, title: string): void {
  const parent = place === body ? body : (place.parentNode ?? body)
  const heading: Element = { ...body, nodeName: tagName, tagName, attrs: [], childNodes: [], parentNode: parent }
  heading.childNodes.push({ nodeName: '#text', value: title, parentNode: heading })
  const siblings: Node[] = parent.childNodes
  siblings.splice(place === body ? 0 : siblings.indexOf(place), 0, heading)
}
