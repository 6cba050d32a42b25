import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { Inflate } from 'fflate'
import { CairnError } from '@shared/errors'
import { type BundleLimits, maxPackedRatio } from './bundle-manifest'
import type { ByteSource } from './byte-source'

const endSize = 22
const entrySize = 46
const localSize = 30
const inputSlice = 64 * 1024
const encrypted = 1
const names = new TextDecoder('utf-8', { fatal: true })

/** One file of an archive, as its directory says; offsets and sizes in bytes. */
export interface ZipFile {
  readonly name: string
  readonly isStored: boolean
  readonly crc: number
  readonly packed: number
  readonly size: number
  /** The offset of the file's local header. */
  readonly at: number
}

/** The error for a bundle that cannot be taken; `reason` is a clause. */
export function badBundle(reason: string, action = copyAgain, cause?: unknown): CairnError {
  return new CairnError('INVALID_INPUT', `This bundle cannot be imported: ${reason}.`, action, { cause })
}

const copyAgain = 'Nothing was imported. Copy or export the bundle again and import the new file.'

/**
 * The files of an archive by name, from its directory alone: nothing is unpacked. Throws INVALID_INPUT for what is no
 * whole zip archive, holds names twice, or more than `limits` or than packing
 * can honestly save.
 */
export async function readZipDirectory(source: ByteSource, limits: BundleLimits): Promise<Map<string, ZipFile>> {
  const start = Buffer.from(await source.read(0, 4))
  if (start.length < 4 || !/^PK[\x03\x05]/u.test(start.toString('latin1'))) {
    throw badBundle('it is not a zip file', 'Choose a file that ends in .cairn.zip.')
  }
  const end = Buffer.from(await source.read(Math.max(0, source.size - endSize), endSize))
  if (
    end.length < endSize ||
    end.readUInt32LE(0) !== 0x06054b50 ||
    end.readUInt32LE(4) !== 0 ||
    end.readUInt16LE(20) !== 0
  ) {
    throw badBundle('its end is missing; it was not copied or downloaded completely')
  }
  const [count, size, at] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  if (at + size !== source.size - endSize || count !== end.readUInt16LE(8)) throw badBundle('its directory is damaged')
  const files = readEntries(Buffer.from(await source.read(at, size)), count, at)
  requireSane(files, limits)
  return new Map(files.map((file) => [file.name, file]))
}

function readEntries(directory: Buffer, count: number, directoryAt: number): ZipFile[] {
  const files: ZipFile[] = []
  let at = 0
  for (let index = 0; index < count; index += 1) {
    if (at + entrySize > directory.length || directory.readUInt32LE(at) !== 0x02014b50) {
      throw badBundle('its directory is damaged')
    }
    const nameEnd = at + entrySize + directory.readUInt16LE(at + 28)
    const next = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    if (next > directory.length) throw badBundle('its directory is damaged')
    const name = nameOf(directory.subarray(at + entrySize, nameEnd))
    const method = directory.readUInt16LE(at + 10)
    if ((directory.readUInt16LE(at + 8) & encrypted) !== 0) throw badBundle(`${name} is encrypted`)
    if (method !== 0 && method !== 8) throw badBundle(`${name} is packed in a way Cairn does not know`)
    const [crc, packed, size] = [16, 20, 24].map((field) => directory.readUInt32LE(at + field))
    const place = directory.readUInt32LE(at + 42)
    if (crc === undefined || packed === undefined || size === undefined || place + localSize > directoryAt) {
      throw badBundle('its directory is damaged')
    }
    files.push({ name, isStored: method === 0, crc, packed, size, at: place })
    at = next
  }
  if (at !== directory.length) throw badBundle('its directory is damaged')
  return files
}

function nameOf(bytes: Uint8Array): string {
  try {
    return names.decode(bytes)
  } catch (error) {
    throw badBundle('a file name in it is not UTF-8', copyAgain, error)
  }
}

function requireSane(files: readonly ZipFile[], limits: BundleLimits): void {
  const seen = new Set<string>()
  let total = 0
  let free = 0
  for (const file of files.toSorted((a, b) => a.at - b.at)) {
    if (seen.has(file.name)) throw badBundle(`${file.name} is in it twice`)
    seen.add(file.name)
    // Files that share their bytes: small archives that unpack to any size.
    if (file.at < free) throw badBundle(`${file.name} overlaps with another file`)
    free = file.at + localSize + file.packed
    total += file.size
    if (file.size > limits.file) throw tooLarge(file.name)
    if (total > limits.total) throw tooLarge('all of it')
    if (file.isStored ? file.size !== file.packed : file.size > file.packed * maxPackedRatio) {
      throw badBundle(`${file.name} claims to unpack to far more than Cairn ever packs so small`)
    }
  }
}

function tooLarge(what: string): CairnError {
  return badBundle(`${what} is larger than Cairn reads from one bundle`, 'Export fewer sessions into one bundle.')
}

/**
 * Unpacks one file piece by piece. Stops as soon as it is longer than its directory says. Throws INVALID_INPUT where its
 * header, length or checksum differ.
 */
export async function readZipFile(
  source: ByteSource,
  file: ZipFile,
  onPiece: (piece: Uint8Array) => void,
  signal?: AbortSignal,
): Promise<void> {
  const header = Buffer.from(await source.read(file.at, localSize))
  if (header.length < localSize || header.readUInt32LE(0) !== 0x04034b50) throw damaged(file)
  const nameLength = header.readUInt16LE(26)
  const name = Buffer.from(await source.read(file.at + localSize, nameLength)).toString('utf8')
  if (name !== file.name || header.readUInt16LE(8) !== (file.isStored ? 0 : 8)) throw damaged(file)
  const start = file.at + localSize + nameLength + header.readUInt16LE(28)
  let size = 0
  let crc = 0
  const take = (piece: Uint8Array) => {
    size += piece.length
    if (size > file.size) throw damaged(file)
    crc = crc32(piece, crc)
    onPiece(piece)
  }
  const inflate = file.isStored ? null : new Inflate(take)
  for (let at = 0; at < file.packed; at += inputSlice) {
    if (at > 0) await setImmediate()
    signal?.throwIfAborted()
    const length = Math.min(inputSlice, file.packed - at)
    const bytes = await source.read(start + at, length)
    if (bytes.length < length) throw damaged(file)
    try {
      if (inflate) inflate.push(bytes.slice(), at + inputSlice >= file.packed)
      else take(bytes)
    } catch (error) {
      throw error instanceof CairnError ? error : damaged(file, error)
    }
  }
  if (size !== file.size || crc !== file.crc) throw damaged(file)
}

function damaged(file: ZipFile, cause?: unknown): CairnError {
  return badBundle(`${file.name} is damaged`, copyAgain, cause)
}
