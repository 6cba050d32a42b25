import { expect, test } from 'vitest'
import { measureUnrelated } from '@engine/ingest/vectors/unrelated-similarity'
import type { ChunkTableSet } from '@engine/ports/models/vector-space'
import { wordEmbedder } from '../word-embedder'

const { signal } = new AbortController()
const random = () => 0.37

/** Tables whose chunks have the vectors `vectorOf` gives by document. */
function tablesOf(documents: number, vectorOf: (document: number) => Float32Array): ChunkTableSet {
  const ids = Array.from({ length: documents }, (_, at) => String(at))
  return {
    index: {} as never,
    documents: new Map(ids.map((id) => [id, { revisions: new Map([['1', 3]]) }])),
    documentsWithoutVectors: () => Promise.resolve([]),
    textsOf: () => Promise.resolve([]),
    vectorsAt: (places) =>
      Promise.resolve(places.map((place) => ({ ...place, vector: vectorOf(Number(place.documentId)) }))),
  }
}

// Catches thresholds that take a model's floor for similarity.
test('is the mean cosine of chunks of different documents', async () => {
  const crowded = tablesOf(30, (at) => Float32Array.from([at % 2, (at + 1) % 2, 1]))
  let step = 0
  const mean = await measureUnrelated(crowded, wordEmbedder('onnx:x', 3), () => (step = (step * 7 + 0.137) % 1), signal)
  // Half of the pairs are parallel, half at a cosine of 1/2.
  expect(mean).toBeGreaterThan(0.6)
  expect(mean).toBeLessThan(0.9)
})

test('pairs are of different documents, whatever is drawn', async () => {
  const apart = tablesOf(25, (at) => Float32Array.from({ length: 25 }, (_, place) => (place === at ? 1 : 0)))
  for (const drawn of [0, 0.5, 0.999999, 1]) {
    expect(await measureUnrelated(apart, wordEmbedder('onnx:x', 25), () => drawn, signal)).toBe(0)
  }
})

// Catches an embedder chosen before the first document was added, which would then never know its floor.
test('a library that is too small is measured by sentences of our own', async () => {
  const embedder = wordEmbedder('onnx:x', 8)
  const mean = await measureUnrelated(
    tablesOf(2, () => new Float32Array(8)),
    embedder,
    random,
    signal,
  )
  expect(mean).toBeGreaterThan(0)
  expect(embedder.made).toBeGreaterThan(5)
})

test('the built-in embedder needs none', async () => {
  expect(
    await measureUnrelated(
      tablesOf(30, () => new Float32Array(3)),
      wordEmbedder('builtin/x@1', 3),
      random,
      signal,
    ),
  ).toBeNull()
})
