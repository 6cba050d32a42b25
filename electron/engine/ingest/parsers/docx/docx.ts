import { titleFromName } from '../../files/file-name'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { type PartRelation, partOfType, relationsOf } from '../pptx/part-relations'
import { addPicturesOfDocument } from '../picture/document-of-pictures'
import { partLabels } from '../structure/part-labels'
import { addRunningHeads } from '../structure/running-heads'
import { StructureBuilder } from '../structure/structure-builder'
import { xmlAt, xmlAttribute, xmlChildren, type XmlElement, xmlText } from '../structure/xml-tree'
import { promoteBoldHeadings } from './bold-headings'
import { picturesInBody } from './docx-pictures'
import { WordBlocks, writeWordBlocks } from './word-blocks'
import { WordNumbering } from './word-numbering'
import { WordStyles } from './word-styles'
import { ZipParts } from './zip-parts'

/** Word documents as they stand when all tracked changes are accepted, with their notes, comments, boxes, headers and footers. */
export const docxParser: Parser = {
  format: 'docx',
  extensions: ['docx', 'docm', 'dotx', 'dotm'],
  kind: 'binary',
  container: 'zip',
  canRun: ['docm', 'dotm'],
  recognises: ({ entries }) => entries.some((entry) => entry.startsWith('word/')),
  parse({ bytes, name, readings }: ParserInput): ParsedText {
    const parts = new ZipParts(bytes)
    const whole = relationsOf(parts, '')
    const main = partOfType(whole, 'officeDocument') ?? 'word/document.xml'
    const body = xmlAt(parts.require(main), 'body')
    const relations = relationsOf(parts, main)
    const blocks = openBlocks(parts, relations, body)
    blocks.read(body)
    const title = documentTitle(parts, partOfType(whole, 'core-properties') ?? 'docProps/core.xml')
    const styled = blocks.blocks.find((block) => 'text' in block && block.kind === 'heading')
    const found = promoteBoldHeadings(blocks.blocks)
    const builder = new StructureBuilder()
    writeWordBlocks(builder, found)
    if (builder.length === 0) {
      addPicturesOfDocument(builder, { parts, names: picturesInBody(body, relations), readings })
    }
    // A line in bold is a heading, but too often not that of the whole.
    const isStyled =
      styled !== undefined && styled === found.find((block) => 'text' in block && block.kind === 'heading')
    const heading = isStyled ? builder.firstHeading : undefined
    writeHeadersAndFooters(builder, blocks, relations)
    reportGaps(builder, blocks)
    return builder.finish('docx', title ?? heading ?? titleFromName(name))
  },
}

function openBlocks(
  parts: ZipParts,
  relations: ReadonlyMap<string, PartRelation>,
  body: XmlElement | undefined,
): WordBlocks {
  const part = (type: string) => parts.take(partOfType(relations, type) ?? '')
  const byId = (type: string) =>
    new Map(xmlChildren(part(type)).map((one) => [xmlAttribute(one, 'id') ?? '', one] as const))
  const styles = new WordStyles(part('styles'))
  return new WordBlocks({
    ...{ parts, relations, styles },
    numbering: new WordNumbering(part('numbering'), styles),
    labels: partLabels(xmlText(body)),
    footnotes: byId('footnotes'),
    endnotes: byId('endnotes'),
    comments: byId('comments'),
  })
}

function writeHeadersAndFooters(
  builder: StructureBuilder,
  { word }: WordBlocks,
  relations: ReadonlyMap<string, PartRelation>,
): void {
  const targets = [...relations.values()].filter(({ type }) => type === 'header' || type === 'footer')
  const texts = targets.flatMap(({ target }) => {
    const reader = new WordBlocks({ ...word, relations: new Map() })
    reader.read(word.parts.take(target))
    return reader.blocks.flatMap((block) =>
      'text' in block ? [block.text] : 'grid' in block ? block.grid.map((row) => row.join(' ')) : [],
    )
  })
  addRunningHeads(builder, texts, word.labels)
}

function reportGaps(builder: StructureBuilder, blocks: WordBlocks): void {
  const skipped = (detail: string) => builder.gaps.push({ kind: 'skipped_part', detail })
  if (blocks.inline.hasHidden) skipped('Hidden text was not read.')
  if (blocks.unread > 0) skipped('Embedded files were not read.')
  if (blocks.broken > 0) skipped('A chart or diagram that is damaged was not read.')
}

function documentTitle(parts: ZipParts, properties: string): string | undefined {
  const title = xmlText(xmlAt(parts.take(properties), 'title'))
    .replace(/\s+/gu, ' ')
    .trim()
  return title.length > 1 ? title : undefined
}
