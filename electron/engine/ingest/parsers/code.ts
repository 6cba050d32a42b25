import type { Block } from '@shared/documents'
import { extensionOf, titleFromName } from '../files/format-extensions'
import { recordsOfJson } from './tables/json-records'
import type { ParsedText, Parser, ParserInput } from './parser'
import { renderRecords } from './tables/records'
import { linesOf, readSourceText, trimSpan } from './structure/source-text'
import { recordsOfXml } from './tables/xml-records'

const dataReaders = [
  { extensions: new Set(['json', 'jsonl', 'ndjson']), read: recordsOfJson },
  { extensions: new Set(['xml', 'rss', 'atom']), read: recordsOfXml },
]

/**
 * Source code and data files: the text as it is, in blocks that begin at unindented lines after an empty one. A file that is a list of
 * records becomes a row a record, as tables do.
 */
export const codeParser: Parser = {
  format: 'code',
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, gaps } = readSourceText(bytes)
    const records = dataReaders.find(({ extensions }) => extensions.has(extensionOf(name)))?.read(text)
    if (records) {
      const rendered = renderRecords(records, name)
      return { ...rendered, structure: { ...rendered.structure, gaps: [...gaps, ...rendered.structure.gaps] } }
    }
    return {
      text,
      structure: { format: 'code', title: titleFromName(name), blocks: findBlocks(text), pages: [], gaps },
    }
  },
}

function findBlocks(text: string): Block[] {
  const blocks: Block[] = []
  const close = (from: number, to: number): void => {
    const span = trimSpan(text, from, to)
    if (span) blocks.push({ kind: 'code', ...span, heading_path: [] })
  }
  let from = 0
  let afterEmpty = false
  for (const line of linesOf(text)) {
    const isEmpty = line.text.trim() === ''
    if (afterEmpty && !isEmpty && /^[^\s)\]}]/u.test(line.text)) {
      close(from, line.start)
      from = line.start
    }
    afterEmpty = isEmpty
  }
  close(from, text.length)
  return blocks
}
