import { type FileHandle, open, truncate } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { CairnError, toCairnError } from '@shared/errors'
import { blockBytes, openBlock, tagBytes } from '@engine/platform/sealing/stream-block'
import { type ArchiveFile, targetAt } from '../archive-file'
import {
  endSegment,
  lengthBytes,
  lengthOf,
  saltBytes,
  Sealer,
  segmentKey,
  type SegmentPlace,
  stride,
} from './seal-blocks'
import { headerBytes, type SealKey } from './seal-header'

/** A run of blocks under one key. */
interface Segment extends SegmentPlace {
  /** Where its salt stands in the file, and where its plain bytes begin in the tar. */
  readonly offset: number
  readonly at: number
  readonly size: number
  readonly blocks: number
  readonly key: Buffer
  /** The seal of its last block. */
  readonly tag: Buffer
}

/** The segments that came to their end: what follows them was cut off, and is not read. */
interface Layout {
  readonly segments: readonly Segment[]
  readonly size: number
  readonly isWhole: boolean
}

/**
 * A backup that only its passphrase opens. Behind a header in clear stand segments (`seal-blocks.ts`), one for each moment and one for the end.
 * What is kept from a reader is everything but the sizes of the moments. An older copy of the whole file cannot be told from a new one.
 */
export class SealedFile implements ArchiveFile {
  #layout: Promise<Layout> | undefined

  constructor(
    readonly path: string,
    private readonly seal: SealKey,
  ) {}

  async measure(): Promise<{ readonly size: number; readonly isWhole: boolean }> {
    // Others may have changed it since.
    this.#layout = undefined
    return this.#layoutOf()
  }

  async read(at: number, size: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of this.#plain(at, at + size)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  stream(start = 0, end = Infinity): Readable {
    return Readable.from(this.#plain(start, end), { objectMode: false })
  }

  async writer(at: number): ReturnType<ArchiveFile['writer']> {
    const { offset, ...place } = await this.#placeAt(at)
    this.#layout = undefined
    const isNew = at === 0
    return { through: new Sealer(this.seal, place, isNew), target: targetAt(this.path, isNew ? 0 : offset) }
  }

  async cutAt(at: number): Promise<void> {
    const { offset } = await this.#placeAt(at)
    this.#layout = undefined
    await truncate(this.path, offset)
  }

  async closeAt(at: number): Promise<void> {
    const { offset, ...place } = await this.#placeAt(at)
    await this.cutAt(at)
    const file = await open(this.path, 'r+')
    try {
      await file.write(endSegment(this.seal, place), 0, undefined, offset)
      await file.sync()
    } finally {
      await file.close()
    }
  }

  beside(path: string): SealedFile {
    return new SealedFile(path, this.seal)
  }

  forget(): void {
    this.seal.key.fill(0)
    this.#layout = undefined
  }

  /** Where a segment that begins at this place of the tar stands, or would. */
  async #placeAt(at: number): Promise<SegmentPlace & { readonly offset: number }> {
    if (at === 0) return { number: 0, before: this.seal.header, offset: headerBytes }
    const { segments } = await this.#layoutOf()
    const last = segments.findLast((segment) => segment.at + segment.size === at)
    if (!last) throw new CairnError('INTERNAL', `No moment of the backup ends at ${at}.`, 'Back up into another file.')
    return { number: last.number + 1, before: last.tag, offset: endOf(last) }
  }

  #layoutOf(): Promise<Layout> {
    return (this.#layout ??= this.#readLayout())
  }

  async #readLayout(): Promise<Layout> {
    const file = await open(this.path, 'r').catch((thrown: unknown) => {
      throw toCairnError(thrown)
    })
    try {
      const { size: bytes } = await file.stat()
      const segments: Segment[] = []
      let [offset, at] = [headerBytes, 0]
      let before = this.seal.header
      while (offset < bytes) {
        const segment = await this.#readSegment(file, { number: segments.length, before, offset, at }, bytes)
        if (!segment) return { segments, size: at, isWhole: false }
        segments.push(segment)
        at += segment.size
        offset = endOf(segment)
        before = segment.tag
      }
      return { segments, size: at, isWhole: true }
    } finally {
      await file.close()
    }
  }

  /** Undefined where it does not come to its end. */
  async #readSegment(
    file: FileHandle,
    begin: SegmentPlace & { readonly offset: number; readonly at: number },
    bytes: number,
  ): Promise<Segment | undefined> {
    const { offset } = begin
    if (offset + saltBytes > bytes) return undefined
    const key = segmentKey(this.seal, await bytesAt(file, offset, saltBytes), begin)
    for (let blocks = 0; ; blocks += 1) {
      const start = offset + saltBytes + blocks * stride
      if (start + lengthBytes > bytes) return undefined
      const found = lengthOf(await bytesAt(file, start, lengthBytes))
      if (!found) throw this.#altered(begin.number, blocks)
      const end = start + lengthBytes + found.length + tagBytes
      if (end > bytes) return undefined
      if (!found.isLast) continue
      const tag = await bytesAt(file, end - tagBytes, tagBytes)
      return { ...begin, key, blocks: blocks + 1, size: blocks * blockBytes + found.length, tag }
    }
  }

  /** The plain bytes from `start` up to `end`, block by block. */
  async *#plain(start: number, end: number): AsyncGenerator<Buffer> {
    const { segments } = await this.#layoutOf()
    const file = await open(this.path, 'r')
    try {
      for (const segment of segments) {
        const { at, blocks } = segment
        if (at >= end || at + segment.size <= start) continue
        for (let block = Math.max(0, Math.floor((start - at) / blockBytes)); block < blocks; block += 1) {
          const from = at + block * blockBytes
          if (from >= end) break
          const plain = await this.#open(file, segment, block)
          yield plain.subarray(Math.max(0, start - from), Math.max(0, end - from))
        }
      }
    } finally {
      await file.close()
    }
  }

  async #open(file: FileHandle, segment: Segment, block: number): Promise<Buffer> {
    const { offset, size, blocks, key, number } = segment
    const isLast = block === blocks - 1
    const length = isLast ? size - block * blockBytes : blockBytes
    const sealed = await bytesAt(file, offset + saltBytes + block * stride + lengthBytes, length + tagBytes)
    const plain = sealed.length === length + tagBytes ? openBlock(key, block, isLast, sealed) : null
    if (!plain) throw this.#altered(number, block)
    return plain
  }

  #altered(segment: number, block: number): CairnError {
    const place = `${segment + 1}.${block + 1}`
    return new CairnError(
      'FILE_CORRUPT',
      `The backup “${basename(this.path)}” was altered or damaged: block ${place} no longer fits its seal.`,
      'Use another copy of it. Nothing was changed here.',
    )
  }
}

/** Where a whole segment ends in the file. */
function endOf({ offset, blocks, size }: Segment): number {
  return offset + saltBytes + blocks * (lengthBytes + tagBytes) + size
}

/** Fewer where the file ends before. */
async function bytesAt(file: FileHandle, at: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await file.read(bytes, 0, size, at)
  return bytes.subarray(0, bytesRead)
}
