import { type DefaultTreeAdapterTypes, Parser, type Token } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.ChildNode
export type Document = DefaultTreeAdapterTypes.Document

/** As in browsers: elements nested deeper are left out of the tree, their text is kept. */
const deepest = 512
/** These change how what follows is read and end at once, so they are never left out. */
const rawText = new Set(['script', 'style', 'title', 'textarea', 'noscript', 'iframe', 'xmp', 'noembed', 'plaintext'])

/** parse5 with the nesting limit browsers have: without it, deep nesting takes quadratic time and overflows stacks. */
class BoundedParser extends Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.stackTop > deepest && !rawText.has(token.tagName)) return
    super.onStartTag(token)
  }
}

/** Parses HTML of any quality; the tree is at most about 1,100 levels deep. Never throws. */
export function parseHtml(html: string): Document {
  const parser = new BoundedParser()
  parser.tokenizer.write(html, true)
  return parser.document
}

const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** Parses XHTML as `parseHtml` does HTML: `<title/>` ends there, where HTML would take all that follows for a title. Never throws. */
export function parseXhtml(xhtml: string): Document {
  const html = xhtml.replace(/<([a-z][\w:-]*)(\s[^<>]*)?\/>/giu, (whole, name: string, attributes?: string) =>
    empty.has(name.toLowerCase()) ? whole : `<${name}${attributes ?? ''}></${name}>`,
  )
  return parseHtml(html)
}

export function isElement(node: Node): node is Element {
  return 'tagName' in node
}

export function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text'
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value
}

const unread = new Set(
  'script style template noscript svg iframe object embed canvas audio video select datalist head map'.split(' '),
)

/** Elements whose text no reader sees. */
export function isInvisible(element: Element): boolean {
  if (unread.has(element.tagName)) return true
  if (attribute(element, 'hidden') !== undefined || attribute(element, 'aria-hidden') === 'true') return true
  const style = attribute(element, 'style')
  return style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/iu.test(style)
}

/** The first element below a node, in document order, that passes a test; not inside invisible ones. */
export function findElement(root: Document | Element, test: (element: Element) => boolean): Element | undefined {
  for (const child of root.childNodes) {
    if (!isElement(child)) continue
    if (test(child)) return child
    const found = findElement(child, test)
    if (found) return found
  }
  return undefined
}

/** All text below a node, white space as it stands, line breaks for `br`. */
export function textOf(node: Element | Document, separator = ''): string {
  let text = ''
  for (const child of node.childNodes) {
    if (isText(child)) text += child.value
    else if (isElement(child) && !isInvisible(child)) {
      text += child.tagName === 'br' ? '\n' : textOf(child, separator)
      if (separator && isBlockElement(child.tagName)) text += separator
    }
  }
  return text
}

const blockNames = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody td tfoot th ' +
    'thead tr ul caption option'
  ).split(' '),
)

export function isBlockElement(tagName: string): boolean {
  return blockNames.has(tagName)
}
