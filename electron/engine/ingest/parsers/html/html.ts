import { decode } from '../../files/decode'
import { titleFromName } from '../../files/file-name'
import { addHtml } from './html-blocks'
import { findElement, parseHtml, textOf } from './html-tree'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { StructureBuilder, unreadableGap } from '../structure/structure-builder'

/** Web pages: the visible text, with headings, lists, tables and code kept apart. */
export const htmlParser: Parser = {
  format: 'html',
  extensions: ['html', 'htm', 'xhtml', 'xht', 'shtml'],
  kind: 'text',
  canRun: 'all',
  recognises: ({ promised, text }) => promised !== 'code' && looksLikeHtml(text),
  parse({ bytes, name }: ParserInput): ParsedText {
    const decoded = decode(bytes)
    const document = parseHtml(decoded.text)
    const builder = new StructureBuilder()
    if (decoded.unreadable > 0) builder.gaps.push(unreadableGap(decoded.unreadable))
    addHtml(document, builder)
    const titled = findElement(document, (element) => element.tagName === 'title')
    const title = titled && textOf(titled).replace(/\s+/gu, ' ').trim()
    return builder.finish('html', title || (builder.firstHeading ?? titleFromName(name)))
  },
}

function looksLikeHtml(text: string): boolean {
  const start = text.slice(0, 4096).replace(/^\s*<\?xml[^>]*\?>/u, '')
  return /^(\s*<!--[\s\S]{0,2000}?-->)*\s*<(!doctype\s+html|html)[\s>]/iu.test(start)
}
