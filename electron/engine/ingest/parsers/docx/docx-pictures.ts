import { partOfType, type PartRelation, relationsOf } from '../pptx/part-relations'
import { picturesOn } from '../pptx/slide-pictures'
import { xmlAt, xmlAttribute, xmlBelow, type XmlElement } from '../structure/xml-tree'
import type { ZipParts } from './zip-parts'

/** The entries of the pictures in a Word body, in the order they stand; those of old drawings (VML) last. */
export function picturesInBody(body: XmlElement | undefined, relations: ReadonlyMap<string, PartRelation>): string[] {
  if (!body) return []
  const old = xmlBelow(body, 'imagedata').flatMap(
    (picture) => relations.get(xmlAttribute(picture, 'r:id') ?? '')?.target ?? [],
  )
  return [...picturesOn(body, relations), ...old]
}

/** The entries of the pictures of a Word document. Throws CairnError FILE_CORRUPT. */
export function docxPictures(parts: ZipParts): string[] {
  const main = partOfType(relationsOf(parts, ''), 'officeDocument') ?? 'word/document.xml'
  return picturesInBody(xmlAt(parts.require(main), 'body'), relationsOf(parts, main))
}
