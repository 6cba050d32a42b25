import { readPictureHeader } from '../../ocr/pictures/picture-header'
import type { ZipParts } from '../docx/zip-parts'
import { CairnError } from '@shared/errors'

/** Of one slide more is a gallery. Smaller ones are marks and bullets; beside a title, and in documents, also logos. */
const bounds = {
  alone: { most: 12, leastSize: [40, 20] },
  besideTitle: { most: 12, leastSize: [300, 150] },
  inDocument: { most: 100, leastSize: [300, 150] },
} as const

/**
 * Pictures of an office file that OCR may read letters off, by the names of their entries: those of kinds it decodes, each once,
 * not too small for where they stand.
 */
export function containedPictures(parts: ZipParts, names: readonly string[], where: keyof typeof bounds): Uint8Array[] {
  const { most, leastSize } = bounds[where]
  const found: Uint8Array[] = []
  for (const name of new Set(names)) {
    if (found.length >= most) break
    const bytes = parts.bytesOf(name)
    if (bytes && isLarge(bytes, leastSize)) found.push(bytes)
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
