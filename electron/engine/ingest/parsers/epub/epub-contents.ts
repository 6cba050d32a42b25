import { attribute, type Element, findElement, isElement, parseXhtml, textOf } from '../html/html-tree'
import type { ZipEntry } from '../docx/zip-entries'
import { decodeEntities } from '../tables/xml-records'
import { attributesOf, type BookPackage, readEntryText, resolvePath } from './epub-package'

/** One line of a book's table of contents: where it leads, and how deep it stands, from 1. */
export interface ContentsLine {
  readonly title: string
  readonly path: string
  /** The id of an element of that file; empty for its beginning. */
  readonly fragment: string
  readonly level: number
}

/** The table of contents, from its page (EPUB 3) or its list (EPUB 2); empty where a book has neither. */
export function readContents(entries: readonly ZipEntry[], { nav, ncx }: BookPackage): ContentsLine[] {
  const page = nav === undefined ? undefined : readEntryText(entries, nav)
  const lines = page === undefined || nav === undefined ? [] : linesOfPage(page, nav)
  if (lines.length > 0 || ncx === undefined) return lines
  return linesOfList(readEntryText(entries, ncx) ?? '', ncx)
}

function linesOfPage(page: string, from: string): ContentsLine[] {
  const document = parseXhtml(page)
  const isNav = (element: Element) => element.tagName === 'nav'
  const isContents = (element: Element) => isNav(element) && attribute(element, 'epub:type') === 'toc'
  const contents = findElement(document, isContents) ?? findElement(document, isNav)
  const lines: ContentsLine[] = []
  const collect = (element: Element, level: number): void => {
    const href = element.tagName === 'a' ? attribute(element, 'href') : undefined
    const title = oneLine(textOf(element))
    if (href !== undefined && title !== '') lines.push({ title, level, ...resolvePath(from, href) })
    for (const child of element.childNodes) {
      if (isElement(child)) collect(child, child.tagName === 'ol' ? level + 1 : level)
    }
  }
  if (contents) collect(contents, 0)
  return lines
}

function linesOfList(xml: string, from: string): ContentsLine[] {
  const lines: ContentsLine[] = []
  let level = 0
  let title = ''
  for (const [, closing, name, written = '', text = ''] of xml.matchAll(
    /<(\/?)(?:[\w.-]+:)?(navPoint|text|content)(?=[\s/>])([^<>]*)>([^<]*)/gu,
  )) {
    if (name === 'navPoint') level += closing === '' ? 1 : -1
    else if (closing === '' && name === 'text') title = oneLine(decodeEntities(text))
    else if (name === 'content' && level > 0 && title !== '') {
      const source = attributesOf(written).get('src')
      if (source !== undefined) lines.push({ title, level, ...resolvePath(from, source) })
    }
  }
  return lines
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
