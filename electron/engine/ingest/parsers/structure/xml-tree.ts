import { brokenArchive } from '../docx/zip-entries'
import { decodeEntities } from '../tables/xml-records'

/** An element of an XML part. Names are without their prefix, which writers choose as they like. */
export interface XmlElement {
  readonly name: string
  /** As they are written; `xmlAttribute` reads them. */
  readonly attributes: string
  readonly children: readonly (XmlElement | string)[]
}

interface OpenElement extends XmlElement {
  readonly fullName: string
  readonly children: (XmlElement | string)[]
}

/** Deeper than any office program writes; within it, readers may go down by recursion. */
const deepest = 400

/**
 * The root of an XML text, read once from front to back. Entities that the text itself declares are never expanded and nothing
 * outside is fetched. Throws CairnError FILE_CORRUPT for what is cut off, not well-formed or nested without end.
 */
export function readXml(xml: string): XmlElement {
  const top: OpenElement = { name: '', fullName: '', attributes: '', children: [] }
  const open: OpenElement[] = [top]
  for (let at = 0; at < xml.length;) {
    const next = xml.indexOf('<', at)
    addText(open.at(-1), xml.slice(at, next === -1 ? xml.length : next))
    if (next === -1) break
    at = readMarkup(xml, next, open)
  }
  const root = top.children.find((child) => typeof child !== 'string')
  if (open.length !== 1 || !root) throw brokenArchive()
  return root
}

/** Reads what begins at `at`; returns where it ends. */
function readMarkup(xml: string, at: number, open: OpenElement[]): number {
  if (xml.startsWith('<!--', at)) return endOf(xml, '-->', at + 4)
  if (xml.startsWith('<?', at)) return endOf(xml, '?>', at + 2)
  if (xml.startsWith('<![CDATA[', at)) {
    const end = endOf(xml, ']]>', at + 9)
    open.at(-1)?.children.push(xml.slice(at + 9, end - 3))
    return end
  }
  if (xml.startsWith('<!', at)) return endOfDeclaration(xml, at)
  const end = endOfTag(xml, at)
  readTag(xml.slice(at + 1, end), open)
  return end + 1
}

function readTag(tag: string, open: OpenElement[]): void {
  if (tag.startsWith('/')) {
    if (open.length < 2 || open.pop()?.fullName !== tag.slice(1).trimEnd()) throw brokenArchive()
    return
  }
  const isEmpty = tag.endsWith('/')
  const space = tag.search(/\s/u)
  const fullName = tag.slice(0, space === -1 ? tag.length - (isEmpty ? 1 : 0) : space)
  const attributes = space === -1 ? '' : tag.slice(space, isEmpty ? -1 : undefined)
  const element = { name: fullName.slice(fullName.indexOf(':') + 1), fullName, attributes, children: [] }
  open.at(-1)?.children.push(element)
  if (isEmpty) return
  if (open.length >= deepest) throw brokenArchive()
  open.push(element)
}

function addText(parent: OpenElement | undefined, text: string): void {
  if (text !== '') parent?.children.push(text.includes('&') ? decodeEntities(text) : text)
}

function endOf(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from)
  if (found === -1) throw brokenArchive()
  return found + mark.length
}

/** A DOCTYPE ends behind what it declares in brackets. */
function endOfDeclaration(xml: string, at: number): number {
  const close = endOf(xml, '>', at)
  const bracket = xml.slice(at, close).indexOf('[')
  return bracket === -1 ? close : endOf(xml, '>', endOf(xml, ']', at + bracket))
}

/** Where the `>` of a tag stands; those within quotes are part of a value. */
function endOfTag(xml: string, from: number): number {
  let quote = ''
  for (let at = from; at < xml.length; at += 1) {
    const sign = xml.charAt(at)
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at
  }
  throw brokenArchive()
}

/** An attribute by its name without prefix, or with one where `name` has it; undefined where the element has none. */
export function xmlAttribute({ attributes }: XmlElement, name: string): string | undefined {
  const written = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/uy
  for (let match = written.exec(attributes); match; match = written.exec(attributes)) {
    const [, key = '', double, single] = match
    if (key === name || key.slice(key.indexOf(':') + 1) === name) return decodeEntities(double ?? single ?? '')
  }
  return undefined
}

/** The elements right below another, those of one name only where it is given. */
export function xmlChildren(parent: XmlElement | undefined, name?: string): XmlElement[] {
  const isWanted = (child: XmlElement | string): child is XmlElement =>
    typeof child !== 'string' && (name === undefined || child.name === name)
  return parent?.children.filter(isWanted) ?? []
}

/** The first element that a path of names leads to, one level each. */
export function xmlAt(from: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = from
  for (const name of path) found = xmlChildren(found, name)[0]
  return found
}

/** Every element of a name below another, in order; not those inside a found one. */
export function xmlBelow(from: XmlElement | undefined, name: string): XmlElement[] {
  return xmlChildren(from).flatMap((child) => (child.name === name ? [child] : xmlBelow(child, name)))
}

/** All text inside an element, as it stands. */
export function xmlText(from: XmlElement | undefined): string {
  return from?.children.map((child) => (typeof child === 'string' ? child : xmlText(child))).join('') ?? ''
}
