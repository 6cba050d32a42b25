import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { endBytes } from '../archive-file'
import { type SealKey, tagBytes } from './seal-header'

/** Plain bytes of every block of a segment but its last. */
export const blockBytes = 64 * 1024
export const saltBytes = 32
/** Before each block: how long it is, and whether it is the last. */
export const lengthBytes = 4
/** What a whole block takes in the file. */
export const stride = lengthBytes + blockBytes + tagBytes
const lastBit = 0x8000_0000

/** The length of a block and whether it is its segment's last; undefined for one that no block has. */
export function lengthOf(bytes: Buffer): { readonly length: number; readonly isLast: boolean } | undefined {
  const value = bytes.readUInt32BE(0)
  const isLast = value >= lastBit
  const length = isLast ? value - lastBit : value
  return length > blockBytes || (!isLast && length !== blockBytes) ? undefined : { length, isLast }
}

/** Where a segment stands: its number in the file, from 0, and the last seal before it. */
export interface SegmentPlace {
  readonly number: number
  readonly before: Buffer
}

/** The key of one segment, made of the backup's key, the segment's own salt, its place and what stands before it. */
export function segmentKey({ key }: SealKey, salt: Buffer, { number, before }: SegmentPlace): Buffer {
  const place = Buffer.alloc(4)
  place.writeUInt32BE(number)
  return Buffer.from(
    hkdfSync('sha256', key, salt, Buffer.concat([Buffer.from('cairn backup segment'), place, before]), 32),
  )
}

/** A counter, then whether it is the last block, as in STREAM. A key is of one segment, so no nonce of it comes twice. */
function nonceOf(block: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(block, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** The plain bytes of a block; null where it does not fit its key and place. */
export function openBlock(key: Buffer, block: number, isLast: boolean, sealed: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(block, isLast), { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagBytes)), decipher.final()])
  } catch {
    return null
  }
}

/**
 * Seals a tar on its way into a file: a segment for what it holds, and one for its end, which the next moment takes the place of. Each is
 * STREAM over AES-256-GCM (Hoang, Reyhanitabar, Rogaway and Vizár, "Online Authenticated-Encryption and its Nonce-Reuse
 * Misuse-Resistance", CRYPTO 2015): blocks under one key, each with its number and whether it is the last, so that none can be changed,
 * left out, cut off or put elsewhere. Every segment has a key of its own, since a moment is written over the end of the one before.
 */
export class Sealer extends Transform {
  #pending: Buffer[] = []
  #size = 0
  #segment: Segment | undefined

  constructor(
    private readonly seal: SealKey,
    private readonly place: SegmentPlace,
    /** Whether the file begins here, with its header. */
    private readonly isNew: boolean,
  ) {
    super()
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#pending.push(chunk)
    this.#size += chunk.length
    while (this.#size > blockBytes + endBytes) this.#push(this.#take(blockBytes), false)
    done()
  }

  override _flush(done: TransformCallback): void {
    if (this.#size < endBytes) {
      done(new Error('A tar came to its end without one.'))
      return
    }
    while (this.#size - endBytes > blockBytes) this.#push(this.#take(blockBytes), false)
    const before = this.#push(this.#take(this.#size - endBytes), true)
    this.push(endSegment(this.seal, { number: this.place.number + 1, before }))
    done()
  }

  #push(plain: Buffer, isLast: boolean): Buffer {
    if (!this.#segment) {
      if (this.isNew) this.push(this.seal.header)
      this.#segment = new Segment(this.seal, this.place)
      this.push(this.#segment.salt)
    }
    const { bytes, tag } = this.#segment.block(plain, isLast)
    this.push(bytes)
    return tag
  }

  #take(size: number): Buffer {
    const all = this.#pending.length === 1 ? this.#pending[0] : Buffer.concat(this.#pending)
    if (!all) return Buffer.alloc(0)
    this.#pending = [all.subarray(size)]
    this.#size -= size
    return all.subarray(0, size)
  }
}

/** The end of a tar as the last segment of a file. */
export function endSegment(seal: SealKey, place: SegmentPlace): Buffer {
  const segment = new Segment(seal, place)
  return Buffer.concat([segment.salt, segment.block(Buffer.alloc(endBytes), true).bytes])
}

/** A segment while it is written. */
class Segment {
  readonly salt = randomBytes(saltBytes)
  readonly #key: Buffer
  #blocks = 0

  constructor(seal: SealKey, place: SegmentPlace) {
    this.#key = segmentKey(seal, this.salt, place)
  }

  block(plain: Buffer, isLast: boolean): { readonly bytes: Buffer; readonly tag: Buffer } {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(this.#blocks, isLast))
    this.#blocks += 1
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32BE(isLast ? plain.length + lastBit : plain.length)
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
    const tag = cipher.getAuthTag()
    if (isLast) this.#key.fill(0)
    return { bytes: Buffer.concat([length, sealed, tag]), tag }
  }
}
