import { chainContext } from '../../fakes/chain-context'
import { describe, expect, test } from 'vitest'
import type { Note } from '@shared/note'
import { CairnError } from '@shared/errors'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import type { Reranker } from '@engine/ports/models/reranker'
import { runChain } from '@engine/retrieval/chain'
import { type Passage, type RankFeatures, toPassage } from '@engine/retrieval/passage'
import { crossEncode } from '@engine/retrieval/post-processors/cross-encode'
import { builtinRerank } from '@engine/retrieval/post-processors/rerank'
import { askedFor, isRelevant } from '@engine/retrieval/relevance'

const features: RankFeatures = {
  cosine: 0,
  coverage: 0,
  title: 0,
  score: 0,
  together: 0,
  names: 0,
  words: 0,
  related: 0,
}

function passage(id: string, score: number, vector = new Float32Array(2)): Passage {
  const chunk = {
    id,
    doc_id: id,
    doc_name: id,
    title: '',
    revision: 'r',
    collection: 'default',
    format: 'text',
    index: 0,
    text: `text of ${id}`,
    start: 0,
    end: 10,
    page: null,
    heading_path: [],
    context: '',
    token_count: 3,
    window_start: 0,
    window_end: 10,
  } as const
  return { ...toPassage({ chunk: { ...chunk, heading_path: [] }, vector, search: '' }, []), score, features }
}

const scoring = (scoreOf: (text: string, at: number) => number): Reranker => ({
  id: 'fake',
  score: (_question, texts) => Promise.resolve(texts.map(scoreOf)),
})

describe('cross-encode', () => {
  test('orders by what the model says of each passage', async () => {
    const reranker = scoring((text) => (text.includes('text of c') ? 0.9 : 0.1))
    const ranked = await crossEncode.process(
      [passage('a', 3), passage('b', 2), passage('c', 1)],
      chainContext({ reranker }),
    )
    expect(ranked.map(({ chunk }) => chunk.id)).toEqual(['c', 'a', 'b'])
    expect(ranked[0]?.features?.reranked).toBe(0.9)
  })

  test('what it has not read never comes before what it has', async () => {
    const many = Array.from({ length: 25 }, (_, at) => passage(`p${String(at).padStart(2, '0')}`, 100 - at))
    const ranked = await crossEncode.process(many, chainContext({ reranker: scoring((_text, at) => at / 100) }))
    expect(ranked.slice(20).map(({ chunk }) => chunk.id)).toEqual(['p20', 'p21', 'p22', 'p23', 'p24'])
    expect(Math.max(...ranked.slice(20).map(({ score }) => score))).toBeLessThanOrEqual(ranked[19]?.score ?? -1)
  })

  // Catches a machine on which twenty passages never fit, so that the model is asked in vain each time.
  test.each([
    [null, 8],
    [1000, 20],
    [16, 10],
    [1, 2],
    [undefined, 20],
  ])('reads as many as the model can in its time: %s a second, %i passages', async (perSecond, expected) => {
    const many = Array.from({ length: 25 }, (_, at) => passage(`p${String(at).padStart(2, '0')}`, 100 - at))
    let read = 0
    const reranker: Reranker = {
      id: 'fake',
      perSecond,
      score: (_question, texts) => {
        read = texts.length
        return Promise.resolve(texts.map((_text, at) => at / 100))
      },
    }
    const ranked = await crossEncode.process(many, chainContext({ reranker }))
    expect([read, ranked.length]).toEqual([expected, 25])
    expect(ranked.slice(expected).map(({ chunk }) => chunk.id)).toEqual(
      many.slice(expected).map(({ chunk }) => chunk.id),
    )
  })

  test('a model that fails leaves the order of the rules, and says so', async () => {
    const problems: Note[] = []
    const reranker: Reranker = { id: 'fake', score: () => Promise.reject(new CairnError('MODEL_FAILED', 'It died.')) }
    const given = [passage('a', 3), passage('b', 2)]
    const ranked = await crossEncode.process(
      given,
      chainContext({ reranker, report: (problem) => problems.push(problem) }),
    )
    expect(ranked).toEqual(given)
    expect(problems.map(({ key }) => key)).toEqual(['reranker_failed'])
  })

  test('cancelling is no failure of the model', async () => {
    const stop = new AbortController()
    const reranker: Reranker = {
      id: 'fake',
      score: () => {
        stop.abort()
        return Promise.reject(new Error('aborted'))
      },
    }
    await expect(
      Promise.resolve(crossEncode.process([passage('a', 1)], chainContext({ reranker, signal: stop.signal }))),
    ).rejects.toThrow()
  })

  test('without a model the chain has no such step', async () => {
    const { timings } = await runChain([passage('a', 1)], [crossEncode], chainContext({}))
    expect(timings).toEqual([])
  })

  test('a passage it is sure of is relevant without a word in common', () => {
    const asked = askedFor('Who keeps the keys?', [], { chunkCount: 0, documentFrequency: () => 0 })
    expect(isRelevant({ ...passage('a', 1), features: { ...features, reranked: 0.8 } }, asked)).toBe(true)
    expect(isRelevant({ ...passage('a', 1), features: { ...features, reranked: 0.2 } }, asked)).toBe(false)
  })
})

describe('rerank under an embedder that knows meaning', () => {
  test('counts the cosine above what unrelated texts have', async () => {
    const embedder = { ...createHashedNgramEmbedder(), unrelated: 0.8 }
    const near = passage('near', 0, Float32Array.of(1, 0))
    const far = passage('far', 0, Float32Array.of(0.8, 0.6))
    const queryVectors = [Float32Array.of(1, 0)]
    const [first, second] = await builtinRerank.process([far, near], chainContext({ embedder, queryVectors }))
    expect(first?.chunk.id).toBe('near')
    expect(first?.features?.cosine).toBeCloseTo(1)
    expect(second?.features?.cosine).toBeCloseTo(0)
    expect((first?.score ?? 0) - (second?.score ?? 0)).toBeCloseTo(0.35)
  })
})
