import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { askedWordsOf } from '@engine/retrieval/question/asked-words'
import type { ChainContext } from '@engine/retrieval/chain'

/** What processors are given when a question is asked of a library of ten chunks, with the built-in embedder and without a graph. */
export function chainContext(overrides: Partial<ChainContext> = {}): ChainContext {
  const { question = 'where is beta', keyTerms = [], related = new Map() } = overrides
  const statistics = overrides.statistics ?? { chunkCount: 10, documentFrequency: () => 1 }
  return {
    question,
    queryVectors: [],
    keyTerms,
    statistics,
    embedder: createHashedNgramEmbedder(),
    readText: () => Promise.resolve(null),
    tokenBudget: 1000,
    most: 5,
    ...askedWordsOf({ asked: question, wordings: [], keyTerms }, statistics, () => related),
    ...overrides,
  }
}
