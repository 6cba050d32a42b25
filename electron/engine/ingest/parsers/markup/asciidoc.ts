import { titleFromName } from '../../files/file-name'
import { addHtml } from '../html/html-blocks'
import { findElement, parseHtml, textOf } from '../html/html-tree'
import { isMarkFlood } from './mark-flood'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { linesOf, readSourceText } from '../structure/source-text'
import { StructureBuilder } from '../structure/structure-builder'
import { addRecord } from '../tables/records'
import { textParser } from '../text'

/** In UTF-16 units: the converter takes longer than linear time for lines that nobody writes. */
const longestLine = 10_000
const fact = /^:(author|revdate|revnumber|description|keywords): +(\S.*)$/gmu
const labels = {
  author: 'Author',
  revdate: 'Date',
  revnumber: 'Version',
  description: 'Description',
  keywords: 'Keywords',
}
/** The line below the title may name the author. */
const authorLine = /^= [^\n]+\n([\p{L}][\p{L} .;-]{1,200})(?: <[^>\n]+>)?$/mu
const include = /^include::[^[\n]+\[/mu

/** AsciiDoc, converted to a page by Asciidoctor in its mode for texts of strangers: it opens no other file. */
export const asciidocParser: Parser = {
  format: 'asciidoc',
  extensions: ['adoc', 'asciidoc'],
  kind: 'text',
  async parse({ bytes, name }: ParserInput): Promise<ParsedText> {
    const { text, gaps } = readSourceText(bytes)
    if (isMarkFlood(text)) return textParser.parse({ bytes, name })
    for (const line of linesOf(text)) if (line.text.length > longestLine) return textParser.parse({ bytes, name })
    const page = parseHtml(await pageOf(text))
    const builder = new StructureBuilder()
    builder.gaps.push(...gaps)
    addRecord(builder, factsOf(text))
    addHtml(page, builder)
    if (include.test(text))
      builder.gaps.push({ kind: 'skipped_part', detail: 'Other files that it includes are not part of it.' })
    const titled = findElement(page, ({ tagName }) => tagName === 'h1')
    return builder.finish(
      'asciidoc',
      (titled && textOf(titled).trim()) || (builder.firstHeading ?? titleFromName(name)),
    )
  },
}

function factsOf(text: string): Map<string, string> {
  const facts = new Map<string, string>()
  const author = authorLine.exec(text.slice(0, 4000))?.[1]
  if (author !== undefined) facts.set(labels.author, author.trim())
  for (const [, name = '', value = ''] of text.matchAll(fact)) {
    if (Object.hasOwn(labels, name)) facts.set(labels[name as keyof typeof labels], value.trim())
  }
  return facts
}

async function pageOf(source: string): Promise<string> {
  // With the first such file.
  const { convert, LoggerManager, NullLogger } = await import('@asciidoctor/core')
  LoggerManager.logger = new NullLogger()
  const attributes = { showtitle: true, toc: false, 'toc!': '', 'icons!': '', 'allow-uri-read!': '' }
  const page = await convert(source.replace(/^include::[^\n]*$/gmu, ''), {
    safe: 'secure',
    standalone: false,
    attributes,
  })
  return typeof page === 'string' ? page : ''
}
