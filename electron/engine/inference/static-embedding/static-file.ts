import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelDetails } from '@shared/models/models'
import { z } from 'zod'
import { readModelJson, readOnnxConfig } from '../onnx/onnx-config'
import { unusable } from '../onnx/onnx-errors'
import { readSafetensors, type Safetensors } from './safetensors'
import { TextTokenizer } from '../onnx/tokenizer'

const Config = z.looseObject({ normalize: z.boolean().nullish() })

/** Folders that may hold a static model, and names of its table, by model2vec and by sentence-transformers. */
const folders = ['', '0_StaticEmbedding']
const tables = ['embeddings', 'embedding.weight']

export interface StaticFile {
  readonly path: string
  readonly tensors: Safetensors
  /** Name of the table [rows, dimensions]. */
  readonly table: string
  readonly rows: number
  readonly dimensions: number
  /** The name of the number type, like `float32`. */
  readonly type: string
  /** Tokens that are read of a text. The rest is ignored. */
  readonly maxLength: number
  readonly tokenizer: TextTokenizer
}

/** As model2vec does. */
const usualLength = 512

/** The folder within `folder` that holds a static model, relative; null where there is none. */
export async function findStaticFile(folder: string): Promise<string | null> {
  for (const sub of folders) {
    const path = join(folder, sub, 'model.safetensors')
    if (!existsSync(path)) continue
    const declared = await readModelJson(join(folder, sub), 'config.json', z.looseObject({ model_type: z.unknown() }))
    if (declared?.model_type === 'model2vec' || sub !== '') return sub
    const tensors = await readSafetensors(path, 'model.safetensors')
    if (tables.some((table) => tensors.entries.has(table))) return sub
  }
  return null
}

/** Throws MODEL_UNUSABLE. */
export async function readStaticFile(folder: string, sub: string): Promise<StaticFile> {
  const inner = join(folder, sub)
  const path = join(inner, 'model.safetensors')
  const tensors = await readSafetensors(path, 'model.safetensors')
  const table = tables.find((name) => tensors.entries.has(name))
  const entry = table === undefined ? undefined : tensors.entries.get(table)
  const [rows, dimensions, more] = entry?.shape ?? []
  if (table === undefined || !entry || !rows || !dimensions || more !== undefined) {
    throw unusable('The static model holds no table of vectors.')
  }
  const { tokenizerConfig } = await readOnnxConfig(inner)
  await readModelJson(inner, 'config.json', Config)
  const tokenizer = await TextTokenizer.open(inner, tokenizerConfig)
  const names: Readonly<Record<string, string>> = { F32: 'float32', F16: 'float16', BF16: 'bfloat16', I8: 'int8' }
  const type = names[entry.dtype] ?? entry.dtype
  return { path, tensors, table, rows, dimensions, type, maxLength: usualLength, tokenizer }
}

export function staticDetails({ rows, dimensions, type, maxLength }: StaticFile): ModelDetails {
  return {
    architecture: 'model2vec',
    parameters: rows * dimensions,
    quantization: type,
    context_length: maxLength,
    dimensions,
    has_chat_template: false,
    memory_bytes: rows * dimensions * 4,
  }
}
