import { describe, expect, test } from 'vitest'
import { answerFeatures, leastLikely, likelyRight } from '@engine/answer/judgement/judge-answer'
import { extractFrom } from '@engine/answer/sentences/extract-answer'
import { scoreCandidates } from '@engine/answer/sentences/score-sentences'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { toPassage } from '@engine/retrieval/passage'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { fakeChunkIndex } from '../../../fakes/chunk-index'

const question = 'How many litres does the main pump move?'
const statistics = { chunkCount: 10, documentFrequency: () => 1 }

async function judged(text: string, nearness: number, gives = true) {
  const { chunks } = await fakeChunkIndex([{ name: 'pump.md', text }])
  const passages = chunks.map((chunk) => ({
    ...toPassage({ chunk, vector: new Float32Array(1024), search: '' }, []),
    ...{ score: 1, nearness },
  }))
  const keyTerms = keyTermsOf(question, createTermTable([]), statistics)
  const embedder = createHashedNgramEmbedder()
  const search = { queries: [question], keyTerms, passages, embedder, statistics }
  const scored = await scoreCandidates(search, 'quantity')
  const read = { search, type: 'quantity', scored } as const
  return answerFeatures({ ...read, sentences: extractFrom(read), isCell: false, gives })
}

describe('how likely an answer is right', () => {
  const text = 'The main pump moves 40 litres per second into the upper basin.'

  // Would catch weights that are put to the wrong features: nearer, and holding what is asked for, is likelier.
  test('grows with how near its passage is and with what it gives', async () => {
    const [near, far, without] = await Promise.all([judged(text, 4), judged(text, -2), judged(text, 4, false)])
    if (!near || !far || !without) throw new Error('The sentence was not scored.')
    expect(likelyRight(near)).toBeGreaterThan(leastLikely)
    expect(likelyRight(far)).toBeLessThan(likelyRight(near))
    expect(likelyRight(without)).toBeLessThan(leastLikely)
  })

  // Would catch a reader's logits that are not held within bounds and overrule all that is known otherwise.
  test('is the mean of its log-odds and a reader’s, where one read for it', async () => {
    const near = await judged(text, 4)
    if (!near) throw new Error('The sentence was not scored.')
    const odds = (likely: number) => Math.log(likely / (1 - likely))
    const alone = odds(likelyRight(near))
    expect(odds(likelyRight(near, 2))).toBeCloseTo((alone + 2) / 2)
    expect(odds(likelyRight(near, -3))).toBeCloseTo((alone - 3) / 2)
    expect(likelyRight(near, 50)).toBe(likelyRight(near, 6))
    expect(likelyRight(near, -50)).toBe(likelyRight(near, -6))
    expect(likelyRight(near, null)).toBe(likelyRight(near))
  })

  // Would catch a share above 1, which the fit has never seen.
  test('is judged by shares that stay within their bounds', async () => {
    const features = await judged(`${text} `.repeat(3), 60)
    expect(features).toMatchObject({ nearness: 1, gives: 1, foreign: 0 })
    expect(features?.fresh).toBeLessThanOrEqual(1)
  })

  test('is not judged where no sentence leads', () => {
    const search = {
      queries: [question],
      keyTerms: [],
      passages: [],
      embedder: createHashedNgramEmbedder(),
      statistics,
    }
    const nothing = { search, type: 'quantity', scored: [], sentences: [], isCell: false, gives: false } as const
    expect(answerFeatures(nothing)).toBeNull()
  })
})
