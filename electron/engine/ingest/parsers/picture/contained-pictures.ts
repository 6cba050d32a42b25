import { readPictureHeader } from '../../ocr/pictures/picture-header'
import type { ZipParts } from '../docx/zip-parts'
import { CairnError } from '@shared/errors'

/** More of one slide is a gallery. */
const mostPictures = 12
/** Smaller ones are marks and bullets; beside a title also logos. */
const leastSize = { alone: [40, 20], besideTitle: [300, 150] } as const

/**
 * Pictures of an office file that OCR may read letters off, by the names of their entries: those of kinds it decodes, each once,
 * `besideTitle` only larger ones.
 */
export function containedPictures(
  parts: ZipParts,
  names: readonly string[],
  where: keyof typeof leastSize,
): Uint8Array[] {
  const found: Uint8Array[] = []
  for (const name of new Set(names)) {
    if (found.length >= mostPictures) break
    const bytes = parts.bytesOf(name)
    if (bytes && isLarge(bytes, leastSize[where])) found.push(bytes)
  }
  return found
}

function isLarge(bytes: Uint8Array, [least, other]: readonly [number, number]): boolean {
  try {
    const { kind, pages } = readPictureHeader(bytes)
    // Its size is not in the header.
    if (kind === 'heic') return true
    const [{ width, height } = { width: 0, height: 0 }] = pages
    return Math.max(width, height) >= least && Math.min(width, height) >= other
  } catch (thrown) {
    // A drawing of lines, or nothing that can be decoded.
    if (thrown instanceof CairnError) return false
    throw thrown
  }
}
