import { CairnError } from '@shared/errors'
import { titleFromName } from '../../files/file-name'
import { brokenArchive } from '../docx/zip-entries'
import { ZipParts } from '../docx/zip-parts'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { partLabels } from '../structure/part-labels'
import { StructureBuilder } from '../structure/structure-builder'
import { xmlAt, xmlAttribute, xmlChildren, xmlText } from '../structure/xml-tree'
import { partOfType, relationsOf } from './part-relations'
import { SlideReader } from './slide'

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
  parse({ bytes, name }: ParserInput): ParsedText {
    const parts = new ZipParts(bytes)
    const whole = relationsOf(parts, '')
    const builder = new StructureBuilder()
    const firstTitle = addSlides(builder, parts, partOfType(whole, 'officeDocument') ?? 'ppt/presentation.xml')
    const title = documentTitle(parts, partOfType(whole, 'core-properties') ?? 'docProps/core.xml')
    return builder.finish('pptx', title ?? firstTitle ?? titleFromName(name))
  },
}

/** Writes every slide and returns the first one's title. */
function addSlides(builder: StructureBuilder, parts: ZipParts, presentation: string): string | undefined {
  const root = parts.require(presentation)
  const relations = relationsOf(parts, presentation)
  const titles: (string | undefined)[] = []
  const broken: number[] = []
  const slides = xmlChildren(xmlAt(root, 'sldIdLst'), 'sldId').map(
    (slide) => relations.get(xmlAttribute(slide, 'r:id') ?? '')?.target ?? '',
  )
  const words = slides.slice(0, slidesForLanguage).map((slide) => parts.wordsOf(slide))
  const reader = new SlideReader(builder, parts, partLabels(words.join(' ')))
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
  if (reader.withoutText.length === slides.length) {
    throw new CairnError(
      'NO_TEXT',
      'The presentation holds no text.',
      'Text inside pictures cannot be read: export it as PDF, run text recognition (OCR) on that and add the result.',
    )
  }
  if (reader.withoutText.length > 0) {
    const detail = `Slides without text: ${reader.withoutText.join(', ')}. Text inside pictures is not read.`
    builder.gaps.push({ kind: 'pages_without_text', detail, pages: reader.withoutText })
  }
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
