import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelDetails, ModelKind } from '@shared/models/models'
import { readEmbedderFiles, type EmbedderFiles } from './embedder-files'
import { readOnnxConfig, type OnnxConfig } from './onnx-config'
import { unusable } from './onnx-errors'
import type { OnnxGraph, OnnxPort } from './model-file/onnx-graph'
import { findOnnxFile, readOnnxFile, type OnnxModelFile } from './model-file/onnx-model-file'
import { findStaticFile, readStaticFile, staticDetails } from '../static-embedding/static-file'
import { TextTokenizer } from './tokenizer'

type OnnxKind = Exclude<ModelKind, 'language'>

export interface InspectedFolder {
  readonly kind: OnnxKind
  readonly format: 'onnx' | 'static'
  readonly details: ModelDetails
}

/** ONNX Runtime's own, and what it works with. */
const runtimeBytes = 60_000_000
const float32 = 1
/** ONNX's numbers of element types. */
const elementNames: Readonly<Record<number, string>> = {
  1: 'float32',
  2: 'int8',
  3: 'int8',
  10: 'float16',
  11: 'float64',
  16: 'bfloat16',
}

/**
 * What the files of an ONNX or static model say, without loading it. `added` is what it was added as, by its config.json or
 * the catalogue. Throws MODEL_UNUSABLE naming what is missing or wrong, PERMISSION_DENIED.
 */
export async function inspectModelFolder(folder: string, added?: ModelKind): Promise<InspectedFolder> {
  const staticFile = await findStaticFile(folder)
  if (staticFile !== null) {
    const details = staticDetails(await readStaticFile(folder, staticFile))
    return { kind: 'embedder', format: 'static', details }
  }
  const read = await readOnnxFolder(folder)
  if (added === 'reader' && read.kind !== 'reader') throw noReader(read)
  return { kind: read.kind, format: 'onnx', details: onnxDetails(read) }
}

export function onnxDetails({ file, config, kind, output, embedder }: OnnxFolder): ModelDetails {
  const declared = output.shape.at(-1) ?? embedder.dimensions ?? config.hiddenSize
  return {
    architecture: config.architecture,
    ...weightsOf(file),
    context_length: config.maxLength,
    dimensions: kind === 'embedder' ? declared : null,
    has_chat_template: false,
    memory_bytes: Math.round(file.bytes * 1.5) + runtimeBytes,
  }
}

export interface OnnxFolder {
  readonly file: OnnxModelFile
  readonly config: OnnxConfig
  readonly tokenizer: TextTokenizer
  readonly kind: OnnxKind
  /** The output to read; of a reader the first of two. */
  readonly output: OnnxPort
  readonly padId: number
  /** For other kinds only the defaults, which they do not use. */
  readonly embedder: EmbedderFiles
}

/** Everything about an ONNX model but its weights. Throws MODEL_UNUSABLE. */
export async function readOnnxFolder(folder: string): Promise<OnnxFolder> {
  const name = await findOnnxFile(folder)
  if (name === null) throw nothingToRun(folder)
  const file = await readOnnxFile(folder, name)
  checkInputs(file.graph)
  const config = await readOnnxConfig(folder)
  const tokenizer = await TextTokenizer.open(folder, config.tokenizerConfig)
  const embedder = await readEmbedderFiles(folder, config.name)
  const { kind, output } = purposeOf(file.graph.outputs)
  if (kind === 'embedder' && embedder.layersBehind.length > 0 && !isPooled(output)) {
    const layers = embedder.layersBehind.join(', ')
    throw unusable(`The model needs layers its ONNX file does not hold (${layers}).`, 'Choose another model.')
  }
  const padId = config.padId ?? (config.padToken === null ? null : tokenizer.idOf(config.padToken)) ?? 0
  return { file, config, tokenizer, kind, output, padId, embedder }
}

/** Outputs by the names that exporters give them, the best first; each with how many dimensions it has. */
const vectorOutputs = [
  'sentence_embedding',
  'last_hidden_state',
  'token_embeddings',
  'text_embeds',
  'embeddings',
  'dense_vecs',
]
const scoreOutputs = ['logits', 'probabilities', 'scores', 'score']

/** Of a reader: a number for each token, as the start of an answer and as its end. */
const startLogits = 'start_logits'
export const endLogits = 'end_logits'

function purposeOf(outputs: readonly OnnxPort[]): Pick<OnnxFolder, 'kind' | 'output'> {
  const named = (names: readonly string[]) =>
    names.flatMap((name) => outputs.filter((output) => output.name === name))[0]
  const starts = named([startLogits])
  if (starts && named([endLogits])) return { kind: 'reader', output: starts }
  const vectors = named(vectorOutputs)
  if (vectors) return { kind: 'embedder', output: vectors }
  const scores = named(scoreOutputs)
  const width = scores?.shape.at(-1) ?? null
  if (scores && scores.shape.length <= 2 && (width === null || width <= 2)) return { kind: 'reranker', output: scores }
  const only = outputs.length === 1 ? outputs[0] : undefined
  if (!scores && only && (only.shape.length === 3 || isPooled(only))) return { kind: 'embedder', output: only }
  const names = outputs.map((output) => output.name).slice(0, 5)
  throw unusable(
    `The model neither makes vectors of texts, nor scores them, nor finds answers in them; its outputs are ${names.join(', ')}.`,
    'Choose an embedder, a reranker or a reader.',
  )
}

export function isPooled(output: OnnxPort): boolean {
  return output.shape.length === 2
}

function weightsOf({ graph }: OnnxModelFile): Pick<ModelDetails, 'parameters' | 'quantization'> {
  let parameters = 0
  let most = float32
  for (const [type, count] of graph.weights) {
    if (!Object.hasOwn(elementNames, type)) continue
    parameters += graph.fourBits && type === 2 ? count * 2 : count
    if (count > (graph.weights.get(most) ?? 0)) most = type
  }
  return { parameters, quantization: graph.fourBits ? 'int4' : (elementNames[most] ?? null) }
}

function noReader({ file }: OnnxFolder) {
  const names = file.graph.outputs.map(({ name }) => name).slice(0, 5)
  return unusable(
    `The model finds no answers in passages: that takes the outputs ${startLogits} and ${endLogits}, and it has ${names.join(', ')}.`,
    'Choose an ONNX model that was exported for question answering.',
  )
}

function nothingToRun(folder: string) {
  if (['model.safetensors', 'pytorch_model.bin'].some((name) => existsSync(join(folder, name)))) {
    return unusable(
      'The folder holds a model for PyTorch, which Cairn cannot run.',
      'Look for its ONNX files; they are often in a folder "onnx" beside it.',
    )
  }
  return unusable(
    'The folder holds no ONNX model and no static one.',
    'Add model.onnx, tokenizer.json and config.json together.',
  )
}

const knownInputs = new Set(['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'])

/** Throws MODEL_UNUSABLE where the ONNX model has an input that a tokenizer does not produce. */
function checkInputs({ inputs }: OnnxGraph): void {
  const unknown = inputs.map((input) => input.name).filter((name) => !knownInputs.has(name))
  if (unknown.length > 0) {
    throw unusable(
      `The model wants inputs Cairn cannot give (${unknown.slice(0, 5).join(', ')}).`,
      'Choose another model.',
    )
  }
  if (!inputs.some((input) => input.name === 'input_ids')) {
    throw unusable('The model does not read text: it has no input "input_ids".', 'Choose another model.')
  }
}
