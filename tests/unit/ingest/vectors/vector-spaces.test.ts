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
  ])('with %s words are found, the embedder refuses and nothing is embedded', async (_, embedder) => {
    const spaces = await spacesOf(() => embedder)
    const { index, embedder: silent, usable } = spaces.current()
    expect([usable, silent.id, silent.dimensions]).toEqual([false, 'test-1', 8])
    await expect(silent.embedQuery('stone')).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
    expect(await index.textSearch(textQuery({ terms: ['stone'] }), { limit: 5 })).toHaveLength(2)
    await expect(spaces.use(() => Promise.resolve())).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
  })
})

describe('an embedder that cannot run while another one’s vectors are made', () => {
  const outcomeOf = (promise: Promise<unknown>) => promise.catch((thrown: unknown) => thrown)

  async function waiting() {
    const state: { embedder: Embedder | undefined; isAwaited: boolean } = { embedder: undefined, isAwaited: true }
    const spaces = await spacesOf(() => state.embedder)
    spaces.expect(() => state.isAwaited)
    return { state, spaces }
  }

  // Catches documents that fail for good although they need only have waited.
  test('is waited for without holding up the exchange', async () => {
    const { state, spaces } = await waiting()
    let isDone = false
    const using = spaces.use((space) => Promise.resolve(space.embedder.id)).finally(() => (isDone = true))
    spaces.changed()
    await new Promise((resolve) => setImmediate(resolve))
    expect(isDone).toBe(false)
    await spaces.exchange(() => {
      state.embedder = wordEmbedder('test-1', 8)
      return Promise.resolve()
    }, new AbortController().signal)
    expect(await using).toBe('test-1')
  })

  // Catches documents that wait for ever for vectors which nobody makes any more.
  test('is waited for only as long as they are, and as the caller wants', async () => {
    const { state, spaces } = await waiting()
    const stop = new AbortController()
    const cancelled = outcomeOf(spaces.use(() => Promise.resolve(), stop.signal))
    const left = outcomeOf(spaces.use(() => Promise.resolve()))
    await new Promise((resolve) => setImmediate(resolve))
    stop.abort(new Error('stopped'))
    expect(await cancelled).toMatchObject({ message: 'stopped' })
    state.isAwaited = false
    spaces.changed()
    expect(await left).toMatchObject({ code: 'MODEL_UNUSABLE' })
  })
})

test('what was measured of an embedder comes with it, and nothing where nothing was', async () => {
  const embedder = wordEmbedder('onnx:x', 8)
  expect(withUnrelated(embedder, null)).toBe(embedder)
  const wrapped = withUnrelated(embedder, 0.4)
  expect([wrapped.id, wrapped.dimensions, wrapped.unrelated]).toEqual(['onnx:x', 8, 0.4])
  expect(await wrapped.embedQuery('stone')).toEqual(await embedder.embedQuery('stone'))
})
