import { expect, test } from 'vitest'
import { forReading, readBeside } from '@engine/pipeline/forms/passages-to-read'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { fakeChunkIndex } from '../../fakes/chunk-index'

const names = Array.from({ length: 8 }, (_, at) => `d${at}.md`)
const index = await fakeChunkIndex(names.map((name) => ({ name, text: `What ${name} says about the pump.` })))
const { chunks } = index

const features = { cosine: 0, coverage: 0.1, title: 0, score: 0, together: 0, names: 0, words: 0, related: 0 }

/** The passage of one of the documents as search ranked it. */
function found(at: number, ranked: Pick<Passage, 'score'> & Partial<Passage>): Passage {
  const chunk = chunks[at]
  if (!chunk) throw new Error(`There is no document ${at}.`)
  return { ...toPassage({ chunk, vector: new Float32Array(), search: '' }, []), features, ...ranked }
}

function read(
  passages: readonly Passage[],
  beside: { readonly own?: readonly Passage[]; readonly around?: readonly Passage[] } = {},
): string[] {
  const retrieval = { passages, timings: [], leftOut: [], found: passages.length, failures: [] }
  const quotable = passages.filter(({ nearness = -1, path }) => nearness >= 0 || path !== undefined)
  const parts = { own: [], around: [], cited: [], pinned: 0, ...beside }
  return forReading(quotable, retrieval, parts).passages.map(({ chunk }) => chunk.doc_name)
}

const close = [0, 1, 2, 3].map((at) => found(at, { score: 0.9, nearness: 2 }))

// A list of genes and rows of a currency table filled the rest of prompts because they shared one word with the question.
test('what shares a word but is far below the floor, or far behind the best, is not read', () => {
  const below = found(4, { score: 0.8, nearness: -3 })
  const behind = found(5, { score: 0.1, nearness: -1 })
  const beside = found(6, { score: 0.5, nearness: -1 })
  expect(read([...close, below, behind, beside])).toEqual(['d0.md', 'd1.md', 'd2.md', 'd3.md', 'd6.md'])
})

// Four passages that only names led to took half of a prompt; the second step of a question is among the first two.
test('of what only names lead to the first two are read', () => {
  const linked = [4, 5, 6].map((at) => found(at, { score: 0, nearness: -4, path: ['pump', 'valve'] }))
  expect(read([...close, ...linked])).toEqual(['d0.md', 'd1.md', 'd2.md', 'd3.md', 'd4.md', 'd5.md'])
})

// The parts of the document that a summary is of were taken for passages that nothing had ranked.
test('a document that is meant as a whole and what other wordings found are read whatever their rank', () => {
  const own = [found(4, { score: 0, features: null }), found(5, { score: 0, features: null })]
  const around = [found(6, { score: 0.02, features: null })]
  const all = ['d4.md', 'd5.md', 'd0.md', 'd1.md', 'd2.md', 'd3.md', 'd6.md']
  expect(read(close, { own, around })).toEqual(all)
})

test('where nothing comes near the best four are read all the same', () => {
  const far = names.map((_, at) => found(at, { score: 0.5 - at * 0.01, nearness: -4 }))
  expect(read(far)).toEqual(names.slice(0, 4))
})

// With the built-in embedder, whose vectors know no meaning, prompts held a list of genes and "Hello World".
test('the first by vectors of another wording is read where the embedder knows meaning', async () => {
  const [asked, other] = ['pump', 'water pump']
  const placed = (at: number, channel: 'vector' | 'text') => {
    const placements = [{ list: { channel, query: other, weight: 1 }, rank: 1, score: 1 }]
    return found(at, { score: 0.01, placements })
  }
  const around = async (unrelated: number | undefined) => {
    const rooms = {
      index,
      terms: createTermTable([]),
      embedder: { ...createHashedNgramEmbedder(), unrelated },
      library: { documents: () => [], facts: () => undefined, records: () => [], unread: () => [] },
    }
    const queries = [asked, other].map((text) => ({ text, weight: 1, translated: false }))
    const rewrite = { standalone: asked, parts: [], queries, unresolved: null }
    const passages = [placed(0, 'vector'), placed(1, 'text')]
    const retrieval = { passages, timings: [], leftOut: [], found: 2, failures: [] }
    const search = { found: retrieval, rewrite, scope: { filter: undefined, excluded: [] } }
    const named = { own: [], cited: [] }
    const read = await readBeside({ ...search, named }, rooms, new AbortController().signal)
    return read.around.map(({ chunk }) => chunk.doc_name)
  }
  expect(await around(undefined)).toEqual(['d1.md'])
  expect(await around(0.2)).toEqual(['d0.md', 'd1.md'])
})
