import { titleFromName } from '../../files/file-name'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { partLabels } from '../structure/part-labels'
import { readSourceText } from '../structure/source-text'
import { StructureBuilder } from '../structure/structure-builder'
import { LatexReader } from './latex-reader'

/** LaTeX: headings, paragraphs, lists, tables and formulas, without commands. Formulas stay as they are written. */
export const latexParser: Parser = {
  format: 'latex',
  extensions: ['tex', 'ltx', 'latex'],
  kind: 'text',
  recognises: ({ promised, isUnread, text }) =>
    (promised === 'text' || (!promised && !isUnread)) &&
    /^\s*(?:%[^\n]*\s*)*\\documentclass\b/u.test(text.slice(0, 4000)),
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, gaps } = readSourceText(bytes)
    const builder = new StructureBuilder()
    builder.gaps.push(...gaps)
    const reader = new LatexReader(builder, text, partLabels(text))
    reader.read()
    const skipped = (detail: string) => builder.gaps.push({ kind: 'skipped_part', detail })
    if (reader.includes) skipped('Other files that it includes are not part of it.')
    if (reader.drawings > 0) skipped('Drawings made of commands were not read.')
    return builder.finish('latex', reader.title || (builder.firstHeading ?? titleFromName(name)))
  },
}
