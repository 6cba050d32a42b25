import { notesFormat } from '@shared/documents'
import { titleFromName } from '../../files/file-name'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { markdownParser } from './markdown'

/**
 * A notebook that Cairn wrote for its own library (`research/notes`): Markdown, under a format of its own, so that whatever is found in
 * it is told from what documents say. It is called after the notebook, whatever its first heading.
 */
export const notesParser: Parser = {
  format: notesFormat,
  extensions: ['cairn-notes'],
  kind: 'text',
  async parse(input: ParserInput): Promise<ParsedText> {
    const { text, structure } = await markdownParser.parse(input)
    return { text, structure: { ...structure, format: notesFormat, title: titleFromName(input.name) } }
  },
}
