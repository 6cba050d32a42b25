import decodeHeic from 'heic-decode'
import utif from 'utif2'
import { CairnError } from '@shared/errors'
import type { Recogniser } from '../recognition/recogniser'
import { greyOf, type GreyPicture } from './grey-picture'
import { brokenPicture, readPictureHeader, requireReadable } from './picture-header'

/**
 * Decodes one page (1-based) of a picture file to shades of grey. Throws FILE_CORRUPT, FILE_TOO_LARGE; of a file that ends early
 * what there is may come out.
 */
export async function decodePicture(bytes: Uint8Array, page: number, recogniser: Recogniser): Promise<GreyPicture> {
  const { kind } = readPictureHeader(bytes)
  try {
    if (kind === 'tiff') return tiffPage(bytes, page)
    if (kind === 'heic') return await heicPicture(bytes)
    return await recogniser.decode(bytes)
  } catch (thrown) {
    throw thrown instanceof CairnError ? thrown : brokenPicture(thrown)
  }
}

function tiffPage(bytes: Uint8Array, page: number): GreyPicture {
  const buffer = bytes.slice().buffer
  // Bit 0 of the subfile type marks a small copy of another page.
  const directories = utif.decode(buffer).filter((directory) => (Number(directory['t254']) & 1) !== 1)
  const directory = directories[page - 1]
  if (!directory) throw brokenPicture()
  utif.decodeImage(buffer, directory)
  const { width, height } = directory
  requireReadable(width, height)
  return greyOf(utif.toRGBA8(directory), width, height, 4)
}

async function heicPicture(bytes: Uint8Array): Promise<GreyPicture> {
  const pictures = await decodeHeic.all({ buffer: bytes })
  try {
    const [first] = pictures
    if (!first) throw brokenPicture()
    requireReadable(first.width, first.height)
    const { width, height, data } = await first.decode()
    return greyOf(data, width, height, 4)
  } finally {
    pictures.dispose()
  }
}
