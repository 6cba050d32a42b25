import { CairnError } from '@shared/errors'
import { titleFromName } from '../../files/file-name'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { partLabels } from '../structure/part-labels'
import { StructureBuilder } from '../structure/structure-builder'
import { headingLevel } from '../structure/text-headings'
import { addGrid } from '../tables/office-table'
import { readDoc } from './read-doc'

const bullet = /^[•·▪◦‣●○\uf0b7]\s*/u

/** Word documents before 2007. Their styles are not read: headings are those that read like one. */
export const docParser: Parser = {
  format: 'doc',
  extensions: ['doc', 'dot'],
  kind: 'binary',
  container: 'ole2',
  recognises: ({ holdsStream }) => holdsStream('WordDocument'),
  async parse({ bytes, name }: ParserInput): Promise<ParsedText> {
    requireReadable(bytes)
    const texts = await readDoc(bytes)
    const labels = partLabels(texts.body)
    const builder = new StructureBuilder()
    addLines(builder, texts.body)
    const { firstHeading } = builder
    addLines(builder, texts.boxes)
    if (texts.notes.trim() !== '') builder.add('heading', labels.footnotes, { level: 1 })
    addLines(builder, texts.notes)
    for (const line of linesOf(texts.comments)) builder.add('paragraph', labels.comment('', line))
    const frame = new Set(linesOf(texts.headersAndFooters).filter((line) => /\p{L}{2}|\p{Script=Han}/u.test(line)))
    if (frame.size > 0) builder.add('heading', labels.headersAndFooters, { level: 1 })
    for (const line of frame) builder.add('paragraph', line)
    return builder.finish('doc', firstHeading ?? titleFromName(name))
  },
}

/** Paragraphs, and the rows of tables that stand between them. */
function addLines(builder: StructureBuilder, text: string): void {
  let rows: string[][] = []
  const closeTable = () => {
    addGrid(builder, rows)
    rows = []
  }
  for (const line of text.split('\n')) {
    if (/\t\s*$/u.test(line)) {
      rows.push(line.replace(/\t\s*$/u, '').split('\t'))
      continue
    }
    closeTable()
    const words = line.replace(/[^\S\n]+/gu, ' ').trim()
    const level = headingLevel(words)
    if (level !== undefined) builder.add('heading', words, { level })
    else if (bullet.test(words)) builder.add('list_item', words.replace(bullet, '- '))
    else builder.add('paragraph', words)
  }
  closeTable()
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')
}

/** Encrypted text reads as rubbish: its header says so, which stands at the start of a sector. */
function requireReadable(bytes: Uint8Array): void {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 512; at + 12 <= file.byteLength; at += 512) {
    if (file.getUint16(at, true) !== 0xa5ec) continue
    if ((file.getUint16(at + 10, true) & 0x0100) === 0) return
    throw new CairnError(
      'FILE_ENCRYPTED',
      'The file is protected with a password.',
      'Open it in Word or LibreOffice, remove the password, save it and add it again.',
    )
  }
}
