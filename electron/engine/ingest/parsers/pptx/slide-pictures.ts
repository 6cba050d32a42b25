import type { ZipParts } from '../docx/zip-parts'
import { xmlAt, xmlAttribute, xmlBelow, xmlChildren, type XmlElement } from '../structure/xml-tree'
import { type PartRelation, partOfType, relationsOf } from './part-relations'

/** The part of a presentation that lists its slides. */
export function presentationPart(parts: ZipParts): string {
  return partOfType(relationsOf(parts, ''), 'officeDocument') ?? 'ppt/presentation.xml'
}

/** The parts of the slides in the order they are shown; empty names for those that lead nowhere. Throws CairnError FILE_CORRUPT. */
export function slideParts(parts: ZipParts, presentation: string): string[] {
  const root = parts.require(presentation)
  const relations = relationsOf(parts, presentation)
  return xmlChildren(xmlAt(root, 'sldIdLst'), 'sldId').map(
    (slide) => relations.get(xmlAttribute(slide, 'r:id') ?? '')?.target ?? '',
  )
}

/** The entries of the pictures on a slide, in the order they lie on it. */
export function picturesOn(slide: XmlElement, relations: ReadonlyMap<string, PartRelation>): string[] {
  return xmlBelow(slide, 'blip').flatMap((picture) => {
    const { type, target } = relations.get(xmlAttribute(picture, 'r:embed') ?? '') ?? {}
    return type === 'image' && target !== undefined ? [target] : []
  })
}

/** The entries of the pictures of a slide (1-based). Throws CairnError FILE_CORRUPT. */
export function pptxPictures(parts: ZipParts, number: number): string[] {
  const part = slideParts(parts, presentationPart(parts))[number - 1] ?? ''
  const slide = parts.take(part)
  return slide ? picturesOn(slide, relationsOf(parts, part)) : []
}
