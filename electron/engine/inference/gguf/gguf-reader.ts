import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { CairnError } from '@shared/errors'

const windowBytes = 1 << 20

/** Says that a GGUF file cannot be used, and why. */
export function unusableGguf(why: string): CairnError {
  return new CairnError('MODEL_UNUSABLE', why, 'Get the file again from where it came from, or choose another model.')
}

/**
 * Reads little-endian values one after the other, never past the file's end: lengths in a file may be anything. Blocks,
 * which is no matter in the models' own process. Throws CairnError MODEL_UNUSABLE, and the system's errors.
 */
export class GgufReader {
  readonly bytes: number
  readonly #file: number
  #window = Buffer.alloc(0)
  #windowAt = 0
  #at = 0

  constructor(path: string) {
    this.#file = openSync(path, 'r')
    this.bytes = fstatSync(this.#file).size
  }

  close(): void {
    closeSync(this.#file)
  }

  /** Bytes from the file's beginning. */
  get at(): number {
    return this.#at
  }

  get left(): number {
    return this.bytes - this.#at
  }

  skip(bytes: number): void {
    if (bytes > this.left) throw cutShort()
    this.#at += bytes
  }

  u32(): number {
    return this.take(4).readUInt32LE()
  }

  /** Exact below 2^53, and nothing in a file that can be read is larger. */
  u64(): number {
    return Number(this.take(8).readBigUInt64LE())
  }

  text(most: number): string {
    const length = this.u64()
    if (length > this.left) throw cutShort()
    if (length > most) throw unusableGguf('Its header is damaged: a name in it is far too long.')
    return this.take(length).toString('utf8')
  }

  take(bytes: number): Buffer {
    if (bytes > this.left) throw cutShort()
    let from = this.#at - this.#windowAt
    if (from < 0 || from + bytes > this.#window.length) {
      const window = Buffer.alloc(Math.min(Math.max(windowBytes, bytes), this.left))
      const got = readSync(this.#file, window, 0, window.length, this.#at)
      if (got < bytes) throw cutShort()
      this.#window = window.subarray(0, got)
      this.#windowAt = this.#at
      from = 0
    }
    this.#at += bytes
    return this.#window.subarray(from, from + bytes)
  }
}

function cutShort(): CairnError {
  return unusableGguf('The file ends in the middle of its header: it is cut short or damaged.')
}
