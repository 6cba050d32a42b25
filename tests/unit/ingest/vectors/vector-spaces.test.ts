import { describe, expect, test } from 'vitest'
import { VectorSpaces, withUnrelated } from '@engine/ingest/vectors/vector-spaces'
import type { Embedder } from '@engine/ports/models/embedder'
import { documentChunks, testStore, textQuery } from '../../storage/store-fixture'
import { wordEmbedder } from '../word-embedder'

async function spacesOf(embedder: () => Embedder | undefined) {
  const store = await testStore()
  await store.index.replace([documentChunks('a', 'r1', ['stone one', 'stone two'])])
  return new VectorSpaces({ tables: store.vectors, embedderOf: () => embedder() })
}

describe('VectorSpaces', () => {
  test('the pair stays the same object until one of the two changes', async () => {
    let embedder: Embedder | undefined = wordEmbedder('test-1', 8)
    const spaces = await spacesOf(() => embedder)
    const first = spaces.current()
    expect(spaces.current()).toBe(first)
    embedder = undefined
    expect(spaces.current()).not.toBe(first)
  })

  // Catches a library that cannot be asked any more because a model was deleted, and documents stored with empty vectors.
  test.each([
    ['no embedder', undefined],
    ['one of another width under the same name', wordEmbedder('test-1', 16)],
  ])('with %s words are found, and the embedder refuses', async (_, embedder) => {
    const spaces = await spacesOf(() => embedder)
    const { index, embedder: silent, usable } = spaces.current()
    expect([usable, silent.id, silent.dimensions]).toEqual([false, 'test-1', 8])
    await expect(silent.embedQuery('stone')).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
    expect(await index.textSearch(textQuery({ terms: ['stone'] }), { limit: 5 })).toHaveLength(2)
    // Documents can come in all the same: what they lack is made once an embedder can run.
    expect(await spaces.use(({ index: lent }) => Promise.resolve(lent === index))).toBe(true)
  })
})

test('what was measured of an embedder comes with it, and nothing where nothing was', async () => {
  const embedder = wordEmbedder('onnx:x', 8)
  expect(withUnrelated(embedder, null)).toBe(embedder)
  const wrapped = withUnrelated(embedder, 0.4)
  expect([wrapped.id, wrapped.dimensions, wrapped.unrelated]).toEqual(['onnx:x', 8, 0.4])
  expect(await wrapped.embedQuery('stone')).toEqual(await embedder.embedQuery('stone'))
})
