/** A value of a GGUF file's head. */
export type GgufValue =
  | { readonly type: 'uint32' | 'float32'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'strings'; readonly value: readonly string[] }
  | { readonly type: 'int32s'; readonly value: readonly number[] }

/** Dimensions as GGUF has them: the fastest-running one first. */
export interface GgufTensor {
  readonly name: string
  readonly dimensions: readonly number[]
  readonly data: Float32Array
}

const alignment = 32
const types = { uint32: 4, int32: 5, float32: 6, string: 8, array: 9 }

/** A whole GGUF file, version 3, of 32-bit floats (github.com/ggml-org/ggml, docs/gguf.md). */
export function ggufFile(head: ReadonlyMap<string, GgufValue>, tensors: readonly GgufTensor[]): Buffer {
  const parts = [Buffer.from('GGUF'), uint32(3), uint64(tensors.length), uint64(head.size)]
  for (const [key, value] of head) parts.push(text(key), encode(value))
  let offset = 0
  for (const { name, dimensions, data } of tensors) {
    parts.push(text(name), uint32(dimensions.length), ...dimensions.map(uint64), uint32(0), uint64(offset))
    offset += padded(data.byteLength)
  }
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  parts.push(Buffer.alloc(padded(length) - length))
  for (const { data } of tensors) {
    parts.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
    parts.push(Buffer.alloc(padded(data.byteLength) - data.byteLength))
  }
  return Buffer.concat(parts)
}

function encode(value: GgufValue): Buffer {
  switch (value.type) {
    case 'uint32':
      return Buffer.concat([uint32(types.uint32), uint32(value.value)])
    case 'float32': {
      const bytes = Buffer.alloc(4)
      bytes.writeFloatLE(value.value)
      return Buffer.concat([uint32(types.float32), bytes])
    }
    case 'string':
      return Buffer.concat([uint32(types.string), text(value.value)])
    case 'strings':
      return array(types.string, value.value.map(text))
    case 'int32s':
      return array(types.int32, value.value.map(uint32))
  }
}

function array(type: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([uint32(types.array), uint32(type), uint64(items.length), ...items])
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([uint64(bytes.length), bytes])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function padded(length: number): number {
  return Math.ceil(length / alignment) * alignment
}
