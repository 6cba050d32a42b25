import type { FileHandle } from 'node:fs/promises'
import { unusable } from '../onnx-errors'

/** A field of a protobuf message; `start` and `end` bound its bytes in the file. `value`: of an integer, else 0. */
export interface ProtobufField {
  readonly number: number
  readonly kind: 'integer' | 'bytes' | 'fixed'
  readonly start: number
  readonly end: number
  readonly value: number
}

const windowBytes = 65_536
const maxTextBytes = 65_536

/** Walks a protobuf file without loading it (protobuf.dev/programming-guides/encoding). Throws MODEL_UNUSABLE. */
export class ProtobufReader {
  #window: Buffer = Buffer.alloc(0)
  #windowStart = 0

  constructor(
    private readonly file: FileHandle,
    private readonly size: number,
    /** The file's, for error messages. */
    private readonly name: string,
  ) {}

  /** The fields of the message that lies from `start` to `end`. */
  async *fields(start: number, end: number): AsyncGenerator<ProtobufField> {
    let at = start
    while (at < end) {
      const [tag, after] = await this.#varint(at, end)
      const number = Math.floor(tag / 8)
      const wire = tag % 8
      if (number === 0) throw this.#damaged()
      if (wire === 0) {
        const [value, next] = await this.#varint(after, end)
        yield { number, kind: 'integer', start: after, end: next, value }
        at = next
      } else if (wire === 2) {
        const [length, first] = await this.#varint(after, end)
        if (first + length > end) throw this.#damaged()
        yield { number, kind: 'bytes', start: first, end: first + length, value: 0 }
        at = first + length
      } else if (wire === 1 || wire === 5) {
        at = after + (wire === 1 ? 8 : 4)
        if (at > end) throw this.#damaged()
        yield { number, kind: 'fixed', start: after, end: at, value: 0 }
      } else throw this.#damaged()
    }
  }

  async text({ start, end }: ProtobufField): Promise<string> {
    if (end - start > maxTextBytes) throw this.#damaged()
    return (await this.#bytes(start, end - start)).toString('utf8')
  }

  /** A repeated integer, packed or one of several. */
  async integers(field: ProtobufField): Promise<number[]> {
    if (field.kind === 'integer') return [field.value]
    const values: number[] = []
    for (let at = field.start; at < field.end;) {
      const [value, next] = await this.#varint(at, field.end)
      values.push(value)
      at = next
    }
    return values
  }

  async #varint(start: number, end: number): Promise<[value: number, next: number]> {
    const bytes = await this.#bytes(start, Math.min(10, end - start))
    let value = 0
    for (const [at, byte] of bytes.entries()) {
      value += (byte & 127) * 2 ** (7 * at)
      if (byte < 128) return [value, start + at + 1]
    }
    throw this.#damaged()
  }

  async #bytes(start: number, length: number): Promise<Buffer> {
    if (start + length > this.size) throw this.#damaged()
    if (start < this.#windowStart || start + length > this.#windowStart + this.#window.length) {
      const window = Buffer.alloc(Math.min(windowBytes, this.size - start))
      const { bytesRead } = await this.file.read(window, 0, window.length, start)
      this.#window = window.subarray(0, bytesRead)
      this.#windowStart = start
      if (bytesRead < length) throw this.#damaged()
    }
    return this.#window.subarray(start - this.#windowStart, start - this.#windowStart + length)
  }

  #damaged() {
    return unusable(`${this.name} is cut off, or not an ONNX model.`)
  }
}
