import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Where the character tables for Chinese, Japanese and Korean PDFs lie that name a standard encoding instead of
 * carrying their own. They come with pdfjs-dist; undefined where it is not installed, and such text is then not found.
 */
export function findCharacterMaps(): { cMapUrl: string; cMapPacked: true } | undefined {
  try {
    // A path, not a URL: pdf.js cannot read `file:` addresses under Node, which is what unpdf hands it by itself.
    const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
    return { cMapUrl: `${join(folder, 'cmaps')}/`, cMapPacked: true }
  } catch {
    return undefined
  }
}
