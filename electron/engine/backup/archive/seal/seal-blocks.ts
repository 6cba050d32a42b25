import { hkdfSync, randomBytes } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { blockBytes, sealBlock, tagBytes } from '@engine/platform/sealing/stream-block'
import { endBytes } from '../archive-file'
import type { SealKey } from './seal-header'

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

/**
 * Seals a tar on its way into a file: a segment for what it holds, and one for its end, which the next moment takes the place of. Each is
 * STREAM (`platform/sealing/stream-block.ts`). Every segment has a key of its own, since a moment is written over the end of the one before.
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
    const { body, tag } = sealBlock(this.#key, this.#blocks, isLast, plain)
    this.#blocks += 1
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32BE(isLast ? plain.length + lastBit : plain.length)
    if (isLast) this.#key.fill(0)
    return { bytes: Buffer.concat([length, body, tag]), tag }
  }
}
