import { decode } from '../../files/encoding/decode'
import { titleFromName } from '../../files/file-name'
import { articleOf, isSavedPage, savedFrom } from './article'
import { addHtml } from './html-blocks'
import { findElement, parseHtml, textOf } from './html-tree'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { StructureBuilder, unreadableGap } from '../structure/structure-builder'
import { addRecord } from '../tables/records'

/** Web pages: the visible text, with headings, lists, tables and code kept apart. */
export const htmlParser: Parser = {
  format: 'html',
  extensions: ['html', 'htm', 'xhtml', 'xht', 'shtml'],
  kind: 'text',
  canRun: 'all',
  recognises: ({ promised, text }) => promised !== 'code' && looksLikeHtml(text),
  async parse({ bytes, name }: ParserInput): Promise<ParsedText> {
    const decoded = decode(bytes)
    const html = decoded.text
    const parsed = await pageToText({ html, name, format: 'html', isSaved: isSavedPage(html), source: savedFrom(html) })
    if (decoded.unreadable > 0) parsed.structure.gaps.push(unreadableGap(decoded.unreadable))
    return parsed
  },
}

interface Page {
  readonly html: string
  readonly name: string
  readonly format: string
  /** Kept by a browser: the article in it is what people meant. */
  readonly isSaved: boolean
  /** The address it comes from; may be empty. */
  readonly source: string
}

/** A page's visible text; of one that was saved from a browser, its article where it has one. */
export async function pageToText({ html, name, format, isSaved, source }: Page): Promise<ParsedText> {
  const document = parseHtml(html)
  const builder = new StructureBuilder()
  const titled = findElement(document, (element) => element.tagName === 'title')
  const title = titled && textOf(titled).replace(/\s+/gu, ' ').trim()
  const article = isSaved ? await articleOf(parseHtml(html)) : undefined
  const facts = [
    ['Author', article?.author ?? ''] as const,
    ['Published', article?.published ?? ''] as const,
    ['Source', source] as const,
  ]
  addRecord(builder, new Map(facts.filter(([, value]) => value !== '')))
  addHtml(article?.content ?? document, builder)
  if (article && article.left > 0) {
    const detail = `Around the article the page holds ${article.left} more words, such as menus and links, which were not read.`
    builder.gaps.push({ kind: 'skipped_part', detail })
  }
  return builder.finish(format, article?.title || title || (builder.firstHeading ?? titleFromName(name)))
}

function looksLikeHtml(text: string): boolean {
  const start = text.slice(0, 4096).replace(/^\s*<\?xml[^>]*\?>/u, '')
  return /^(\s*<!--[\s\S]{0,2000}?-->)*\s*<(!doctype\s+html|html)[\s>]/iu.test(start)
}
