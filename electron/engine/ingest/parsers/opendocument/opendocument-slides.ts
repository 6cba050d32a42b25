import type { PageReading } from '../../ocr/page-reading'
import type { ZipParts } from '../docx/zip-parts'
import { containedPictures } from '../picture/contained-pictures'
import { addOcrGaps, writeReadPage } from '../picture/read-page-text'
import { addSlidesWithoutText } from '../picture/slides-without-text'
import type { StructureBuilder } from '../structure/structure-builder'
import { xmlAt, xmlAttribute, xmlBelow, xmlChildren, type XmlElement, xmlText } from '../structure/xml-tree'
import type { OpenDocumentBlocks } from './opendocument-blocks'
import { openPictures, openSlides } from './opendocument-pictures'

/** Writes every slide of a presentation and returns the first one's title. Throws CairnError NO_TEXT where none has text. */
export function addOpenSlides(
  builder: StructureBuilder,
  blocks: OpenDocumentBlocks,
  { content, readings }: { readonly content: XmlElement; readonly readings: ReadonlyMap<number, PageReading> },
): string | undefined {
  const hidden = hiddenStyles(content)
  const titles: string[] = []
  const withoutText: number[] = []
  const ofPictures: number[] = []
  const slides = openSlides(content)
  for (const [at, slide] of slides.entries()) {
    if (builder.isFull) break
    const number = at + 1
    builder.page = number
    const frames = xmlChildren(slide).filter(({ name }) => name !== 'notes')
    const titled = frames.find((frame) => xmlAttribute(frame, 'presentation:class') === 'title')
    const title = titled
      ? xmlBelow(titled, 'p')
          .map((line) => blocks.text(line))
          .join(' ')
          .replace(/\s+/gu, ' ')
          .trim()
      : ''
    titles.push(title)
    const isHidden = hidden.has(xmlAttribute(slide, 'draw:style-name') ?? '')
    const before = builder.length
    builder.add('heading', blocks.labels.slide(number, title, isHidden), { level: 1 })
    const bare = builder.length
    blocks.writeAnchored()
    const rest = frames.filter((frame) => frame !== titled)
    blocks.read({ ...slide, children: rest })
    const reading = readings.get(number)
    const isOfPictures = hasOnlyPictures(rest, blocks.parts, title !== '')
    if (isOfPictures) ofPictures.push(number)
    if (isOfPictures && reading) writeReadPage(builder, reading, 'slide')
    addNotes(builder, blocks, xmlAt(slide, 'notes'))
    const isBare = title === '' && builder.length === bare && before !== bare
    if (isBare && !(isOfPictures && !reading)) withoutText.push(number)
  }
  addOcrGaps(builder, ofPictures, readings)
  addSlidesWithoutText(builder, withoutText, { of: slides.length, pictures: ofPictures.length })
  return titles[0] || undefined
}

/** Whether pictures that OCR may read letters off are all that the frames of a slide hold. */
function hasOnlyPictures(frames: readonly XmlElement[], parts: ZipParts, isTitled: boolean): boolean {
  const hasText = frames.some(
    (frame) => xmlBelow(frame, 'object').length > 0 || xmlBelow(frame, 'p').some((line) => xmlText(line).trim() !== ''),
  )
  const pictures = frames.flatMap(openPictures)
  return !hasText && containedPictures(parts, pictures, isTitled ? 'besideTitle' : 'alone').length > 0
}

function addNotes(builder: StructureBuilder, blocks: OpenDocumentBlocks, notes: XmlElement | undefined): void {
  const frames = xmlChildren(notes, 'frame').filter((frame) =>
    xmlBelow(frame, 'p').some((line) => xmlText(line).trim() !== ''),
  )
  if (frames.length === 0 || !notes) return
  builder.add('heading', blocks.labels.notes, { level: 2 })
  blocks.read({ ...notes, children: frames })
}

/** Names of the styles that hide a slide from the show. */
function hiddenStyles(content: XmlElement): ReadonlySet<string> {
  const styles = xmlChildren(xmlAt(content, 'automatic-styles'), 'style').filter((style) => {
    const properties = xmlAt(style, 'drawing-page-properties')
    return properties !== undefined && xmlAttribute(properties, 'visibility') === 'hidden'
  })
  return new Set(styles.map((style) => xmlAttribute(style, 'style:name') ?? ''))
}
