import type { LoadedEmbedder } from '../host/loaded-model'
import { unusable } from '../onnx/onnx-errors'
import { makeUnit } from '@engine/text/vectors'
import { readFloats } from './safetensors'
import { findStaticFile, readStaticFile, staticDetails } from './static-file'
import { cancelled } from '@engine/platform/deadline'

/** Texts between two looks at the event loop. */
const slice = 32

/**
 * An embedder that only looks up: the mean of its tokens' vectors, each times the token's weight where the file has some
 * (model2vec, github.com/MinishLab/model2vec). Unknown tokens and special ones are left out. Throws MODEL_UNUSABLE.
 */
export async function openStaticEmbedder(folder: string): Promise<LoadedEmbedder> {
  const sub = await findStaticFile(folder)
  if (sub === null)
    throw unusable('The folder holds no static model.', 'Add model.safetensors and tokenizer.json together.')
  const file = await readStaticFile(folder, sub)
  const { path, tensors, table, rows, dimensions, maxLength, tokenizer } = file
  const vectors = await readFloats(path, tensors, table)
  const weights = tensors.entries.has('weights') ? await readFloats(path, tensors, 'weights') : null
  const rowOf = tensors.entries.has('mapping') ? await readFloats(path, tensors, 'mapping') : null
  const unknown = tokenizer.idOf('[UNK]') ?? tokenizer.idOf('<unk>')
  return {
    kind: 'embedder',
    loaded: { details: staticDetails(file), device: 'cpu', gpus: [] },
    dispose: () => Promise.resolve(),

    async embed(texts, _role, signal) {
      const all = new Float32Array(texts.length * dimensions)
      for (const [at, text] of texts.entries()) {
        if (signal.aborted) throw cancelled()
        if (at % slice === slice - 1) await new Promise((resolve) => setImmediate(resolve))
        const target = all.subarray(at * dimensions, (at + 1) * dimensions)
        for (const token of tokenizer.inner(text, maxLength)) if (token !== unknown) add(target, token)
        if (!makeUnit(target)) throw unusable('The static model holds numbers that are none.')
      }
      return { dimensions, vectors: all }
    },
  }

  function add(target: Float32Array, token: number): void {
    const row = rowOf ? (rowOf[token] ?? rows) : token
    // Tokens that were added behind the table have no vector.
    if (row >= rows) return
    const weight = weights ? (weights[token] ?? 1) : 1
    for (let at = 0; at < dimensions; at += 1) {
      target[at] = (target[at] ?? 0) + weight * (vectors[row * dimensions + at] ?? 0)
    }
  }
}
