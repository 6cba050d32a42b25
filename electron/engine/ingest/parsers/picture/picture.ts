import { CairnError } from '@shared/errors'
import { titleFromName } from '../../files/file-name'
import type { PageReading } from '../../ocr/page-reading'
import { readPictureHeader } from '../../ocr/pictures/picture-header'
import type { Parser } from '../parser'
import { StructureBuilder } from '../structure/structure-builder'
import { addOcrGaps, writeReadPage } from './read-page-text'

const nothingRead: ReadonlyMap<number, PageReading> = new Map()

/** Pictures: what OCR has read of them. Until then a document without text, whose pages wait. */
export const pictureParser: Parser = {
  format: 'image',
  extensions: ['png', 'jpg', 'jpeg', 'webp', 'tif', 'tiff', 'bmp', 'gif', 'heic'],
  kind: 'binary',
  recognises: ({ signature }) => signature === 'a picture',
  parse({ bytes, name, readings = nothingRead }) {
    const { pages } = readPictureHeader(bytes)
    const builder = new StructureBuilder()
    const numbers = pages.map((_, at) => at + 1)
    for (const number of numbers) {
      const reading = readings.get(number)
      if (reading) writeReadPage(builder, reading)
    }
    addOcrGaps(builder, numbers, readings)
    if (builder.length === 0 && !builder.gaps.some(({ kind }) => kind === 'pages_waiting')) {
      throw noText([...readings.values()])
    }
    return builder.finish('image', titleFromName(name))
  },
}

function noText(readings: readonly PageReading[]): CairnError {
  const reason = readings.find(({ state }) => state === 'failed')?.error
  if (readings.some(({ state }) => state === 'illegible')) {
    return new CairnError(
      'NO_TEXT',
      'What OCR reads in the picture makes no sense.',
      'OCR reads English and Chinese here. If it is in one of them, add a sharper or larger copy.',
    )
  }
  if (reason !== undefined) {
    return new CairnError('FILE_CORRUPT', `OCR could not read the picture. ${reason}`, 'Save a new copy and add that.')
  }
  return new CairnError(
    'NO_TEXT',
    'OCR found no text in the picture.',
    'Cairn finds what is written in a picture, not what it shows. If there is text, add a sharper copy.',
  )
}
