import type { Parser } from '@engine/ingest/parsers/parser'
import { readSourceText } from '@engine/ingest/parsers/structure/source-text'
import { StructureBuilder } from '@engine/ingest/parsers/structure/structure-builder'

/** Tally sheets: a first line `TALLY <title>`, then a line for each thing that is counted, such as `heron ||||`. */
export const tallyParser: Parser = {
  format: 'tally',
  extensions: ['tally'],
  kind: 'text',
  recognises: ({ text }) => text.startsWith('TALLY '),
  parse({ bytes }) {
    const { text, gaps } = readSourceText(bytes)
    const [title = '', ...lines] = text.split('\n')
    const builder = new StructureBuilder()
    builder.gaps.push(...gaps)
    for (const line of lines.filter((one) => one.trim() !== '')) {
      const [name = '', strokes = ''] = line.split(/\s+/u)
      builder.add('list_item', `${name}: ${strokes.length}`)
    }
    return builder.finish('tally', title.slice('TALLY '.length))
  },
}
