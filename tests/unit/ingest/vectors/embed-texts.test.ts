import { expect, test } from 'vitest'
import { embedTexts } from '@engine/ingest/vectors/embed-texts'
import { wordEmbedder } from '../word-embedder'

const { signal } = new AbortController()

// Catches a model whose vectors do not fit and that spoils the index, or fails deep in the tables in words nobody understands.
test.each([
  ['too short', (vectors: Float32Array[]) => vectors.map((vector) => vector.slice(1))],
  ['not numbers', (vectors: Float32Array[]) => vectors.map((vector) => vector.map(() => Number.NaN))],
  ['endless', (vectors: Float32Array[]) => vectors.map((vector) => vector.map(() => Number.POSITIVE_INFINITY))],
  ['too few', (vectors: Float32Array[]) => vectors.slice(1)],
])('vectors that are %s are refused', async (_, after) => {
  const embedder = wordEmbedder('onnx:odd', 8)
  embedder.after = after
  await expect(embedTexts(embedder, ['one', 'two'], signal)).rejects.toMatchObject({
    code: 'MODEL_UNUSABLE',
    message: expect.stringContaining('onnx:odd') as string,
  })
})

test('right ones come back in order, and nothing is asked for no texts', async () => {
  const embedder = wordEmbedder('onnx:fine', 8)
  const [one] = await embedTexts(embedder, ['one', 'two'], signal)
  expect(one).toEqual(await embedder.embedQuery('one'))
  expect(await embedTexts(embedder, [], signal)).toEqual([])
  expect(embedder.made).toBe(2)
})
