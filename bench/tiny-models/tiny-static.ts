import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mulberry32 } from '@shared/hash'
import { normalNumbers } from './random'
import { tokenizerJson, wordPieces, type WordPieces } from './word-pieces'

export interface TinyStaticOptions {
  readonly dimensions?: number
  readonly normalize?: boolean
  /** Adds a weight per token and a table of rows, as models with a shrunken vocabulary have. */
  readonly mapped?: boolean
}

export interface TinyStatic extends WordPieces {
  /** Per piece; absent unless `mapped`. */
  readonly weights: Float32Array | null
}

/** Writes a static (lookup) embedder laid out as model2vec does. */
export async function writeTinyStatic(folder: string, options: TinyStaticOptions = {}): Promise<TinyStatic> {
  const words = wordPieces(options.dimensions ?? 64)
  const count = words.pieces.length
  const weights = options.mapped ? normalNumbers(count, 0.1, mulberry32(3)).map((value) => 1 + value) : null
  // Rows in the opposite order, so that a reader that ignores the table is found out.
  const rows = Int32Array.from({ length: count }, (_, token) => (options.mapped ? count - 1 - token : token))
  const embeddings = new Float32Array(words.embeddings.length)
  rows.forEach((row, token) => {
    const from = token * words.dimensions
    embeddings.set(words.embeddings.subarray(from, from + words.dimensions), row * words.dimensions)
  })
  const tensors: SafeTensor[] = [
    { name: 'embeddings', type: 'F32', shape: [count, words.dimensions], data: embeddings },
  ]
  if (weights) {
    tensors.push({ name: 'weights', type: 'F32', shape: [count], data: weights })
    tensors.push({ name: 'mapping', type: 'I32', shape: [count], data: rows })
  }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'model.safetensors'), safetensorsFile(tensors))
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizerJson(words.pieces)))
  const config = { model_type: 'model2vec', normalize: options.normalize ?? true, hidden_dim: words.dimensions }
  await writeFile(join(folder, 'config.json'), JSON.stringify(config))
  return { ...words, weights }
}

export interface SafeTensor {
  readonly name: string
  readonly type: 'F32' | 'F16' | 'I8' | 'I32' | 'BF16' | 'I64'
  readonly shape: readonly number[]
  readonly data: Float32Array | Uint16Array | Int8Array | Int32Array | BigInt64Array
}

/** A safetensors file (github.com/huggingface/safetensors): length of the head, head as JSON, numbers. */
export function safetensorsFile(tensors: readonly SafeTensor[]): Buffer {
  const head: Record<string, unknown> = {}
  const parts: Buffer[] = []
  let offset = 0
  for (const { name, type, shape, data } of tensors) {
    head[name] = { dtype: type, shape, data_offsets: [offset, offset + data.byteLength] }
    parts.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
    offset += data.byteLength
  }
  const json = JSON.stringify(head)
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 8) * 8))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  return Buffer.concat([length, text, ...parts])
}
