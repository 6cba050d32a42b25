import { posix } from 'node:path'
import type { ZipParts } from '../docx/zip-parts'
import { xmlAt, xmlAttribute, xmlBelow, xmlChildren, type XmlElement } from '../structure/xml-tree'

/** The entries of the pictures inside an element, in the order they stand; not those that lie outside of the file. */
export function openPictures(element: XmlElement): string[] {
  return xmlBelow(element, 'image').flatMap((image) => {
    const address = xmlAttribute(image, 'xlink:href') ?? ''
    // Joined to a root, a path cannot leave the archive.
    return address === '' || /^\w+:/u.test(address) ? [] : [posix.join('/', address).slice(1)]
  })
}

/** The slides of a presentation. */
export function openSlides(content: XmlElement): XmlElement[] {
  return xmlChildren(xmlAt(content, 'body', 'presentation'), 'page')
}

/** The entries of the pictures of a slide (1-based). Throws CairnError FILE_CORRUPT. */
export function odpPictures(parts: ZipParts, number: number): string[] {
  const slide = openSlides(parts.require('content.xml'))[number - 1]
  return slide ? openPictures({ ...slide, children: slide.children.filter((child) => !isNotes(child)) }) : []
}

function isNotes(child: XmlElement | string): boolean {
  return typeof child !== 'string' && child.name === 'notes'
}

/** The entries of the pictures of a text document. Throws CairnError FILE_CORRUPT. */
export function odtPictures(parts: ZipParts): string[] {
  const body = xmlAt(parts.require('content.xml'), 'body', 'text')
  return body ? openPictures(body) : []
}
