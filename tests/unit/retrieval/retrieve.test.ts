import { expect, it } from 'vitest'
import type { Chunk } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { defaultChain } from '@engine/retrieval/post-processors/default-chain'
import { retrieve, type RetrievalRooms } from '@engine/retrieval/retrieve'

const text = 'The heliograph was mended in 1891.'

const chunk: Chunk = {
  id: 'c1',
  doc_id: 'd1',
  doc_name: 'd1.md',
  title: 'd1',
  revision: 'r1',
  collection: 'default',
  format: 'text',
  index: 0,
  text,
  start: 0,
  end: text.length,
  page: null,
  heading_path: [],
  context: '',
  token_count: 8,
  window_start: 0,
  window_end: text.length,
}

function rooms(overrides: Partial<RetrievalRooms> = {}): RetrievalRooms {
  const embedder = createHashedNgramEmbedder()
  const hit = { chunk, vector: new Float32Array(embedder.dimensions), search: 'heliograph mend 1891' }
  return {
    index: {
      statistics: { chunkCount: 1, documentFrequency: () => 1 },
      vectorSearch: () => Promise.resolve([]),
      textSearch: () => Promise.resolve([{ ...hit, score: 1 }]),
      chunksOf: () => Promise.resolve([chunk]),
      chunksById: () => Promise.resolve([hit]),
      countChunks: () => Promise.resolve(1),
    },
    embedder,
    terms: createTermTable([], []),
    chain: defaultChain,
    readText: () => Promise.resolve(text),
    ...overrides,
  }
}

const question = 'When was the heliograph mended?'
const request = { question, queries: [{ text: question, weight: 1 }], most: 5, tokenBudget: 1000 }

it('searches without related words where they cannot be read, and says so', async () => {
  // Words that no other test has looked up: what is known of a word is kept.
  const wordNet = () => {
    throw new Error('no such file')
  }
  const lost = await retrieve(request, rooms({ wordNet }))
  expect(lost.passages.map(({ chunk }) => chunk.text)).toEqual([text])
  expect(lost.failures.map(({ key }) => key)).toEqual(['related_words_failed'])
})

it('says nothing of a search in which all went well', async () => {
  const found = await retrieve(request, rooms())
  expect(found.passages).toHaveLength(1)
  expect(found.failures).toEqual([])
})

// Catches an answer that claims to have looked by meaning where no vectors are yet.
it('says of how many documents vectors are missing, unless it says that no question can be embedded', async () => {
  const filter = { documents: ['d1', 'd2'] }
  const withoutVectors: RetrievalRooms['withoutVectors'] = (asked) => asked?.documents?.length ?? 0
  const found = await retrieve({ ...request, filter }, rooms({ withoutVectors }))
  expect(found.failures).toEqual([{ key: 'vectors_missing', values: { count: 2 } }])
  expect((await retrieve(request, rooms({ withoutVectors }))).failures).toEqual([])
  const refused = () => Promise.reject(new CairnError('MODEL_UNUSABLE', 'Gone.', 'Add it again.'))
  const embedder = { ...createHashedNgramEmbedder(), embedQuery: refused }
  const wordsOnly = await retrieve({ ...request, filter }, rooms({ withoutVectors, embedder }))
  expect(wordsOnly.failures.map(({ key }) => key)).toEqual(['words_only'])
})
