import { Buffer } from 'node:buffer'
import type { Extract, Header } from 'tar-stream'
import { CairnError } from '@shared/errors'
import { isIgnoredPath } from '../../files/ignored-names'
import { limits } from '../../files/read-regular-file'
import { type Members, noMembers, type Unread } from '../../members/members'
import { UnreadMembers } from '../../members/unread-gaps'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { listContents } from './contents'
import { nameReader } from './entry-names'

/** TAR archives: each file becomes a document of its own. */
export const tarParser: Parser = {
  format: 'tar',
  extensions: ['tar'],
  kind: 'binary',
  isArchive: true,
  recognises: ({ signature }) => signature === 'tar',
  parse: ({ bytes, name, members = noMembers }: ParserInput) => readTar(slices(bytes), name, members),
}

const sliceBytes = 256 * 1024

/** A file in pieces small enough that a reader may stop between them. */
export function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes)
}

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Unpacks a TAR archive as it comes. Throws as `listContents` does, and what `pieces` throws of Cairn's own errors. */
export async function readTar(pieces: Pieces, name: string, members: Members): Promise<ParsedText> {
  // With the first archive, as most stores hold none.
  const { extract } = await import('tar-stream')
  // Names are bytes; how they are to be read is seen below.
  const options = { filenameEncoding: 'latin1', allowUnknownFormat: true, highWaterMark: sliceBytes }
  const tar = extract(options)
  void feed(tar, pieces)
  const unread = new UnreadMembers()
  let stop: 'limit' | 'damage' | undefined
  try {
    for await (const entry of tar) {
      const path = pathOf(entry.header)
      const refused = refusalOf(entry.header)
      if (isFolder(entry.header) || isIgnoredPath(path)) entry.resume()
      else if (refused) {
        unread.note(path, refused)
        entry.resume()
      } else {
        const modified = entry.header.mtime.getTime()
        unread.note(path, await members.add({ path, pieces: bytesOf(entry), ...(modified > 0 && { modified }) }))
        if (members.isFull) {
          stop = 'limit'
          break
        }
      }
    }
  } catch (thrown) {
    if (thrown instanceof CairnError) throw thrown
    stop = 'damage'
  }
  return listContents({ format: 'tar', name, members, unread, what: 'files', stop })
}

async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const piece of entry) if (piece instanceof Uint8Array) yield piece
}

/** Hands an archive over piece by piece, as fast as it is read. Never rejects: the reader learns of failures. */
async function feed(tar: Extract, pieces: Pieces): Promise<void> {
  try {
    for await (const piece of pieces) {
      if (tar.destroyed) return
      if (tar.write(piece)) continue
      await new Promise<void>((resolve) => {
        tar.once('drain', () => resolve())
        tar.once('close', () => resolve())
      })
    }
    tar.end(undefined)
  } catch (thrown) {
    tar.destroy(thrown instanceof Error ? thrown : new Error(String(thrown)))
  }
}

/** Paths in POSIX headers (`pax`) are Unicode; all others came as bytes. */
function pathOf({ name, pax }: Header): string {
  const sparse = paxValue(pax, 'GNU.sparse.name')
  if (sparse !== undefined) return sparse
  if (paxValue(pax, 'path') !== undefined) return name
  const bytes = Buffer.from(name, 'latin1')
  return nameReader([bytes], 'windows-1252')(bytes)
}

function paxValue(pax: unknown, key: string): string | undefined {
  if (typeof pax !== 'object' || pax === null || !(key in pax)) return undefined
  const value: unknown = Reflect.get(pax, key)
  return typeof value === 'string' ? value : undefined
}

function isFolder({ type, name }: Header): boolean {
  return type === 'directory' || name.endsWith('/')
}

const links = new Set<string | null>(['link', 'symlink'])
const files = new Set<string | null>(['file', 'contiguous-file'])

function refusalOf({ type, size, pax }: Header): Unread | undefined {
  if (links.has(type)) return 'link'
  if (typeof pax === 'object' && pax !== null && Object.keys(pax).some((key) => key.startsWith('GNU.sparse.'))) {
    return 'no file'
  }
  // Old sparse files have a letter of their own; devices and pipes hold nothing.
  if (!files.has(type)) return 'no file'
  return size > limits.fileBytes ? 'too large' : undefined
}
