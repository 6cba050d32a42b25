import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { CairnError } from '@shared/errors'
import { isIgnoredPath } from '../../files/ignored-names'
import { type Members, noMembers, type Unread } from '../../members/members'
import { UnreadMembers } from '../../members/unread-gaps'
import { brokenArchive } from '../docx/zip-entries'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { listContents } from './contents'
import { nameReader } from './entry-names'

/** Lines of the directory that are read at all; far more than become documents. */
const mostEntries = 200_000
/** Of Unix: the bits of a file's mode that say what it is, and those of a link. */
const kindBits = 0o170000
const linkKind = 0o120000

/** ZIP archives: each file becomes a document of its own. */
export const zipParser: Parser = {
  format: 'zip',
  extensions: ['zip'],
  kind: 'binary',
  container: 'zip',
  isArchive: true,
  recognises: ({ signature, extension, entries }) =>
    signature === 'zip' && (extension === 'zip' || !isPackage(entries)),
  async parse({ bytes, name, members = noMembers }: ParserInput): Promise<ParsedText> {
    const unread = new UnreadMembers()
    const zip = await opened(bytes)
    const entries = await readDirectory(zip)
    for (const entry of entries.files) unread.note(entry.path, await unpack(zip, entry, members))
    return listContents({ ...{ format: 'zip', name, members, unread, what: 'files' }, stop: entries.stop })
  },
}

/** Files of programs that happen to be ZIP archives: their parts mean nothing to a reader. */
function isPackage(entries: readonly string[]): boolean {
  const signs = ['[Content_Types].xml', 'META-INF/MANIFEST.MF', 'AndroidManifest.xml', 'mimetype', 'content.xml']
  return entries.some((entry) => signs.includes(entry) || entry.endsWith('.iwa'))
}

interface ListedFile {
  readonly entry: Entry
  readonly path: string
  readonly overlaps: boolean
}

async function opened(bytes: Uint8Array): Promise<ZipFile> {
  // With the first archive, as most stores hold none.
  const { fromBufferPromise } = await import('yauzl')
  const file = withoutTail(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  try {
    // Sizes are counted while unpacking, and names read below: one that lies would else end the whole list.
    return await fromBufferPromise(file, { decodeStrings: false, validateEntrySizes: false })
  } catch (thrown) {
    throw brokenArchive(thrown)
  }
}

/** An archive up to the end of its directory: what some programs and gateways add behind it would make it unreadable. */
function withoutTail(file: Buffer): Buffer {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end === -1 || end + 22 > file.length) return file
  return file.subarray(0, end + 22 + file.readUInt16LE(end + 20))
}

/** The files of an archive without folders and what folders hide. */
async function readDirectory(zip: ZipFile): Promise<{ files: ListedFile[]; stop: 'limit' | 'damage' | undefined }> {
  const entries: Entry[] = []
  let stop: 'limit' | 'damage' | undefined
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.length === mostEntries) {
        stop = 'limit'
        break
      }
      entries.push(entry)
    }
  } catch {
    stop = 'damage'
  }
  const overlapping = overlapsOf(entries)
  const read = nameReader(
    entries.map(({ fileNameRaw }) => fileNameRaw),
    'cp437',
  )
  const files = entries
    .map((entry) => ({ entry, path: unicodePath(entry) ?? read(entry.fileNameRaw), overlaps: overlapping.has(entry) }))
    .filter(({ path }) => !/[\\/]$/u.test(path) && !isIgnoredPath(path))
  return { files, stop }
}

/** The name that newer archivers add beside an old one (field 0x7075: version, checksum, UTF-8). */
function unicodePath({ extraFields }: Entry): string | undefined {
  const field = extraFields.find(({ id, data }) => id === 0x7075 && data.length > 5 && data[0] === 1)
  return field?.data.toString('utf8', 5)
}

/** Files whose packed bytes are those of another: one kernel unpacked a thousand times. */
function overlapsOf(entries: readonly Entry[]): Set<Entry> {
  const overlapping = new Set<Entry>()
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = -1
  for (const entry of inOrder) {
    const { relativeOffsetOfLocalHeader: start, compressedSize } = entry
    if (start < end) overlapping.add(entry)
    else end = start + 30 + compressedSize
  }
  return overlapping
}

async function unpack(zip: ZipFile, file: ListedFile, members: Members): Promise<Unread | 'taken'> {
  const { entry, path } = file
  const refused = refusalOf(file)
  if (refused) return refused
  const modified = modifiedAt(entry)
  return members.add({ path, pieces: piecesOf(zip, entry), ...(modified !== undefined && { modified }) })
}

function refusalOf({ entry, overlaps }: ListedFile): Unread | undefined {
  if (entry.isEncrypted()) return 'encrypted'
  if (((entry.externalFileAttributes >>> 16) & kindBits) === linkKind) return 'link'
  if (overlaps) return 'overlapping'
  return entry.compressionMethod === 0 || entry.compressionMethod === 8 ? undefined : 'packing'
}

function modifiedAt(entry: Entry): number | undefined {
  const time = entry.getLastModDate().getTime()
  // Archivers that know no date write the first one there is.
  return Number.isNaN(time) || time < Date.UTC(1980, 0, 3) ? undefined : time
}

/** A file's bytes; throws where they end early or are not those that the archive's checksum was made of. */
async function* piecesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const stream = await zip.openReadStreamPromise(entry)
  let sum = 0
  try {
    for await (const piece of stream) {
      const bytes = piece as Buffer
      sum = crc32(bytes, sum)
      yield bytes
    }
  } finally {
    stream.destroy()
  }
  if (sum !== entry.crc32) throw new CairnError('CHECKSUM_MISMATCH', 'A file of the archive is damaged.')
}
