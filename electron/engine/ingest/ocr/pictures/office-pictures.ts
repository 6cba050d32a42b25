import { docxPictures } from '../../parsers/docx/docx-pictures'
import { ZipParts } from '../../parsers/docx/zip-parts'
import { epubPictures } from '../../parsers/epub/epub-pictures'
import { odpPictures, odtPictures } from '../../parsers/opendocument/opendocument-pictures'
import { containedPictures } from '../../parsers/picture/contained-pictures'
import { pptxPictures } from '../../parsers/pptx/slide-pictures'

/** Of a presentation the pictures of a slide; of a document without pages its pictures are its pages. */
const sources: Readonly<Partial<Record<string, (parts: ZipParts, page: number) => Uint8Array[]>>> = {
  pptx: (parts, slide) => containedPictures(parts, pptxPictures(parts, slide), 'alone'),
  odp: (parts, slide) => containedPictures(parts, odpPictures(parts, slide), 'alone'),
  docx: (parts, page) => only(page, containedPictures(parts, docxPictures(parts), 'inDocument')),
  odt: (parts, page) => only(page, containedPictures(parts, odtPictures(parts), 'inDocument')),
  epub: (parts, page) => only(page, containedPictures(parts, epubPictures(parts), 'inDocument')),
}

/**
 * The picture files that make a page (1-based) of an office document; undefined for other formats. Throws CairnError FILE_CORRUPT,
 * ARCHIVE_BOMB.
 */
export function officePictures(bytes: Uint8Array, format: string, page: number): Uint8Array[] | undefined {
  return sources[format]?.(new ZipParts(bytes), page)
}

function only(page: number, pictures: readonly Uint8Array[]): Uint8Array[] {
  return pictures.slice(page - 1, page)
}
