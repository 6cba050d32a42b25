import { createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { createWriteStream, readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CairnError } from '@shared/errors'
import { blockBytes, openBlock, sealBlock, tagBytes } from './stream-block'

/** How every sealed file begins: its format, then the salt of its own key. */
const magic = Buffer.from('CAIRNSF1')
const saltBytes = 24
const headerBytes = magic.length + saltBytes
const stride = blockBytes + tagBytes
/** Plain bytes that `piecesOf` gives at a time. */
const pieceBytes = 16 * blockBytes

/**
 * A file sealed in blocks, any of which can be opened by itself: header, then blocks of 64 KiB (`stream-block.ts`) under a key that is this file's
 * alone. An empty file has one empty block.
 */
export function sealWhole(key: KeyObject, plain: Uint8Array): Buffer {
  const { header, own } = newHeader(key)
  const pieces: Uint8Array[] = [header]
  for (let block = 0; block === 0 || block * blockBytes < plain.length; block += 1) {
    const end = (block + 1) * blockBytes
    const { body, tag } = sealBlock(own, block, end >= plain.length, plain.subarray(block * blockBytes, end))
    pieces.push(body, tag)
  }
  return Buffer.concat(pieces)
}

/** The plain bytes of a sealed file; undefined where it is damaged, cut off, or sealed by another key. */
export function openWhole(key: KeyObject, sealed: Buffer): Buffer | undefined {
  const length = plainLength(sealed.length)
  const own = ownKey(key, sealed.subarray(0, headerBytes))
  if (length === undefined || !own) return undefined
  return openBlocks(own, sealed.subarray(headerBytes), { first: 0, count: blocksOf(length), isToEnd: true })
}

/** Whether a file that begins so is a sealed one. */
export function beginsSealed(bytes: Buffer): boolean {
  return bytes.subarray(0, magic.length).equals(magic)
}

/** Whether a file begins as a sealed one does. Throws what the system says. */
export async function isSealedFile(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    return beginsSealed(await bytesAt(file, 0, magic.length))
  } finally {
    await file.close()
  }
}

/** How many plain bytes a sealed file of this length has; undefined where no sealed file is so long. */
export function plainLength(sealedLength: number): number | undefined {
  const body = sealedLength - headerBytes
  const blocks = Math.ceil(body / stride)
  const length = body - blocks * tagBytes
  // The last of several blocks is never empty.
  return body < tagBytes || (blocks > 1 && length <= (blocks - 1) * blockBytes) ? undefined : length
}

/** Seals what streams through it. */
export class SealStream extends Transform {
  readonly #own: Buffer
  #pending: Buffer[] = []
  #size = 0
  #block = 0

  constructor(key: KeyObject) {
    super()
    const { header, own } = newHeader(key)
    this.#own = own
    this.push(header)
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#pending.push(chunk)
    this.#size += chunk.length
    if (this.#size > blockBytes) {
      const all = Buffer.concat(this.#pending)
      let at = 0
      for (; all.length - at > blockBytes; at += blockBytes) this.#push(all.subarray(at, at + blockBytes), false)
      this.#pending = [all.subarray(at)]
      this.#size = all.length - at
    }
    done()
  }

  override _flush(done: TransformCallback): void {
    this.#push(Buffer.concat(this.#pending), true)
    this.#own.fill(0)
    done()
  }

  #push(plain: Buffer, isLast: boolean): void {
    const { body, tag } = sealBlock(this.#own, this.#block, isLast, plain)
    this.#block += 1
    this.push(body)
    this.push(tag)
  }
}

/** A sealed file that is open for reading, from any place. */
export class SealedFile {
  private constructor(
    private readonly file: FileHandle,
    private readonly own: Buffer,
    /** Plain bytes. */
    readonly size: number,
  ) {}

  /** Throws STORE_DAMAGED for a file that is not sealed or was cut off, and what the system says. */
  static async open(path: string, key: KeyObject): Promise<SealedFile> {
    const file = await open(path, 'r')
    try {
      const size = plainLength((await file.stat()).size)
      const own = ownKey(key, await bytesAt(file, 0, headerBytes))
      if (size === undefined || !own) throw damagedFile(path)
      const opened = new SealedFile(file, own, size)
      // One that was cut off behind sixteen bytes is as long as an empty one, and nobody reads what is empty.
      if (size === 0) await opened.read(0, 0)
      return opened
    } catch (thrown) {
      await file.close()
      throw thrown
    }
  }

  /** Plain bytes from `from` up to `to`, both within the file. Throws STORE_DAMAGED where they do not fit their key and place. */
  async read(from: number, to: number): Promise<Buffer> {
    const part = this.#part(from, to)
    return this.#opened(await bytesAt(this.file, part.at, part.length), part)
  }

  /** The same while the thread waits, which takes a third of the time: for a thread that does nothing else. */
  readNow(from: number, to: number): Buffer {
    const part = this.#part(from, to)
    const bytes = Buffer.allocUnsafe(part.length)
    return this.#opened(bytes.subarray(0, readSync(this.file.fd, bytes, 0, part.length, part.at)), part)
  }

  #part(from: number, to: number): Part {
    const blocks = blocksOf(this.size)
    const first = Math.min(Math.floor(from / blockBytes), blocks - 1)
    const end = Math.max(first + 1, Math.ceil(to / blockBytes))
    const isToEnd = end === blocks
    const length = isToEnd ? this.size - first * blockBytes + (end - first) * tagBytes : (end - first) * stride
    return { from, to, at: headerBytes + first * stride, length, first, count: end - first, isToEnd }
  }

  #opened(sealed: Buffer, part: Part): Buffer {
    const plain = openBlocks(this.own, sealed, part)
    if (!plain) throw damagedFile()
    return plain.subarray(part.from - part.first * blockBytes, part.to - part.first * blockBytes)
  }

  /** All of it, piece by piece. Throws as `read`. */
  async *pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.size; at += pieceBytes) yield await this.read(at, Math.min(this.size, at + pieceBytes))
  }

  async close(): Promise<void> {
    this.own.fill(0)
    await this.file.close()
  }
}

/** Writes the plain bytes of a sealed file into a new one, for this user alone. Throws STORE_DAMAGED. */
export async function writePlain(file: SealedFile, to: string): Promise<void> {
  await pipeline(() => file.pieces(), createWriteStream(to, { mode: 0o600 }))
}

function newHeader(key: KeyObject): { header: Buffer; own: Buffer } {
  const salt = randomBytes(saltBytes)
  return { header: Buffer.concat([magic, salt]), own: derived(key, salt) }
}

function ownKey(key: KeyObject, header: Buffer): Buffer | undefined {
  if (header.length < headerBytes || !beginsSealed(header)) return undefined
  return derived(key, header.subarray(magic.length))
}

/** HKDF-SHA-256 (RFC 5869) of one block. Node's own takes several times as long, which counts where thousands of small files are opened at a start. */
function derived(key: KeyObject, salt: Buffer): Buffer {
  const bytes = key.export()
  const extracted = createHmac('sha256', salt).update(bytes).digest()
  bytes.fill(0)
  return createHmac('sha256', extracted).update('cairn file 1\u0001').digest()
}

function blocksOf(size: number): number {
  return Math.max(1, Math.ceil(size / blockBytes))
}

interface Blocks {
  readonly first: number
  readonly count: number
  /** Whether the last of them is the file's last. */
  readonly isToEnd: boolean
}

/** Where the blocks of a part of a file lie, sealed. */
interface Part extends Blocks {
  readonly from: number
  readonly to: number
  readonly at: number
  readonly length: number
}

function openBlocks(own: Buffer, sealed: Buffer, { first, count, isToEnd }: Blocks): Buffer | undefined {
  const opened: Buffer[] = []
  for (let at = 0; at < count; at += 1) {
    const one = sealed.subarray(at * stride, (at + 1) * stride)
    const plain = one.length < tagBytes ? null : openBlock(own, first + at, isToEnd && at === count - 1, one)
    if (!plain) return undefined
    opened.push(plain)
  }
  return opened[0] && opened.length === 1 ? opened[0] : Buffer.concat(opened)
}

/** Fewer where the file ends before. */
async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.subarray(0, read)
}

function damagedFile(path?: string): CairnError {
  const said =
    path === undefined ? 'An encrypted file of the store is damaged.' : `The encrypted file ${path} is damaged.`
  return new CairnError('STORE_DAMAGED', said, 'Run “cairn store check”: it says what helps.')
}
