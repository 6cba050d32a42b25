import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { constants, createGunzip } from 'node:zlib'
import { archiveBomb, noMembers } from '../../members/members'
import { UnreadMembers } from '../../members/unread-gaps'
import { startsTar } from '../../files/tar-header'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { listContents } from './contents'
import { readTar, slices } from './tar'

/** Files packed with gzip: one file, or a TAR archive of many. */
export const gzipParser: Parser = {
  format: 'gzip',
  extensions: ['gz', 'tgz'],
  kind: 'binary',
  isArchive: true,
  recognises: ({ signature }) => signature === 'gzip',
  async parse({ bytes, name, members = noMembers }: ParserInput): Promise<ParsedText> {
    // Of an archive that was cut off the files before that place are read.
    if (startsTar(await beginning(bytes))) {
      return readTar(unpacked(bytes, members.bombBytes, { toTheLastByte: true }), name, members)
    }
    const unread = new UnreadMembers()
    const path = innerName(name, bytes)
    unread.note(path, await members.add({ path, pieces: unpacked(bytes, members.bombBytes), ...modifiedAt(bytes) }))
    return listContents({ format: 'gzip', name, members, unread, what: 'files' })
  },
}

/** Of the packed bytes, far more than hold the beginning. */
const sampleBytes = 64 * 1024

/**
 * The unpacked bytes. Throws CairnError ARCHIVE_BOMB, or what node:zlib throws of damaged ones.
 * @param options.toTheLastByte a file that is cut off ends there, instead of being damaged.
 */
async function* unpacked(
  bytes: Uint8Array,
  bombBytes: number,
  { toTheLastByte } = { toTheLastByte: false },
): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(slices(bytes))
  const { Z_SYNC_FLUSH, Z_FINISH } = constants
  const gunzip = packed.pipe(createGunzip({ finishFlush: toTheLastByte ? Z_SYNC_FLUSH : Z_FINISH }))
  let total = 0
  try {
    for await (const piece of gunzip) {
      total += (piece as Buffer).length
      if (total > bombBytes) throw archiveBomb()
      yield piece as Buffer
    }
  } finally {
    packed.destroy()
    gunzip.destroy()
  }
}

const headerBytes = 512

/** The first unpacked bytes; fewer where the file is damaged or cut off before. */
async function beginning(bytes: Uint8Array): Promise<Uint8Array> {
  const first: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of unpacked(bytes.subarray(0, sampleBytes), Infinity, { toTheLastByte: true })) {
      first.push(piece)
      length += piece.length
      if (length >= headerBytes) break
    }
  } catch {
    // What is wrong with the file is said when all of it is read.
  }
  return Buffer.concat(first)
}

/** Called as the packed file without its ending; else as its header says. */
function innerName(name: string, bytes: Uint8Array): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const shorter = base.replace(/\.gz$/iu, '').replace(/\.tgz$/iu, '.tar')
  return shorter !== base && shorter !== '' ? shorter : (headerName(bytes) ?? base)
}

/** Flag 8 of a gzip header: the file's name, which follows the optional field of flag 4, ended by a zero byte (RFC 1952). */
function headerName(bytes: Uint8Array): string | undefined {
  const flags = bytes[3] ?? 0
  if ((flags & 8) === 0) return undefined
  const start = 10 + ((flags & 4) === 0 ? 0 : 2 + (bytes[10] ?? 0) + (bytes[11] ?? 0) * 256)
  const end = bytes.indexOf(0, start)
  return end > start ? Buffer.from(bytes.subarray(start, end)).toString('latin1') : undefined
}

/** Seconds since the epoch; 0 where nobody knows. */
function modifiedAt(bytes: Uint8Array): { modified?: number } {
  if (bytes.length < 10) return {}
  const seconds = Buffer.from(bytes.subarray(4, 8)).readUInt32LE(0)
  return seconds === 0 ? {} : { modified: seconds * 1000 }
}
