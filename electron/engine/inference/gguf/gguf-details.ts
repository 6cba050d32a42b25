import type { ModelDetails } from '@shared/models/models'
import { readGgufHeader, type GgufHeader } from './gguf-header'
import { unusableGguf } from './gguf-reader'
import { fileTypeName, tensorTypeName } from './gguf-tensor-sizes'

/** Tokens of context that a model's need of memory is told for. */
export const usualContext = 8192

/** Tokens that llama.cpp reads at once; its buffers grow with them. */
const batch = 512

/** They make vectors, read pictures or turn speech into tokens, and answer nothing. */
const noLanguageModel =
  /^(?:bert|modern-bert|nomic-bert|neo-bert|jina-bert|t5encoder|clip|wavtokenizer|gemma-embedding)/u

/**
 * Says what a GGUF file holds without loading it: no native code reads it. Throws CairnError MODEL_UNUSABLE where it is
 * no whole language model, FILE_VANISHED, PERMISSION_DENIED.
 */
export function inspectGguf(path: string): ModelDetails {
  return detailsOf(checkedHeader(path))
}

/** The header of a file that is one whole language model. */
export function checkedHeader(path: string): GgufHeader {
  const header = readGgufHeader(path)
  const { metadata } = header
  const parts = numberOf(header, 'split.count')
  if (parts !== null && parts > 1)
    throw unusableGguf(`It is one part of a model in ${parts} files; Cairn reads models that are one file.`)
  const architecture = textOf(header, 'general.architecture')
  const type = textOf(header, 'general.type')
  if (architecture === null || noLanguageModel.test(architecture) || (type !== null && type !== 'model'))
    throw unusableGguf('The file holds no language model that could answer.')
  if (!metadata.has('tokenizer.ggml.tokens'))
    throw unusableGguf('The file has no tokenizer: it is a part of a model only.')
  if (header.tensors.length === 0) throw unusableGguf('The file has no weights: it is a vocabulary only.')
  return header
}

export function detailsOf(header: GgufHeader): ModelDetails {
  const architecture = textOf(header, 'general.architecture')
  const contextLength = architectureNumber(header, 'context_length')
  const template = textOf(header, 'tokenizer.chat_template')
  return {
    architecture,
    parameters: header.tensors.reduce((sum, { weights }) => sum + weights, 0),
    quantization: fileTypeName(numberOf(header, 'general.file_type') ?? -1) ?? mostWeightsType(header),
    context_length: contextLength !== null && contextLength >= 1 ? Math.floor(contextLength) : null,
    dimensions: null,
    has_chat_template: template !== null && template.trim() !== '',
    memory_bytes: memoryNeed(header, Math.min(contextLength ?? usualContext, usualContext)),
  }
}

/**
 * Bytes a model takes with a context of that many tokens: its weights, keys and values at 16 bits of every layer, and the
 * buffers one batch is computed in. Too much for models that keep less (sliding windows, compressed or no attention).
 */
export function memoryNeed(header: GgufHeader, contextLength: number): number {
  const weights = header.tensors.reduce((sum, { bytes }) => sum + bytes, 0)
  const layers = architectureNumber(header, 'block_count') ?? 0
  const width = architectureNumber(header, 'embedding_length') ?? 0
  const heads = architectureNumber(header, 'attention.head_count') ?? 1
  const keyLength = architectureNumber(header, 'attention.key_length') ?? width / Math.max(1, heads)
  const valueLength = architectureNumber(header, 'attention.value_length') ?? keyLength
  const cache = headsOfLayers(header, layers, heads) * (keyLength + valueLength) * contextLength * 2
  const tokens = header.metadata.get('tokenizer.ggml.tokens')
  const vocabulary = typeof tokens === 'object' ? tokens.length : 0
  const buffers = batch * (vocabulary + 16 * width) * 4
  return Math.ceil(weights + cache + buffers)
}

/** Heads that keep keys and values, of all layers together; some models give each layer its own number. */
function headsOfLayers(header: GgufHeader, layers: number, heads: number): number {
  const value = header.metadata.get(`${textOf(header, 'general.architecture') ?? ''}.attention.head_count_kv`)
  if (typeof value === 'object') return value.numbers.reduce((sum, count) => sum + count, 0)
  return layers * (typeof value === 'number' ? value : heads)
}

function mostWeightsType(header: GgufHeader): string | null {
  const weights = new Map<number, number>()
  for (const tensor of header.tensors) weights.set(tensor.type, (weights.get(tensor.type) ?? 0) + tensor.weights)
  const [most] = [...weights].toSorted(([, a], [, b]) => b - a)
  return most ? tensorTypeName(most[0]) : null
}

function textOf(header: GgufHeader, key: string): string | null {
  const value = header.metadata.get(key)
  return typeof value === 'string' ? value : null
}

function numberOf(header: GgufHeader, key: string): number | null {
  const value = header.metadata.get(key)
  if (typeof value === 'object') return Math.max(0, ...value.numbers)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function architectureNumber(header: GgufHeader, key: string): number | null {
  return numberOf(header, `${textOf(header, 'general.architecture') ?? ''}.${key}`)
}
