import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat, truncate } from 'node:fs/promises'
import { Readable, type Transform, type Writable } from 'node:stream'
import { toCairnError } from '@shared/errors'

/** A tar ends in two empty blocks. */
export const endBytes = 1024
export const pieceBytes = 1024 * 1024

/** A stream into a file; what is written so far is of the file's own bytes. */
export type FileTarget = Writable & { readonly bytesWritten: number }

/** The file of a backup as the tar in it: places and sizes are the tar's own, however its bytes lie on the disk. */
export interface ArchiveFile {
  /** Absolute. */
  readonly path: string
  /** `isWhole`: nothing follows what can be read, and nothing of it is missing. Throws FILE_VANISHED where there is none. */
  measure(): Promise<{ readonly size: number; readonly isWhole: boolean }>
  /** Fewer bytes where the file ends before. Throws FILE_CORRUPT for what was altered. */
  read(at: number, size: number): Promise<Buffer>
  /** From `start` up to `end`, exclusive; the whole file by default. Fails as `read`. */
  stream(start?: number, end?: number): Readable
  /** What a tar goes through into the file, from its beginning or from the end of a moment on. */
  writer(at: number): Promise<{ readonly through: Transform | undefined; readonly target: FileTarget }>
  /** Takes away what follows the end of a moment. */
  cutAt(at: number): Promise<void>
  /** The same, and ends the file there as one that is whole. */
  closeAt(at: number): Promise<void>
  /** A file of the same kind at another path. */
  beside(path: string): ArchiveFile
  /** To be called when it is not needed any more. */
  forget(): void
}

/** A backup that anybody can read: the file is the tar. */
export class PlainFile implements ArchiveFile {
  constructor(readonly path: string) {}

  async measure(): Promise<{ readonly size: number; readonly isWhole: boolean }> {
    try {
      return { size: (await stat(this.path)).size, isWhole: true }
    } catch (thrown) {
      throw toCairnError(thrown)
    }
  }

  async read(at: number, size: number): Promise<Buffer> {
    const file = await open(this.path, 'r')
    try {
      const bytes = Buffer.alloc(size)
      for (let read = 0; read < size;) {
        const { bytesRead } = await file.read(bytes, read, size - read, at + read)
        if (bytesRead === 0) return bytes.subarray(0, read)
        read += bytesRead
      }
      return bytes
    } finally {
      await file.close()
    }
  }

  stream(start = 0, end = Infinity): Readable {
    // The end of a range is a part of it, so there is none without a byte.
    if (end <= start) return Readable.from([])
    return createReadStream(this.path, { start, end: end - 1, highWaterMark: pieceBytes })
  }

  writer(at: number): ReturnType<ArchiveFile['writer']> {
    return Promise.resolve({ through: undefined, target: targetAt(this.path, at) })
  }

  async cutAt(at: number): Promise<void> {
    await truncate(this.path, at)
  }

  async closeAt(at: number): Promise<void> {
    await truncate(this.path, at)
    await truncate(this.path, at + endBytes)
  }

  beside(path: string): PlainFile {
    return new PlainFile(path)
  }

  forget(): void {
    // Nothing of it is secret.
  }
}

/** Writes into a file from a place on; from the first one a new file. */
export function targetAt(path: string, at: number): FileTarget {
  const flags = at === 0 ? 'w' : 'r+'
  return createWriteStream(path, { flags, start: at, mode: 0o600, highWaterMark: pieceBytes })
}
