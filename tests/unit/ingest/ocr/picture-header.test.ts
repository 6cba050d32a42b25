import { describe, expect, it } from 'vitest'
import { pictureParser } from '@engine/ingest/parsers/picture/picture'
import { readPictureHeader } from '@engine/ingest/ocr/pictures/picture-header'
import type { PageReading } from '@engine/ingest/ocr/page-reading'
import { sniffFormat } from '@engine/ingest/files/sniff'

const png = (width: number, height: number): Uint8Array => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return new Uint8Array(Buffer.concat([head, size, Buffer.from('0800000000', 'hex')]))
}

/** Directories of a size each, one behind the other; the last points to `next`. */
const tiff = (pages: number, next = 0): Uint8Array => {
  const file = Buffer.alloc(8 + pages * 30)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(8, 4)
  for (let page = 0; page < pages; page += 1) {
    const at = 8 + page * 30
    file.writeUInt16LE(2, at)
    for (const [entry, tag, value] of [
      [0, 256, 100],
      [1, 257, 50],
    ] as const) {
      file.writeUInt16LE(tag, at + 2 + entry * 12)
      file.writeUInt16LE(3, at + 4 + entry * 12)
      file.writeUInt32LE(1, at + 6 + entry * 12)
      file.writeUInt16LE(value, at + 10 + entry * 12)
    }
    file.writeUInt32LE(page + 1 < pages ? at + 30 : next, at + 26)
  }
  return new Uint8Array(file)
}

const codeOf = (work: () => unknown): unknown => {
  try {
    work()
    return undefined
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown ? thrown.code : thrown
  }
}

describe('readPictureHeader', () => {
  it('reads the size and the pages without decoding', () => {
    expect(readPictureHeader(png(640, 480))).toEqual({ kind: 'png', pages: [{ width: 640, height: 480 }] })
    expect(readPictureHeader(tiff(100)).pages).toHaveLength(100)
  })

  it('refuses claims of gigabytes, no size at all, and files that end early', () => {
    expect(codeOf(() => readPictureHeader(png(60_000, 60_000)))).toBe('FILE_TOO_LARGE')
    expect(codeOf(() => readPictureHeader(png(0, 480)))).toBe('FILE_CORRUPT')
    expect(codeOf(() => readPictureHeader(png(640, 480).subarray(0, 18)))).toBe('FILE_CORRUPT')
    expect(codeOf(() => readPictureHeader(Buffer.from('ffd8ffe000', 'hex')))).toBe('FILE_CORRUPT')
    expect(codeOf(() => readPictureHeader(Buffer.from('GIF89a')))).toBe('FILE_CORRUPT')
    expect(codeOf(() => readPictureHeader(Buffer.from('RIFF____WEBPVP8X')))).toBe('FILE_CORRUPT')
  })

  it('ends where the chain of TIFF pages bites its tail, and refuses more pages than it reads', () => {
    expect(readPictureHeader(tiff(3, 8)).pages).toHaveLength(3)
    expect(codeOf(() => readPictureHeader(tiff(2001)))).toBe('FILE_TOO_LARGE')
  })
})

describe('pictureParser', () => {
  const reading = (page: number, state: PageReading['state'], text = ''): PageReading => ({
    ...{ page, state, width: 100, height: 50, turned: 0, languages: ['eng'], confidence: 0.9 },
    paragraphs:
      text === '' ? [] : [text.split(' ').map((word) => [{ text: word, confidence: 0.9, box: [0, 0, 9, 9] }])],
  })
  const parse = (bytes: Uint8Array, ...readings: PageReading[]) =>
    pictureParser.parse({ bytes, name: 'a.tiff', readings: new Map(readings.map((one) => [one.page, one])) })

  it('is chosen by what the file holds, whatever it is called', () => {
    expect(sniffFormat(png(9, 9), 'letter.txt')).toBe('image')
    expect(sniffFormat(new Uint8Array(Buffer.from('just words')), 'letter.png')).toBe('text')
  })

  it('waits page by page, and gives the text of those that were read', async () => {
    const { text, structure } = await parse(tiff(3), reading(2, 'read', '会议 在 北京'))
    expect(text).toBe('会议在北京')
    expect(structure.gaps).toMatchObject([{ kind: 'pages_waiting', pages: [1, 3] }])
    expect(structure.pages).toMatchObject([{ number: 2, ocr: { confidence: 0.9 } }])
  })

  it('says that there is no text in a picture without any, not nonsense', () => {
    expect(codeOf(() => parse(png(9, 9), reading(1, 'blank')))).toBe('NO_TEXT')
    expect(codeOf(() => parse(png(9, 9), { ...reading(1, 'failed'), error: 'It took too long.' }))).toBe('FILE_CORRUPT')
  })
})
