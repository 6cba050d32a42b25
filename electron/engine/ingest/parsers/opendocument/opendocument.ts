import { CairnError } from '@shared/errors'
import { titleFromName } from '../../files/file-name'
import { ZipParts } from '../docx/zip-parts'
import type { FileSample, ParsedText, Parser, ParserInput } from '../parser'
import { addPicturesOfDocument } from '../picture/document-of-pictures'
import { partLabels } from '../structure/part-labels'
import { addRunningHeads } from '../structure/running-heads'
import { StructureBuilder } from '../structure/structure-builder'
import { xmlAt, xmlAttribute, xmlBelow, xmlText, type XmlElement } from '../structure/xml-tree'
import { OpenDocumentBlocks } from './opendocument-blocks'
import { openPictures } from './opendocument-pictures'
import { addOpenSlides } from './opendocument-slides'

const family = 'application/vnd.oasis.opendocument.'

/** OpenDocument texts, of LibreOffice and others. */
export const odtParser: Parser = {
  format: 'odt',
  extensions: ['odt', 'ott', 'odm'],
  kind: 'binary',
  container: 'zip',
  recognises: (file) => isOpenDocument(file, 'text', odtParser.extensions),
  parse(input: ParserInput): ParsedText {
    const { parts, content } = openDocument(input.bytes)
    const builder = new StructureBuilder()
    const labels = partLabels(xmlText(xmlAt(content, 'body')))
    const blocks = new OpenDocumentBlocks(builder, parts, labels)
    const body = xmlAt(content, 'body', 'text')
    blocks.read(body)
    if (builder.length === 0 && body) {
      addPicturesOfDocument(builder, { parts, names: openPictures(body), readings: input.readings })
    }
    addRunningHeads(builder, headersAndFooters(blocks, parts.take('styles.xml')), labels)
    blocks.reportGaps()
    return builder.finish('odt', documentTitle(parts) ?? builder.firstHeading ?? titleFromName(input.name))
  },
}

/** OpenDocument presentations. A block's page is its slide's number. */
export const odpParser: Parser = {
  format: 'odp',
  extensions: ['odp', 'otp'],
  kind: 'binary',
  container: 'zip',
  recognises: (file) => isOpenDocument(file, 'presentation', odpParser.extensions),
  parse(input: ParserInput): ParsedText {
    const { parts, content } = openDocument(input.bytes)
    const builder = new StructureBuilder()
    const blocks = new OpenDocumentBlocks(builder, parts, partLabels(xmlText(xmlAt(content, 'body'))))
    const firstTitle = addOpenSlides(builder, blocks, { content, readings: input.readings ?? new Map() })
    blocks.reportGaps()
    return builder.finish('odp', documentTitle(parts) ?? firstTitle ?? titleFromName(input.name))
  },
}

/** Whether a file is OpenDocument of a kind: by what it says it is, or, where it says nothing, by its extension. */
export function isOpenDocument(
  { mimetype, entries, extension }: FileSample,
  kind: string,
  extensions: readonly string[],
): boolean {
  if (mimetype !== '') return mimetype.startsWith(family + kind)
  return entries.includes('content.xml') && extensions.includes(extension)
}

function openDocument(bytes: Uint8Array): { parts: ZipParts; content: XmlElement } {
  const parts = new ZipParts(bytes)
  if (parts.has('encrypted-package') || xmlBelow(parts.take('META-INF/manifest.xml'), 'encryption-data').length > 0) {
    throw new CairnError(
      'FILE_ENCRYPTED',
      'The file is protected with a password.',
      'Open it in LibreOffice, save it without a password and add it again.',
    )
  }
  return { parts, content: parts.require('content.xml') }
}

function documentTitle(parts: ZipParts): string | undefined {
  const title = xmlText(xmlAt(parts.take('meta.xml'), 'meta', 'title'))
    .replace(/\s+/gu, ' ')
    .trim()
  return title.length > 1 ? title : undefined
}

const runningHeads = ['header', 'header-left', 'header-first', 'footer', 'footer-left', 'footer-first']

/** The lines above and below the pages of every kind that the document has. */
function headersAndFooters(blocks: OpenDocumentBlocks, styles: XmlElement | undefined): string[] {
  const pages = xmlAt(styles, 'master-styles')
  const heads = runningHeads.flatMap((name) => xmlBelow(pages, name)).filter(isShown)
  return heads.flatMap((head) => [...xmlBelow(head, 'h'), ...xmlBelow(head, 'p')].map((line) => blocks.text(line)))
}

function isShown(head: XmlElement): boolean {
  return xmlAttribute(head, 'style:display') !== 'false'
}
