import { Buffer } from 'node:buffer'
import { CairnError } from '@shared/errors'
import { titleFromName } from '../../files/file-name'
import { hasHeaderOrFooterText, headingStyleMap, textBoxParagraphs, wordText } from './docx-parts'
import { addHtml } from '../html/html-blocks'
import { parseHtml, textOf } from '../html/html-tree'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { StructureBuilder } from '../structure/structure-builder'
import { brokenArchive, readZipEntries, readZipText, type ZipEntry } from './zip-entries'
import { checkArchive } from './zip-limits'

/** Word documents: mammoth turns them into HTML, and the same reader as for web pages makes blocks of it. */
export const docxParser: Parser = {
  format: 'docx',
  extensions: ['docx', 'docm', 'dotx', 'dotm'],
  kind: 'binary',
  container: 'zip',
  canRun: ['docm', 'dotm'],
  recognises: ({ entries }) => entries.some((entry) => entry.startsWith('word/')),
  async parse({ bytes, name }: ParserInput): Promise<ParsedText> {
    const entries = readZipEntries(bytes)
    checkArchive(entries, bytes.length)
    const document = parseHtml(await convert(bytes, headingStyleMap(readZipText(entries, 'word/styles.xml') ?? '')))
    const builder = new StructureBuilder()
    addHtml(document, builder)
    addLostTextBoxes(builder, entries, textOf(document))
    if (hasHeaderOrFooterText(entries)) {
      builder.gaps.push({ kind: 'skipped_part', detail: 'Page headers and footers were not read.' })
    }
    return builder.finish('docx', documentTitle(entries) ?? builder.firstHeading ?? titleFromName(name))
  },
}

async function convert(bytes: Uint8Array, styleMap: string[]): Promise<string> {
  // With the first Word document: mammoth is the slowest of all packages to load.
  const { default: mammoth } = await import('mammoth')
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer },
      { styleMap, convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })) },
    )
    // Mammoth ends every note with an arrow back to its mark.
    return value.replace(/<a href="#[^"]*">↑<\/a>/gu, '')
  } catch (thrown) {
    if (thrown instanceof RangeError) {
      throw new CairnError(
        'FILE_CORRUPT',
        'The document is nested too deeply to be read.',
        'Open it in Word, save it again and add the new copy.',
        { cause: thrown },
      )
    }
    throw brokenArchive(thrown)
  }
}

/** Mammoth drops text boxes of drawings that carry no copy for old readers; they are added at the end. */
function addLostTextBoxes(builder: StructureBuilder, entries: readonly ZipEntry[], found: string): void {
  const squeeze = (text: string): string => text.replace(/\s+/gu, '')
  const present = squeeze(found)
  for (const paragraph of textBoxParagraphs(readZipText(entries, 'word/document.xml') ?? '')) {
    if (!present.includes(squeeze(paragraph))) builder.add('paragraph', paragraph)
  }
}

function documentTitle(entries: readonly ZipEntry[]): string | undefined {
  const title = /<dc:title[^>]*>([^<]*)</u.exec(readZipText(entries, 'docProps/core.xml') ?? '')?.[1]
  const text = title && wordText(title).trim()
  return text && text.length > 1 ? text : undefined
}
