import { writeFile } from 'node:fs/promises'
import { ggufFile, type GgufTensor, type GgufValue } from './gguf/gguf-file'
import { mulberry32 } from '@shared/hash'
import { normalNumbers } from './random'
import { scriptedWeights } from './gguf/scripted-weights'
import { scriptPieces } from './gguf/script-pieces'
import { endToken, tinyVocabulary } from './tiny-vocabulary'

export interface TinyGgufOptions {
  readonly name?: string
  /** Tokens; every byte of a prompt is one. */
  readonly contextLength?: number
  /** Jinja; without it the file says nothing of how a conversation is written. */
  readonly chatTemplate?: string
  /** What it says to any prompt. Without it its weights, and so its words, are random. */
  readonly script?: string
  /** What it says when a grammar lets it begin with `{` only: one JSON object, written as the grammar writes it. */
  readonly json?: string
  /** Says the script again and again, for ever. */
  readonly loop?: boolean
  /** More of both make a token cost as much time as a larger model's; what it says stays the same. */
  readonly layers?: number
  readonly feedForward?: number
  readonly seed?: number
}

/** As Qwen and others write a conversation. */
export const chatMlTemplate =
  "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}" +
  "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"

const heads = 4
const usual = { layers: 2, feedForward: 64 }

/**
 * Writes a llama model of one or two megabytes that llama.cpp runs on any machine, hundreds of tokens a second: a scripted
 * one, or a random one. Its vocabulary is every byte, so any text goes in and any grammar can be kept.
 */
export async function writeTinyGguf(path: string, options: TinyGgufOptions = {}): Promise<void> {
  await writeFile(path, tinyGguf(options))
}

export function tinyGguf(options: TinyGgufOptions = {}): Buffer {
  const { layers, feedForward } = { ...usual, ...options }
  const random = mulberry32(options.seed ?? 42)
  const taken = new Set(Array.from({ length: 128 }, (_, byte) => String.fromCharCode(byte)).concat('th'))
  const script = options.script === undefined ? [] : scriptPieces(options.script, taken)
  const json = (options.json ?? '').slice(1)
  const jsonPieces = json === '' ? [] : scriptPieces(json, new Set([...taken, ...script]), true)
  const vocabulary = tinyVocabulary([...script, ...jsonPieces])
  const size = vocabulary.tokens.length
  const scripted =
    options.script === undefined
      ? null
      : scriptedWeights(size, vocabulary.firstPiece, script.length, jsonPieces.length, options.loop ?? false, random)
  const width = scripted?.width ?? 64
  const noise = (name: string, ...dimensions: number[]): GgufTensor => {
    const count = dimensions.reduce((product, dimension) => product * dimension, 1)
    return { name, dimensions, data: normalNumbers(count, 0.1, random) }
  }
  const filled = (name: string, value: number, ...dimensions: number[]): GgufTensor => {
    const count = dimensions.reduce((product, dimension) => product * dimension, 1)
    return { name, dimensions, data: new Float32Array(count).fill(value) }
  }
  /** What writes into the residual stream: nothing in a scripted model, whose stream is the last token alone. */
  const writes = scripted ? (name: string, ...d: number[]) => filled(name, 0, ...d) : noise
  const tensors: GgufTensor[] = [
    scripted
      ? { name: 'token_embd.weight', dimensions: [width, size], data: scripted.embeddings }
      : noise('token_embd.weight', width, size),
  ]
  for (let layer = 0; layer < layers; layer += 1) {
    const block = `blk.${layer}`
    tensors.push(
      filled(`${block}.attn_norm.weight`, 1, width),
      noise(`${block}.attn_q.weight`, width, width),
      noise(`${block}.attn_k.weight`, width, width / heads),
      noise(`${block}.attn_v.weight`, width, width / heads),
      writes(`${block}.attn_output.weight`, width, width),
      filled(`${block}.ffn_norm.weight`, 1, width),
      noise(`${block}.ffn_gate.weight`, width, feedForward),
      noise(`${block}.ffn_up.weight`, width, feedForward),
      writes(`${block}.ffn_down.weight`, feedForward, width),
    )
  }
  tensors.push(
    filled('output_norm.weight', 1, width),
    scripted
      ? { name: 'output.weight', dimensions: [width, size], data: scripted.output }
      : noise('output.weight', width, size),
  )
  return ggufFile(head(options, width, vocabulary), tensors)
}

function head(
  options: TinyGgufOptions,
  width: number,
  vocabulary: ReturnType<typeof tinyVocabulary>,
): Map<string, GgufValue> {
  const { layers, feedForward } = { ...usual, ...options }
  const number = (value: number): GgufValue => ({ type: 'uint32', value })
  const text = (value: string): GgufValue => ({ type: 'string', value })
  const values: [string, GgufValue][] = [
    ['general.architecture', text('llama')],
    ['general.name', text(options.name ?? (options.script === undefined ? 'Tiny random' : 'Tiny scripted'))],
    ['general.file_type', number(0)],
    ['llama.context_length', number(options.contextLength ?? 16_384)],
    ['llama.embedding_length', number(width)],
    ['llama.block_count', number(layers)],
    ['llama.feed_forward_length', number(feedForward)],
    ['llama.attention.head_count', number(heads)],
    ['llama.attention.head_count_kv', number(1)],
    ['llama.attention.layer_norm_rms_epsilon', { type: 'float32', value: 1e-5 }],
    ['llama.rope.dimension_count', number(width / heads)],
    ['llama.vocab_size', number(vocabulary.tokens.length)],
    ['tokenizer.ggml.model', text('gpt2')],
    ['tokenizer.ggml.pre', text('gpt-2')],
    ['tokenizer.ggml.tokens', { type: 'strings', value: vocabulary.tokens }],
    ['tokenizer.ggml.token_type', { type: 'int32s', value: vocabulary.types }],
    ['tokenizer.ggml.merges', { type: 'strings', value: vocabulary.merges }],
    ['tokenizer.ggml.bos_token_id', number(0)],
    ['tokenizer.ggml.eos_token_id', number(endToken)],
    ['tokenizer.ggml.unknown_token_id', number(2)],
  ]
  if (options.chatTemplate !== undefined) values.push(['tokenizer.chat_template', text(options.chatTemplate)])
  return new Map(values)
}
