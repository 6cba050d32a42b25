import { Buffer } from 'node:buffer'
import { CairnError } from '@shared/errors'
import { tiffPages } from './tiff-header'

/** What the header of a picture file says; sizes in pixels. */
export interface PictureHeader {
  readonly kind: PictureKind
  /** One size a page; more than one in TIFF only. Of HEIC the size is not known before it is decoded. */
  readonly pages: readonly { readonly width: number; readonly height: number }[]
}

export type PictureKind = 'png' | 'jpeg' | 'gif' | 'bmp' | 'webp' | 'tiff' | 'heic'

/** More than any scanner makes of a page; a header that claims more is a bomb or a map. */
export const mostPixels = 80_000_000
const mostPages = 2000

type Size = readonly [number, number]

/** Reads the header of a picture file. Throws FILE_CORRUPT where there is no size in it, FILE_TOO_LARGE where it is beyond all measure. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const kind = pictureKind(file)
  const sizes = kind ? sizesOf(kind, file) : []
  if (!kind || sizes.length === 0) throw brokenPicture()
  if (sizes.length > mostPages) throw tooLarge(`It has ${sizes.length} pages, more than the ${mostPages} Cairn reads.`)
  for (const [width, height] of sizes) {
    if (kind !== 'heic' && (width < 1 || height < 1)) throw brokenPicture()
    requireReadable(width, height)
  }
  return { kind, pages: sizes.map(([width, height]) => ({ width, height })) }
}

/** Throws FILE_TOO_LARGE for more pixels than Cairn decodes. */
export function requireReadable(width: number, height: number): void {
  if (width * height <= mostPixels && Math.max(width, height) <= 65_500) return
  const claim = `${width.toLocaleString('en-US')} × ${height.toLocaleString('en-US')} pixels`
  throw tooLarge(`It says that it has ${claim}, more than Cairn reads.`)
}

/** The kind of a picture by its first bytes; undefined for any other file. */
export function pictureKind(head: Uint8Array): PictureKind | undefined {
  const latin = Buffer.from(head.buffer, head.byteOffset, Math.min(16, head.length)).toString('latin1')
  if (latin.startsWith('\x89PNG')) return 'png'
  if (latin.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (latin.startsWith('GIF8')) return 'gif'
  if (latin.startsWith('BM')) return 'bmp'
  if (latin.startsWith('II*\0') || latin.startsWith('MM\0*')) return 'tiff'
  if (latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP') return 'webp'
  return /^ftyp(?:hei[cx]|mif1|hev[cx]|msf1)/u.test(latin.slice(4)) ? 'heic' : undefined
}

function sizesOf(kind: PictureKind, file: Buffer): readonly Size[] {
  try {
    if (kind === 'tiff') return tiffPages(file).map(({ width, height }): Size => [width, height])
    const size = sizeReaders[kind](file)
    return size ? [size] : []
  } catch (thrown) {
    // A header that ends early.
    if (thrown instanceof RangeError) return []
    throw thrown
  }
}

const sizeReaders: Readonly<Record<Exclude<PictureKind, 'tiff'>, (file: Buffer) => Size | undefined>> = {
  png: (file) =>
    file.toString('latin1', 12, 16) === 'IHDR' ? [file.readUInt32BE(16), file.readUInt32BE(20)] : undefined,
  gif: (file) => [file.readUInt16LE(6), file.readUInt16LE(8)],
  bmp: (file) => [file.readInt32LE(18), Math.abs(file.readInt32LE(22))],
  jpeg: jpegSize,
  webp: webpSize,
  heic: () => [0, 0],
}

/** From the first start-of-frame segment. */
function jpegSize(file: Buffer): Size | undefined {
  let at = 2
  while (at + 9 < file.length) {
    if (file[at] !== 0xff) return undefined
    const marker = file[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return [file.readUInt16BE(at + 7), file.readUInt16BE(at + 5)]
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    at += isBare ? 2 : 2 + file.readUInt16BE(at + 2)
  }
  return undefined
}

function webpSize(file: Buffer): Size | undefined {
  const chunk = file.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return [1 + file.readUIntLE(24, 3), 1 + file.readUIntLE(27, 3)]
  if (chunk === 'VP8 ') return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff]
  if (chunk !== 'VP8L') return undefined
  const bits = file.readUInt32LE(21)
  return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)]
}

export function brokenPicture(cause?: unknown): CairnError {
  return new CairnError(
    'FILE_CORRUPT',
    'The picture is damaged or was not downloaded completely.',
    'Save or scan it again and add the new copy.',
    { cause },
  )
}

function tooLarge(claim: string): CairnError {
  return new CairnError('FILE_TOO_LARGE', `The picture is too large. ${claim}`, 'Save a smaller copy and add that.')
}
