import type { Block } from '@shared/documents'
import { titleFromName } from '../format-extensions'
import type { ParsedText, Parser, ParserInput } from './parser'
import { linesOf, readSourceText, trimSpan } from './source-text'

/** Source code and data files: the text as it is, in blocks that begin at unindented lines after an empty one. */
export const codeParser: Parser = {
  format: 'code',
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, gaps } = readSourceText(bytes)
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
