import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onnxFiles, type OnnxNode } from './onnx-file'
import { tokenizerJson, wordPieces, type WordPieces } from './word-pieces'

export interface TinyCrossEncoderOptions {
  readonly name?: string
  readonly dimensions?: number
  readonly maxLength?: number
  /** Two makes it a classifier of "not" and "relevant". */
  readonly labels?: 1 | 2
}

/** The logit is `scale` times the share of the question found in the passage, plus `offset`. */
export const crossEncoderLogit = { scale: 10, offset: -4 }

/**
 * Writes a reranker laid out as Hugging Face does. Its logit grows with how much of the question the passage holds: for
 * each token of segment 0 the best dot product with one of segment 1 (or 0), summed, over the squared lengths of all.
 */
export async function writeTinyCrossEncoder(
  folder: string,
  options: TinyCrossEncoderOptions = {},
): Promise<WordPieces> {
  const { dimensions = 64, maxLength = 256, labels = 1 } = options
  const words = wordPieces(dimensions, 0)
  const nodes: OnnxNode[] = []
  const step = (op: string, output: string, ...inputs: string[]) => void nodes.push({ op, inputs, output })
  const float = (input: string, output: string) =>
    void nodes.push({ op: 'Cast', inputs: [input], output, integers: { to: 1 } })
  const sum = (input: string, axis: string, output: string, keepdims: number) =>
    void nodes.push({ op: 'ReduceSum', inputs: [input, axis], output, integers: { keepdims } })
  step('Gather', 'x', 'embeddings', 'input_ids')
  float('attention_mask', 'mask')
  float('token_type_ids', 'type')
  step('Sub', 'not_type', 'one_float', 'type')
  for (const [segment, of] of [
    ['question', 'not_type'],
    ['passage', 'type'],
  ] as const) {
    step('Mul', `${segment}_flat`, 'mask', of)
    step('Unsqueeze', `${segment}_mask`, `${segment}_flat`, 'two')
    step('Mul', segment, 'x', `${segment}_mask`)
  }
  nodes.push({ op: 'Transpose', inputs: ['passage'], output: 'turned', integers: { perm: [0, 2, 1] } })
  step('MatMul', 'products', 'question', 'turned')
  nodes.push({ op: 'ReduceMax', inputs: ['products'], output: 'best', integers: { axes: [2], keepdims: 0 } })
  step('Relu', 'found', 'best')
  sum('found', 'one', 'hits', 1)
  step('Mul', 'squares', 'question', 'question')
  sum('squares', 'two', 'lengths', 0)
  sum('lengths', 'one', 'all', 1)
  step('Add', 'some', 'all', 'little')
  step('Div', 'share', 'hits', 'some')
  step('Mul', 'scaled', 'share', 'scale')
  step('Add', labels === 1 ? 'logits' : 'logit', 'scaled', 'offset')
  if (labels === 2) {
    step('Sub', 'no', 'logit', 'logit')
    nodes.push({ op: 'Concat', inputs: ['no', 'logit'], output: 'logits', integers: { axis: 1 } })
  }
  const input = (name: string) => ({ name, type: 'int64', dimensions: ['batch', 'sequence'] }) as const
  const { model } = onnxFiles({
    nodes,
    inputs: ['input_ids', 'attention_mask', 'token_type_ids'].map(input),
    outputs: [{ name: 'logits', type: 'float32', dimensions: ['batch', labels] }],
    tensors: [
      { name: 'embeddings', dimensions: [words.pieces.length, dimensions], data: words.embeddings },
      { name: 'one', dimensions: [1], data: BigInt64Array.of(1n) },
      { name: 'two', dimensions: [1], data: BigInt64Array.of(2n) },
      { name: 'one_float', dimensions: [1], data: Float32Array.of(1) },
      { name: 'little', dimensions: [1], data: Float32Array.of(1e-6) },
      { name: 'scale', dimensions: [1], data: Float32Array.of(crossEncoderLogit.scale) },
      { name: 'offset', dimensions: [1], data: Float32Array.of(crossEncoderLogit.offset) },
    ],
  })
  const files: Record<string, unknown> = {
    'config.json': {
      _name_or_path: options.name ?? 'cairn/tiny-cross-encoder',
      architectures: ['BertForSequenceClassification'],
      model_type: 'bert',
      max_position_embeddings: maxLength,
      num_labels: labels,
      pad_token_id: 0,
    },
    'tokenizer.json': tokenizerJson(words.pieces),
    'tokenizer_config.json': { tokenizer_class: 'BertTokenizer', model_max_length: maxLength },
  }
  await mkdir(join(folder, 'onnx'), { recursive: true })
  await writeFile(join(folder, 'onnx/model.onnx'), model)
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content))
  return words
}
