import type { LoadedReranker } from '../host/loaded-model'
import { onnxDetails, readOnnxFolder } from './inspect-model-folder'
import { BatchBudget, lengthBatches } from './length-batches'
import { unusable } from './onnx-errors'
import { OnnxSession, type Output } from './onnx-session'
import type { LoadOptions } from '../host/protocol'
import { tokenizeAll } from './tokenizer'
import { cancelled } from '@engine/platform/deadline'

const maxRows = 32

/**
 * An ONNX cross-encoder, which reads question and passage together. One number per pair is a logit, two are those of
 * "not" and "relevant"; both become 0 to 1. Outputs named as probabilities stay what they are. Throws MODEL_UNUSABLE,
 * MODEL_OUT_OF_MEMORY.
 */
export async function openCrossEncoder(
  folder: string,
  options: LoadOptions,
  now: () => number = () => performance.now(),
): Promise<LoadedReranker> {
  const read = await readOnnxFolder(folder)
  const { file, config, tokenizer, kind, output, padId } = read
  if (kind !== 'reranker') throw unusable('This model is an embedder, not a reranker.', 'Use it for search.')
  const session = await OnnxSession.open(file.path, output.name, padId, options)
  const probabilities = output.name === 'probabilities'
  const budget = new BatchBudget(now)
  try {
    scoresOf(await session.run([tokenizer.textPair('a', 'b', config.maxLength)]), 1, probabilities)
  } catch (error) {
    await session.release()
    throw error
  }

  return {
    kind: 'reranker',
    loaded: { details: onnxDetails(read), device: 'cpu', gpus: [] },
    dispose: () => session.release(),

    async score(question, passages, signal) {
      const pair = (passage: string) => tokenizer.textPair(question, passage, config.maxLength)
      const rows = await tokenizeAll(passages, pair, signal)
      const scores = passages.map(() => 0)
      const lengths = rows.map((row) => row.ids.length)
      for (const batch of lengthBatches(lengths, { tokens: () => budget.tokens, rows: maxRows })) {
        if (signal.aborted) throw cancelled()
        const some = batch.flatMap((index) => rows[index] ?? [])
        const padded = some.length * Math.max(1, ...some.map((row) => row.ids.length))
        const result = await budget.measure(padded, () => session.run(some))
        const found = scoresOf(result, some.length, probabilities)
        batch.forEach((index, at) => (scores[index] = found[at] ?? 0))
      }
      if (signal.aborted) throw cancelled()
      return scores
    },
  }
}

/** Throws MODEL_UNUSABLE for a wrong shape or numbers that are none. */
export function scoresOf({ data, shape }: Output, count: number, probabilities: boolean): number[] {
  const width = data.length / count
  if (shape[0] !== count || (width !== 1 && width !== 2)) {
    throw unusable(`The reranker's output has the wrong shape (${shape.join(' × ')}).`, 'Choose another model.')
  }
  return Array.from({ length: count }, (_, row) => {
    const yes = data[row * width + width - 1] ?? Number.NaN
    const no = width === 2 ? (data[row * width] ?? Number.NaN) : 0
    if (!Number.isFinite(yes) || !Number.isFinite(no)) {
      throw unusable('The model computes numbers that are none.', 'Its file may be damaged; download it again.')
    }
    if (probabilities) return Math.min(1, Math.max(0, yes))
    return 1 / (1 + Math.exp(no - yes))
  })
}
