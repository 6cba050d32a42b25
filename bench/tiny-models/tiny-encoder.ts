import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { onnxFiles, type OnnxNode, type OnnxPort, type OnnxTensor } from './onnx-file'
import { mulberry32 } from '@shared/hash'
import { normalNumbers } from './random'
import { tokenizerJson, wordPieces } from './word-pieces'

export interface TinyEncoderOptions {
  readonly name?: string
  /** Where in the folder the model lies. */
  readonly file?: string
  readonly dimensions?: number
  /** Longest input in tokens. */
  readonly maxLength?: number
  /** What the folder says of pooling; null says nothing. */
  readonly pooling?: 'mean' | 'cls' | 'max' | 'lasttoken' | null
  /** Whether the graph pools by itself (mean) and gives `sentence_embedding`. */
  readonly pooled?: boolean
  readonly prompts?: Readonly<Record<string, string>>
  readonly normalize?: boolean
  readonly tokenTypes?: boolean
  /** Weights as 8-bit integers and a scale. */
  readonly int8?: boolean
  /** Weights in a file of their own beside the model. */
  readonly externalData?: boolean
  /** A fault put in: numbers that are not numbers, or an input nobody knows. */
  readonly fault?: 'nan' | 'unknown-input'
  readonly seed?: number
}

/** What was written, before any rounding to 8 bits; matrices are row-major. */
export interface TinyEncoder {
  readonly pieces: readonly string[]
  readonly dimensions: number
  readonly maxLength: number
  readonly embeddings: Float32Array
  readonly positions: Float32Array
  readonly types: Float32Array
  readonly mixing: Float32Array
  readonly bias: Float32Array
}

/** Share of the text's mean, and of the mixed part, in each token's output. */
export const encoderShares = { mean: 1, mixed: 0.3 }

/**
 * Writes a sentence encoder laid out as sentence-transformers does: per token x = word + position (+ type), m the mean of x
 * over the text, and out = x + m + 0.3 tanh((x + m) W + b). Words have fixed random directions, so texts that share words
 * have similar vectors. About 1.5 MB with 64 dimensions.
 */
export async function writeTinyEncoder(folder: string, options: TinyEncoderOptions = {}): Promise<TinyEncoder> {
  const encoder = tinyEncoder(options)
  const file = options.file ?? 'onnx/model.onnx'
  const external = options.externalData ? `${file.slice(file.lastIndexOf('/') + 1)}_data` : undefined
  const { model, external: data } = onnxFiles({ ...graph(encoder, options), external })
  const target = join(folder, file)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, model)
  if (external !== undefined) await writeFile(join(dirname(target), external), data)
  for (const [name, content] of Object.entries(sideFiles(encoder, options))) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), JSON.stringify(content))
  }
  return encoder
}

function tinyEncoder(options: TinyEncoderOptions): TinyEncoder {
  const { dimensions = 64, maxLength = 256 } = options
  const random = mulberry32(options.seed ?? 5)
  const mixing = normalNumbers(dimensions * dimensions, 1 / Math.sqrt(dimensions), random)
  if (options.fault === 'nan') mixing.fill(Number.NaN)
  return {
    ...wordPieces(dimensions),
    maxLength,
    positions: normalNumbers(maxLength * dimensions, 0.005, random),
    types: normalNumbers(2 * dimensions, 0.005, random),
    mixing,
    bias: normalNumbers(dimensions, 0.02, random),
  }
}

function graph(encoder: TinyEncoder, options: TinyEncoderOptions) {
  const { dimensions, maxLength, pieces } = encoder
  const tensors: OnnxTensor[] = [
    { name: 'bias', dimensions: [dimensions], data: encoder.bias },
    { name: 'share', dimensions: [1], data: Float32Array.of(encoderShares.mixed) },
    { name: 'zero', dimensions: [1], data: BigInt64Array.of(0n) },
    { name: 'one', dimensions: [1], data: BigInt64Array.of(1n) },
    { name: 'two', dimensions: [1], data: BigInt64Array.of(2n) },
  ]
  const nodes: OnnxNode[] = []
  const weights: [string, number, Float32Array][] = [
    ['embeddings', pieces.length, encoder.embeddings],
    ['positions', maxLength, encoder.positions],
    ['mixing', dimensions, encoder.mixing],
  ]
  if (options.tokenTypes) weights.push(['types', 2, encoder.types])
  for (const [name, rows, data] of weights) {
    if (!options.int8) {
      tensors.push({ name, dimensions: [rows, dimensions], data })
      continue
    }
    const scale = data.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) / 127
    tensors.push({
      name: `${name}_int8`,
      dimensions: [rows, dimensions],
      data: Int8Array.from(data, (v) => Math.round(v / scale)),
    })
    tensors.push({ name: `${name}_scale`, dimensions: [], data: Float32Array.of(scale) })
    nodes.push({ op: 'DequantizeLinear', inputs: [`${name}_int8`, `${name}_scale`], output: name })
  }
  const step = (op: string, output: string, ...inputs: string[]) => void nodes.push({ op, inputs, output })
  step('Gather', 'words', 'embeddings', 'input_ids')
  step('Shape', 'shape', 'input_ids')
  step('Slice', 'length', 'shape', 'one', 'two')
  step('Slice', 'places', 'positions', 'zero', 'length', 'zero')
  step('Add', options.tokenTypes ? 'placed' : 'x', 'words', 'places')
  if (options.tokenTypes) {
    step('Gather', 'typed', 'types', 'token_type_ids')
    step('Add', 'x', 'placed', 'typed')
  }
  nodes.push({ op: 'Cast', inputs: ['attention_mask'], output: 'mask', integers: { to: 1 } })
  step('Unsqueeze', 'mask3', 'mask', 'two')
  const mean = (of: string, output: string, keep: number) => {
    step('Mul', `${output}_masked`, of, 'mask3')
    nodes.push({
      op: 'ReduceSum',
      inputs: [`${output}_masked`, 'one'],
      output: `${output}_sum`,
      integers: { keepdims: keep },
    })
    nodes.push({ op: 'ReduceSum', inputs: ['mask3', 'one'], output: `${output}_count`, integers: { keepdims: keep } })
    step('Div', output, `${output}_sum`, `${output}_count`)
  }
  mean('x', 'mean', 1)
  step('Add', 'about', 'x', 'mean')
  step('MatMul', 'turned', 'about', 'mixing')
  step('Add', 'shifted', 'turned', 'bias')
  step('Tanh', 'bent', 'shifted')
  step('Mul', 'mixed', 'bent', 'share')
  step('Add', 'last_hidden_state', 'about', 'mixed')
  if (options.pooled) mean('last_hidden_state', 'sentence_embedding', 0)
  const input = (name: string): OnnxPort => ({ name, type: 'int64', dimensions: ['batch', 'sequence'] })
  const inputs = ['input_ids', 'attention_mask', ...(options.tokenTypes ? ['token_type_ids'] : [])].map(input)
  if (options.fault === 'unknown-input') inputs.push(input('pixel_values'))
  const outputs: OnnxPort[] = [
    options.pooled
      ? { name: 'sentence_embedding', type: 'float32', dimensions: ['batch', dimensions] }
      : { name: 'last_hidden_state', type: 'float32', dimensions: ['batch', 'sequence', dimensions] },
  ]
  return { nodes, inputs, outputs, tensors }
}

function sideFiles(encoder: TinyEncoder, options: TinyEncoderOptions): Record<string, unknown> {
  const { dimensions, maxLength, pieces } = encoder
  const { pooling = 'mean', prompts } = options
  const module = (idx: number, path: string, type: string) => ({
    idx,
    name: `${idx}`,
    path,
    type: `sentence_transformers.models.${type}`,
  })
  const files: Record<string, unknown> = {
    'config.json': {
      _name_or_path: options.name ?? 'cairn/tiny-encoder',
      architectures: ['BertModel'],
      model_type: 'bert',
      hidden_size: dimensions,
      max_position_embeddings: maxLength,
      pad_token_id: 0,
      vocab_size: pieces.length,
    },
    'tokenizer.json': tokenizerJson(pieces),
    'tokenizer_config.json': { tokenizer_class: 'BertTokenizer', model_max_length: 1e30, pad_token: '[PAD]' },
    'sentence_bert_config.json': { max_seq_length: maxLength, do_lower_case: false },
    'modules.json': [
      module(0, '', 'Transformer'),
      ...(pooling === null ? [] : [module(1, '1_Pooling', 'Pooling')]),
      ...(options.normalize === false ? [] : [module(2, '2_Normalize', 'Normalize')]),
    ],
  }
  if (pooling !== null) {
    const modes = ['cls_token', 'mean_tokens', 'max_tokens', 'mean_sqrt_len_tokens', 'weightedmean_tokens', 'lasttoken']
    files['1_Pooling/config.json'] = {
      word_embedding_dimension: dimensions,
      ...Object.fromEntries(
        modes.map((mode) => [
          `pooling_mode_${mode}`,
          mode === `${pooling}_token` || mode === `${pooling}_tokens` || mode === pooling,
        ]),
      ),
      include_prompt: true,
    }
  }
  if (prompts) files['config_sentence_transformers.json'] = { prompts, default_prompt_name: null }
  return files
}
