import { xmlAt, xmlAttribute, xmlChildren, type XmlElement, xmlText } from '../structure/xml-tree'
import { mostColumns } from '../tables/office-table'

const shapeNames = new Set(['sp', 'pic', 'graphicFrame', 'cxnSp', 'grpSp'])

/** The shapes of a slide in the order they lie on it; a group before those in it. */
export function shapesOf(tree: XmlElement | undefined): XmlElement[] {
  return xmlChildren(tree).flatMap((child) => {
    if (child.name === 'AlternateContent') return shapesOf(xmlAt(child, 'Choice') ?? xmlAt(child, 'Fallback'))
    const inside = child.name === 'grpSp' ? shapesOf(child) : []
    return shapeNames.has(child.name) ? [child, ...inside] : []
  })
}

/** What a shape is there for by the slide's layout, such as `title`; `obj` for content of any kind, undefined for free shapes. */
export function placeholderOf(shape: XmlElement): string | undefined {
  const properties = xmlChildren(shape).find(({ name }) => /^nv\w*Pr$/u.test(name))
  const placeholder = xmlAt(properties, 'nvPr', 'ph')
  return placeholder && (xmlAttribute(placeholder, 'type') ?? 'obj')
}

/** What an author says of a shape for people who cannot see it; empty where there is none, or only a file's name. */
export function descriptionOf(shape: XmlElement): string {
  const properties = xmlChildren(shape).find(({ name }) => /^nv\w*Pr$/u.test(name))
  const known = xmlAt(properties, 'cNvPr')
  const text = known ? ((xmlAttribute(known, 'descr') || xmlAttribute(known, 'title')) ?? '') : ''
  const line = text.replace(/\s+/gu, ' ').trim()
  return /^\S+\.(?:png|jpe?g|gif|bmp|emf|wmf|tiff?|svg|webp)$/iu.test(line) ? '' : line
}

/** The text of DrawingML, as runs, fields and formulas have it; breaks are line breaks, and so are ends of paragraphs. */
export function drawingText(from: XmlElement | undefined): string {
  if (!from) return ''
  if (from.name === 't') return xmlText(from)
  if (from.name === 'br') return '\n'
  if (from.name === 'Fallback') return ''
  const text = xmlChildren(from).map(drawingText).join('')
  return from.name === 'p' ? `${text}\n` : text
}

/** The paragraphs of a shape that hold text. */
export function* textParagraphs(shape: XmlElement): Generator<{ text: string; isListItem: boolean }> {
  const isContent = ['obj', 'body'].includes(placeholderOf(shape) ?? '')
  const paragraphs = xmlChildren(xmlAt(shape, 'txBody'), 'p')
    .map((element) => ({ element, text: drawingText(element).trim() }))
    .filter(({ text }) => text !== '')
  for (const { element, text } of paragraphs) {
    const properties = xmlAt(element, 'pPr')
    const has = (name: string) => xmlAt(properties, name) !== undefined
    const isMarked = has('buChar') || has('buAutoNum') || has('buBlip')
    yield { text, isListItem: isMarked || (isContent && paragraphs.length > 1 && !has('buNone')) }
  }
}

/** A table's cells. A cell over several rows stands in each of them, one over several columns in the first. */
export function slideTable(table: XmlElement): string[][] {
  const rows: string[][] = []
  for (const row of xmlChildren(table, 'tr')) {
    const above = rows.at(-1)
    const cells = xmlChildren(row, 'tc').slice(0, mostColumns)
    rows.push(
      cells.map((cell, column) => {
        const isMerged = (name: string) => /^(?:1|true)$/u.test(xmlAttribute(cell, name) ?? '')
        if (isMerged('vMerge')) return above?.[column] ?? ''
        return isMerged('hMerge') ? '' : drawingText(xmlAt(cell, 'txBody')).trim()
      }),
    )
  }
  return rows
}
