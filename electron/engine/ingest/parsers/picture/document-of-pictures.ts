import type { PageReading } from '../../ocr/page-reading'
import type { ZipParts } from '../docx/zip-parts'
import type { StructureBuilder } from '../structure/structure-builder'
import { containedPictures } from './contained-pictures'
import { addOcrGaps, writeReadPage } from './read-page-text'

interface DocumentOfPictures {
  readonly parts: ZipParts
  /** Names of the entries of its pictures, in the order they stand. */
  readonly names: readonly string[]
  readonly readings: ReadonlyMap<number, PageReading> | undefined
}

/** Writes what OCR has read of a document without pages that holds nothing but pictures, as scans do; the others wait one by one. */
export function addPicturesOfDocument(
  builder: StructureBuilder,
  { parts, names, readings = new Map() }: DocumentOfPictures,
): void {
  const numbers = containedPictures(parts, names, 'inDocument').map((_, at) => at + 1)
  for (const number of numbers) {
    const reading = readings.get(number)
    if (reading) writeReadPage(builder, reading, 'picture')
  }
  addOcrGaps(builder, numbers, readings)
}
