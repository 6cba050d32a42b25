import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getDocumentProxy } from 'unpdf'
import { mostPixels } from '../picture-header'

/** Opens a PDF so that what its pages paint can be had: fonts as outlines, pictures decoded. Throws what pdf.js throws. */
export function openForDrawing(bytes: Uint8Array): ReturnType<typeof getDocumentProxy> {
  ensureFixedLengthBuffers()
  return getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
    disableFontFace: true,
    isEvalSupported: false,
    maxImageSize: mostPixels,
    useSystemFonts: false,
    cMapPacked: true,
    ...findData(),
  })
}

/**
 * pdf.js ends what it unpacks by `ArrayBuffer.transferToFixedLength`, which Node has from 22 on; before, it would lose every font of
 * a page. A copy does the same, at the cost of its memory for a moment.
 */
function ensureFixedLengthBuffers(): void {
  if ('transferToFixedLength' in ArrayBuffer.prototype) return
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    configurable: true,
    writable: true,
    value(this: ArrayBuffer, length = this.byteLength): ArrayBuffer {
      const copy = new ArrayBuffer(length)
      new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)))
      return copy
    },
  })
}

/**
 * Where pdfjs-dist keeps its decoders of JPEG 2000 and JBIG2, its character maps, and fonts that files expect everywhere; nothing
 * where it is not installed, and what needs them is then missing.
 */
function findData(): Readonly<Record<'wasmUrl' | 'cMapUrl' | 'standardFontDataUrl', string>> | undefined {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
    const [wasmUrl = '', cMapUrl = '', standardFontDataUrl = ''] = ['wasm', 'cmaps', 'standard_fonts'].map(
      (name) => `${join(folder, name)}/`,
    )
    return { wasmUrl, cMapUrl, standardFontDataUrl }
  } catch {
    return undefined
  }
}
