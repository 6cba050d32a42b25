import { Buffer } from 'node:buffer'
import { Inflate } from 'fflate'
import { CairnError } from '@shared/errors'

/** One file inside an archive; `data` is still packed. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  /** Bytes that the archive says it unpacks to, which may be wrong; 0 where it says so in another field (ZIP64). */
  readonly claimed: number
  readonly data: Uint8Array
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
/** In place of a size that stands in a ZIP64 field. */
const elsewhere = 0xffffffff
const inputSlice = 16 * 1024

export function brokenArchive(cause?: unknown): CairnError {
  return new CairnError(
    'FILE_CORRUPT',
    'The file is damaged or was not downloaded completely.',
    'Open it in the program it comes from, save it again and add the new copy.',
    { cause },
  )
}

/** Lists an archive from its central directory. Nothing is unpacked. Throws CairnError FILE_CORRUPT. */
export function readZipEntries(bytes: Uint8Array): ZipEntry[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    const end = findEnd(file)
    const count = file.readUInt16LE(end + 10)
    let at = file.readUInt32LE(end + 16)
    const entries: ZipEntry[] = []
    for (let index = 0; index < count; index += 1) {
      if (file.readUInt32LE(at) !== entrySignature) throw brokenArchive()
      entries.push(readEntry(file, at))
      at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    }
    return entries
  } catch (thrown) {
    throw thrown instanceof CairnError ? thrown : brokenArchive(thrown)
  }
}

function findEnd(file: Buffer): number {
  const earliest = Math.max(0, file.length - 22 - 0xffff)
  for (let at = file.length - 22; at >= earliest; at -= 1) {
    if (file.readUInt32LE(at) === endSignature) return at
  }
  throw brokenArchive()
}

function readEntry(file: Buffer, at: number): ZipEntry {
  const size = file.readUInt32LE(at + 20)
  const local = file.readUInt32LE(at + 42)
  const nameStart = at + 46
  if (file.readUInt32LE(local) !== localSignature) throw brokenArchive()
  const dataStart = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
  if (dataStart + size > file.length) throw brokenArchive()
  return {
    name: file.toString('utf8', nameStart, nameStart + file.readUInt16LE(at + 28)),
    method: file.readUInt16LE(at + 10),
    isEncrypted: (file.readUInt16LE(at + 8) & 1) === 1,
    claimed: Math.max(...[file.readUInt32LE(at + 24), file.readUInt32LE(local + 22)].map((size) => size % elsewhere)),
    data: file.subarray(dataStart, dataStart + size),
  }
}

/** Unpacks an entry piece by piece, so that a reader can stop at any size. Throws CairnError FILE_CORRUPT. */
export function inflateEntry(entry: ZipEntry, onPiece: (piece: Uint8Array) => void): void {
  if (entry.method === 0) {
    onPiece(entry.data)
    return
  }
  if (entry.method !== 8) throw brokenArchive()
  const inflate = new Inflate(onPiece)
  try {
    for (let at = 0; at < entry.data.length; at += inputSlice) {
      inflate.push(entry.data.subarray(at, at + inputSlice), at + inputSlice >= entry.data.length)
    }
  } catch (thrown) {
    throw thrown instanceof CairnError ? thrown : brokenArchive(thrown)
  }
}

/** An entry as UTF-8 text, or undefined where the archive has none of this name. */
export function readZipText(entries: readonly ZipEntry[], name: string): string | undefined {
  const entry = entries.find((each) => each.name === name)
  if (!entry) return undefined
  const pieces: Uint8Array[] = []
  inflateEntry(entry, (piece) => pieces.push(piece))
  return Buffer.concat(pieces).toString('utf8')
}
