import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TextTokenizer } from '@engine/inference/onnx/tokenizer'
import { onnxFiles, type OnnxNode } from './onnx-file'
import { tokenizerJson, wordPieces } from './word-pieces'

export interface TinyReaderOptions {
  /** What it takes for an answer wherever it reads it, in any language. */
  readonly answers: readonly string[]
  readonly maxLength?: number
  /** Names of its two outputs, for one that is no reader. */
  readonly outputs?: readonly [string, string]
}

/** Logits of an answer's first token as its start and its last one as its end, of any other token, and of the first of all. */
export const readerLogits = { answer: 5, other: -6, none: 0 }

/**
 * Writes a reader laid out as Hugging Face does. Its logits are looked up by token, whatever the question: a known answer
 * has 10 where there being none has 0, half an answer has -1, and anything else -12.
 */
export async function writeTinyReader(folder: string, options: TinyReaderOptions): Promise<void> {
  const { answers, maxLength = 512, outputs = ['start_logits', 'end_logits'] } = options
  const { pieces } = wordPieces(64)
  const files: Record<string, unknown> = {
    'config.json': {
      _name_or_path: 'cairn/tiny-reader',
      architectures: ['BertForQuestionAnswering'],
      model_type: 'bert',
      max_position_embeddings: maxLength,
      pad_token_id: 0,
    },
    'tokenizer.json': tokenizerJson(pieces),
    'tokenizer_config.json': { tokenizer_class: 'BertTokenizer', model_max_length: maxLength },
  }
  await mkdir(join(folder, 'onnx'), { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content))
  const tokenizer = await TextTokenizer.open(folder, {})
  const ids = answers.map((answer) => tokenizer.inner(answer, answer.length))
  const table = (known: readonly (number | undefined)[]) => {
    const logits = new Float32Array(pieces.length).fill(readerLogits.other)
    logits[tokenizer.idOf('[CLS]') ?? 0] = readerLogits.none
    for (const id of known) if (id !== undefined) logits[id] = readerLogits.answer
    return logits
  }
  const lookUp = (name: string, output: string): OnnxNode => ({ op: 'Gather', inputs: [name, 'input_ids'], output })
  const input = (name: string) => ({ name, type: 'int64', dimensions: ['batch', 'sequence'] }) as const
  const { model } = onnxFiles({
    nodes: [lookUp('starts', outputs[0]), lookUp('ends', outputs[1])],
    inputs: ['input_ids', 'attention_mask'].map(input),
    outputs: outputs.map((name) => ({ name, type: 'float32', dimensions: ['batch', 'sequence'] }) as const),
    tensors: [
      { name: 'starts', dimensions: [pieces.length], data: table(ids.map((of) => of[0])) },
      { name: 'ends', dimensions: [pieces.length], data: table(ids.map((of) => of.at(-1))) },
    ],
  })
  await writeFile(join(folder, 'onnx/model.onnx'), model)
}
