import { CairnError } from '@shared/errors'
import { titleFromName } from '../../files/file-name'
import type { PageReading } from '../../ocr/page-reading'
import { brokenArchive } from '../docx/zip-entries'
import { ZipParts } from '../docx/zip-parts'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { addOcrGaps } from '../picture/read-page-text'
import { addSlidesWithoutText } from '../picture/slides-without-text'
import { partLabels } from '../structure/part-labels'
import { StructureBuilder } from '../structure/structure-builder'
import { xmlAt, xmlText } from '../structure/xml-tree'
import { partOfType, relationsOf } from './part-relations'
import { SlideReader } from './slide'
import { slideParts } from './slide-pictures'

/** The first ones say which language a presentation is in. */
const slidesForLanguage = 8

/** PowerPoint presentations: slide after slide as they are shown, each with its notes. A block's page is its slide's number. */
export const pptxParser: Parser = {
  format: 'pptx',
  extensions: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
  kind: 'binary',
  container: 'zip',
  canRun: ['pptm', 'ppsm', 'potm'],
  recognises: ({ entries }) => entries.some((entry) => entry.startsWith('ppt/')),
  parse({ bytes, name, readings = new Map() }: ParserInput): ParsedText {
    const parts = new ZipParts(bytes)
    const whole = relationsOf(parts, '')
    const builder = new StructureBuilder()
    const presentation = partOfType(whole, 'officeDocument') ?? 'ppt/presentation.xml'
    const firstTitle = addSlides(builder, parts, { presentation, readings })
    const title = documentTitle(parts, partOfType(whole, 'core-properties') ?? 'docProps/core.xml')
    return builder.finish('pptx', title ?? firstTitle ?? titleFromName(name))
  },
}

/** Writes every slide and returns the first one's title. */
function addSlides(
  builder: StructureBuilder,
  parts: ZipParts,
  { presentation, readings }: { readonly presentation: string; readonly readings: ReadonlyMap<number, PageReading> },
): string | undefined {
  const slides = slideParts(parts, presentation)
  const titles: (string | undefined)[] = []
  const broken: number[] = []
  const words = slides.slice(0, slidesForLanguage).map((slide) => parts.wordsOf(slide))
  const reader = new SlideReader(builder, parts, partLabels(words.join(' ')), readings)
  for (const [at, slide] of slides.entries()) {
    if (builder.isFull) break
    try {
      titles.push(reader.read(slide, at + 1))
    } catch (thrown) {
      if (!(thrown instanceof CairnError)) throw thrown
      broken.push(at + 1)
    }
  }
  if (broken.length > 0 && broken.length === slides.length) throw brokenArchive()
  if (broken.length > 0) {
    const detail = `Slides that could not be read or not completely: ${broken.join(', ')}.`
    builder.gaps.push({ kind: 'skipped_part', detail, pages: broken })
  }
  addOcrGaps(builder, reader.ofPictures, readings)
  addSlidesWithoutText(builder, reader.withoutText, { of: slides.length, pictures: reader.ofPictures.length })
  return titles[0]
}

/** The title in the file's properties, unless it is what PowerPoint writes of its own. */
function documentTitle(parts: ZipParts, properties: string): string | undefined {
  try {
    const title = xmlText(xmlAt(parts.take(properties), 'title'))
      .replace(/\s+/gu, ' ')
      .trim()
    return title.length > 1 && !/power\s?point|^(presentation|slide|演示文稿)\s?\d*$/iu.test(title) ? title : undefined
  } catch (thrown) {
    if (thrown instanceof CairnError) return undefined
    throw thrown
  }
}
