import { titleFromName } from '../../files/file-name'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { readSourceText } from '../structure/source-text'
import { StructureBuilder } from '../structure/structure-builder'
import { RstReader } from './rst-reader'

/** reStructuredText: headings, lists, tables, code and quotes, without the marks of the format. */
export const rstParser: Parser = {
  format: 'rst',
  extensions: ['rst'],
  kind: 'text',
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, gaps } = readSourceText(bytes)
    const builder = new StructureBuilder()
    builder.gaps.push(...gaps)
    const reader = new RstReader(builder)
    reader.read(text.split('\n').map((line) => line.replace(/\t/gu, '        ').trimEnd()))
    if (reader.includes)
      builder.gaps.push({ kind: 'skipped_part', detail: 'Other files that it includes are not part of it.' })
    return builder.finish('rst', builder.firstHeading ?? titleFromName(name))
  },
}
