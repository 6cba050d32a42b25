import { CairnError } from '@shared/errors'
import type { StructureBuilder } from '../structure/structure-builder'
import { xmlAt, xmlAttribute, xmlBelow, xmlChildren, type XmlElement, xmlText } from '../structure/xml-tree'
import type { OpenDocumentBlocks } from './opendocument-blocks'

/** Writes every slide of a presentation and returns the first one's title. Throws CairnError NO_TEXT where none has text. */
export function addOpenSlides(
  builder: StructureBuilder,
  blocks: OpenDocumentBlocks,
  content: XmlElement,
): string | undefined {
  const hidden = hiddenStyles(content)
  const titles: string[] = []
  const withoutText: number[] = []
  const slides = xmlChildren(xmlAt(content, 'body', 'presentation'), 'page')
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
    blocks.read({ ...slide, children: frames.filter((frame) => frame !== titled) })
    addNotes(builder, blocks, xmlAt(slide, 'notes'))
    if (title === '' && builder.length === bare && before !== bare) withoutText.push(number)
  }
  if (withoutText.length === slides.length) {
    throw new CairnError('NO_TEXT', 'The presentation holds no text.', 'Check that the right file was added.')
  }
  if (withoutText.length > 0) {
    const detail = `Slides without text: ${withoutText.join(', ')}. Text inside pictures is not read.`
    builder.gaps.push({ kind: 'pages_without_text', detail, pages: withoutText })
  }
  return titles[0] || undefined
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
