import { Buffer } from 'node:buffer'
import { readXml, type XmlElement } from '../structure/xml-tree'
import { brokenArchive, inflateEntry, readZipEntries, readZipText } from './zip-entries'
import { checkArchive } from './zip-limits'

/** The XML parts of an office file. Each is read once at most, so work is bound by the file's size whatever it refers to. */
export class ZipParts {
  readonly #entries: ReadonlyMap<string, Parameters<typeof readZipText>[0][number]>
  readonly #read = new Set<string>()

  /** Throws CairnError ARCHIVE_BOMB, FILE_ENCRYPTED or FILE_CORRUPT before anything is kept. */
  constructor(bytes: Uint8Array) {
    const entries = readZipEntries(bytes)
    checkArchive(entries, bytes.length)
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]))
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** A part's root; undefined where there is none of this name, or it was read before. Throws CairnError FILE_CORRUPT. */
  take(name: string): XmlElement | undefined {
    const entry = this.#entries.get(name)
    if (!entry || this.#read.has(name)) return undefined
    this.#read.add(name)
    return readXml((readZipText([entry], name) ?? '').replace(/^\uFEFF/u, ''))
  }

  /** A part that is no XML, such as a picture; undefined where there is none of this name. Throws CairnError FILE_CORRUPT. */
  bytesOf(name: string): Uint8Array | undefined {
    const entry = this.#entries.get(name)
    if (!entry) return undefined
    const pieces: Uint8Array[] = []
    inflateEntry(entry, (piece) => pieces.push(piece))
    return Buffer.concat(pieces)
  }

  /** The words of a part, to tell their language; empty where there is none. It can still be taken. */
  wordsOf(name: string): string {
    const entry = this.#entries.get(name)
    return entry ? (readZipText([entry], name) ?? '').replace(/<[^>]*>/gu, ' ') : ''
  }

  /** As `take`, for a part that no file of its format lacks. */
  require(name: string): XmlElement {
    const root = this.take(name)
    if (!root) throw brokenArchive()
    return root
  }
}
