import type { LoadedEmbedder } from '../host/loaded-model'
import { isPooled, onnxDetails, readOnnxFolder } from './inspect-model-folder'
import { BatchBudget, lengthBatches } from './length-batches'
import { unusable } from './onnx-errors'
import { OnnxSession, type Output } from './onnx-session'
import type { OnnxPort } from './model-file/onnx-graph'
import { makeUnit } from '@engine/text/vectors'
import { poolRow, type RowSpan } from './pooling'
import type { LoadOptions } from '../host/protocol'
import { tokenizeAll } from './tokenizer'
import { cancelled } from '@engine/platform/deadline'

const maxRows = 64

/**
 * An ONNX embedder: a text's prefix and itself, cut to what the model reads, computed beside texts of like length, pooled,
 * made to unit length. A first run shows that it works and how long its vectors are. Throws MODEL_UNUSABLE,
 * MODEL_OUT_OF_MEMORY.
 *
 * Vectors do not depend on what else is in a batch, but for models whose activations are 8-bit too: those are scaled for
 * a batch as a whole, which moves them a little.
 */
export async function openOnnxEmbedder(
  folder: string,
  options: LoadOptions,
  now: () => number = () => performance.now(),
): Promise<LoadedEmbedder> {
  const read = await readOnnxFolder(folder)
  const { file, config, tokenizer, kind, output, padId, embedder } = read
  if (kind !== 'embedder') throw unusable('This model is a reranker, not an embedder.', 'Use it for reranking.')
  const session = await OnnxSession.open(file.path, output.name, padId, options)
  const prefixes = { query: embedder.query, passage: embedder.passage }
  const skipped = embedder.poolPrefix
    ? { query: 0, passage: 0 }
    : { query: prefixTokens(prefixes.query), passage: prefixTokens(prefixes.passage) }
  const budget = new BatchBudget(now)
  let dimensions = 0
  try {
    dimensions = checkOutput(await session.run([tokenizer.text('a', config.maxLength)]), 1, output)
  } catch (error) {
    await session.release()
    throw error
  }

  return {
    kind: 'embedder',
    loaded: { details: { ...onnxDetails(read), dimensions }, device: 'cpu', gpus: [] },
    dispose: () => session.release(),

    async embed(texts, role, signal) {
      const rows = await tokenizeAll(texts, (text) => tokenizer.text(prefixes[role] + text, config.maxLength), signal)
      const vectors = new Float32Array(texts.length * dimensions)
      const lengths = rows.map((row) => row.ids.length)
      for (const batch of lengthBatches(lengths, { tokens: () => budget.tokens, rows: maxRows })) {
        if (signal.aborted) throw cancelled()
        const some = batch.flatMap((index) => rows[index] ?? [])
        const padded = some.length * Math.max(1, ...some.map((row) => row.ids.length))
        const result = await budget.measure(padded, () => session.run(some))
        if (checkOutput(result, some.length, output) !== dimensions)
          throw unusable('The model changes the length of its vectors.')
        batch.forEach((index, at) => {
          const target = vectors.subarray(index * dimensions, (index + 1) * dimensions)
          writeVector(result, { row: at, start: skipped[role], end: lengths[index] ?? 0 }, target)
        })
      }
      if (signal.aborted) throw cancelled()
      return { dimensions, vectors }
    },
  }

  function prefixTokens(prefix: string): number {
    return prefix === '' ? 0 : tokenizer.leading + tokenizer.inner(prefix, config.maxLength).length
  }

  function writeVector({ data, shape }: Output, span: RowSpan, target: Float32Array): void {
    if (isPooledShape(shape)) target.set(data.subarray(span.row * dimensions, (span.row + 1) * dimensions))
    else poolRow({ data, tokens: shape[1] ?? 0, dimensions }, span, embedder.pooling, target)
    if (!makeUnit(target)) throw notNumbers()
  }
}

/** Checks the shape of an output for `count` texts, and returns the length of its vectors. */
function checkOutput({ data, shape }: Output, count: number, port: OnnxPort): number {
  const length = shape.at(-1) ?? 0
  const expected = isPooled(port) || isPooledShape(shape) ? 2 : 3
  const size = shape.reduce((product, one) => product * one, 1)
  if (shape.length !== expected || shape[0] !== count || length < 1 || size !== data.length) {
    throw unusable(`The model's output "${port.name}" has the wrong shape (${shape.join(' × ')}).`)
  }
  if (data.subarray(0, length).some((value) => !Number.isFinite(value))) throw notNumbers()
  return length
}

function isPooledShape(shape: readonly number[]): boolean {
  return shape.length === 2
}

function notNumbers() {
  return unusable('The model computes numbers that are none.', 'Its file may be damaged; download it again.')
}
