import { Buffer } from 'node:buffer'
import type { ZipParts } from '../docx/zip-parts'
import { decode } from '../../files/encoding/decode'
import { bookOf, resolvePath, tagsOf } from './epub-package'

/** The entries of the pictures of a book, in the order of its chapters. Throws CairnError FILE_CORRUPT. */
export function epubPictures(parts: ZipParts): string[] {
  const textOf = (name: string): string | undefined => {
    const bytes = parts.bytesOf(name)
    return bytes && decode(Buffer.from(bytes)).text
  }
  return bookOf(textOf).chapters.flatMap((chapter) => picturesIn(textOf(chapter) ?? '', chapter))
}

function picturesIn(page: string, path: string): string[] {
  const addresses = [
    ...tagsOf(page, 'img').map((tag) => tag.get('src')),
    ...tagsOf(page, 'image').map((tag) => tag.get('href')),
  ]
  return addresses.flatMap((address) =>
    address === undefined || /^[a-z]+:/iu.test(address) ? [] : [resolvePath(path, address).path],
  )
}
