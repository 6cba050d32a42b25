import { Buffer } from 'node:buffer'
import { dirname, join } from 'node:path/posix'
import { CairnError } from '@shared/errors'
import { decode } from '../../files/encoding/decode'
import { brokenArchive, inflateEntry, type ZipEntry } from '../docx/zip-entries'
import { decodeEntities } from '../tables/xml-records'

/** What the package file of a book says of it. Paths are those of the archive's entries. */
export interface BookPackage {
  readonly title: string
  readonly authors: readonly string[]
  /** When it was published, as it is written. */
  readonly date: string | undefined
  readonly publisher: string | undefined
  /** The files of its text in reading order, each once. */
  readonly chapters: readonly string[]
  /** The page of contents of EPUB 3 and the list of contents of EPUB 2, where it has them. */
  readonly nav: string | undefined
  readonly ncx: string | undefined
}

/** Reads the package file. Throws CairnError FILE_CORRUPT where there is none, or no reading order in it. */
export function readPackage(entries: readonly ZipEntry[]): BookPackage {
  return bookOf((name) => readEntryText(entries, name))
}

/** As `readPackage`; `textOf` reads an entry. */
export function bookOf(textOf: (name: string) => string | undefined): BookPackage {
  const container = textOf('META-INF/container.xml') ?? ''
  const path = tagsOf(container, 'rootfile')[0]?.get('full-path')
  const xml = path === undefined ? undefined : textOf(path)
  if (path === undefined || xml === undefined) throw brokenArchive()
  const items = new Map(tagsOf(xml, 'item').map((item) => [item.get('id') ?? '', item]))
  const pathOf = (item: ReadonlyMap<string, string> | undefined) => {
    const href = item?.get('href')
    return href === undefined ? undefined : resolvePath(path, href).path
  }
  const spine = tagsOf(xml, 'itemref').flatMap((itemref) => pathOf(items.get(itemref.get('idref') ?? '')) ?? [])
  if (spine.length === 0) throw brokenArchive()
  const all = [...items.values()]
  const nav = pathOf(all.find((item) => item.get('properties')?.split(/\s+/u).includes('nav')))
  return {
    title: textsOf(xml, 'title')[0] ?? '',
    authors: textsOf(xml, 'creator'),
    date: textsOf(xml, 'date')[0],
    publisher: textsOf(xml, 'publisher')[0],
    chapters: [...new Set(spine)].filter((chapter) => chapter !== nav),
    nav,
    ncx: pathOf(all.find((item) => item.get('media-type') === 'application/x-dtbncx+xml')),
  }
}

/** These only scramble fonts, which are not read. */
const fontScrambling = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'])

/** Throws CairnError FILE_ENCRYPTED for a book whose seller has encrypted it. */
export function requireReadableBook(entries: readonly ZipEntry[]): void {
  const encryption = readEntryText(entries, 'META-INF/encryption.xml') ?? ''
  const isLocked = tagsOf(encryption, 'EncryptionMethod').some(
    (method) => !fontScrambling.has(method.get('algorithm') ?? ''),
  )
  if (!isLocked) return
  throw new CairnError(
    'FILE_ENCRYPTED',
    'The book is encrypted by its seller (DRM), so only their reading program can open it.',
    'Add a copy of the book without this protection, if its seller offers one.',
  )
}

/** An entry as text, or undefined where the archive has none of this name. Throws CairnError FILE_CORRUPT. */
export function readEntryText(entries: readonly ZipEntry[], name: string): string | undefined {
  const entry = entries.find((each) => each.name === name)
  if (!entry) return undefined
  const pieces: Uint8Array[] = []
  inflateEntry(entry, (piece) => pieces.push(piece))
  return decode(Buffer.concat(pieces)).text
}

/** Where a link of a file leads: an entry, and a place in it where it names one. */
export function resolvePath(from: string, href: string): { path: string; fragment: string } {
  const [file = '', fragment = ''] = href.split('#', 2)
  return { path: file === '' ? from : join(dirname(from), unescaped(file)), fragment: unescaped(fragment) }
}

function unescaped(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    // A per cent sign that stands for itself.
    return href
  }
}

/** The attributes of every element of this name, whatever its prefix. No entity but XML's own is resolved. */
export function tagsOf(xml: string, name: string): Map<string, string>[] {
  const tag = new RegExp(String.raw`<(?:[\w.-]+:)?${name}(?=[\s/>])([^<>]*)>`, 'giu')
  return [...withoutComments(xml).matchAll(tag)].map(([, written = '']) => attributesOf(written))
}

/** Attributes as they are written in a tag, by name in lower case without prefix. */
export function attributesOf(written: string): Map<string, string> {
  const pairs = written.matchAll(/(?<![\w.-])([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu)
  return new Map(
    [...pairs].map(([, name = '', double, single]) => [name.toLowerCase(), decodeEntities(double ?? single ?? '')]),
  )
}

function textsOf(xml: string, name: string): string[] {
  const element = new RegExp(String.raw`<dc:${name}(?=[\s>])[^<>]*>([^<]*)<`, 'giu')
  const texts = [...withoutComments(xml).matchAll(element)].map(([, text = '']) => decodeEntities(text))
  return texts.map((text) => text.replace(/\s+/gu, ' ').trim()).filter(Boolean)
}

function withoutComments(xml: string): string {
  return xml.replace(/<!--[^]*?-->/gu, '')
}
