import { titleFromName } from '../../files/file-name'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { StructureBuilder, unreadableGap } from '../structure/structure-builder'
import { CodePages } from './code-pages'
import { RtfParagraphs } from './rtf-paragraphs'
import { RtfText } from './rtf-text'
import { readRtf } from './rtf-tokens'

/** Rich Text, which word processors of every age write. */
export const rtfParser: Parser = {
  format: 'rtf',
  extensions: ['rtf'],
  kind: 'binary',
  recognises: ({ signature }) => signature === 'rtf',
  parse({ bytes, name }: ParserInput): ParsedText {
    const builder = new StructureBuilder()
    const paragraphs = new RtfParagraphs(builder)
    const text = new RtfText(paragraphs, new CodePages())
    readRtf(bytes, text)
    const skipped = (detail: string) => builder.gaps.push({ kind: 'skipped_part', detail })
    if (text.depth > 0 && !builder.isFull)
      skipped('The file ends in the middle: it was cut off or not downloaded completely.')
    text.finish()
    if (text.hasFrame) skipped('Page headers and footers were not read.')
    if (text.hasHidden) skipped('Hidden or deleted text was not read.')
    if (text.unreadable > 0) builder.gaps.push(unreadableGap(text.unreadable))
    return builder.finish('rtf', text.title || (builder.firstHeading ?? titleFromName(name)))
  },
}
