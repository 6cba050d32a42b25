import { expect, test } from 'vitest'
import { readPart } from '@engine/question/asked-question'
import { cite } from '@engine/pipeline/forms/rows/write-sentences'
import { extractAnswer } from '@engine/answer/sentences/extract-answer'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { toPassage } from '@engine/retrieval/passage'
import { fakeChunkIndex } from '../../../fakes/chunk-index'

const statistics = { chunkCount: 10, documentFrequency: () => 1 }

async function answer(question: string, texts: readonly string[]) {
  const index = await fakeChunkIndex(texts.map((text, at) => ({ name: `document ${at}`, text })))
  const passages = index.chunks.map((chunk) => ({
    ...toPassage({ chunk, vector: new Float32Array(1024), search: '' }, []),
    score: 1,
  }))
  const table = createTermTable([
    ['pump', '水泵'],
    ['installed', '安装'],
  ])
  const keyTerms = keyTermsOf(question, table, index.statistics)
  const embedder = createHashedNgramEmbedder()
  const sentences = await extractAnswer(
    { queries: [question], keyTerms, passages, embedder, statistics },
    readPart(question).type,
  )
  return cite([sentences], { passages, ids: passages.map((_, at) => `e${at}`) }, () => [])
}

test('what two documents say is one sentence with both marks', async () => {
  const { response, refs, evidence } = await answer('When was the main pump installed?', [
    'The main pump was installed in 2019.',
    'The main pump was installed in the 2019.',
  ])
  expect(response).toBe('The main pump was installed in 2019. [1][2]')
  expect(refs.map(({ number, response_start, response_end }) => [number, response_start, response_end])).toEqual([
    [1, 0, 36],
    [2, 0, 36],
  ])
  expect(evidence.map(({ number }) => number)).toEqual([1, 2])
})

test.each([
  ['another number', 'The main pump was installed in 2021.'],
  ['another name', 'The main Birch pump was installed in 2019.'],
  ['a no', 'The main pump was not installed in 2019.'],
])('%s makes it another fact', async (_, other) => {
  const { refs } = await answer('When was the main pump installed?', ['The main pump was installed in 2019.', other])
  const shared = refs.filter(
    ({ response_start }) => refs.filter((ref) => ref.response_start === response_start).length > 1,
  )
  expect(shared).toEqual([])
})

test.each([
  ['When was the pump installed?', 'The pump was installed in 2019.'],
  ['水泵什么时候安装的？', '水泵于2019年安装。'],
])('%s is answered in its own language where both have the answer', async (question, first) => {
  const { response } = await answer(question, ['The pump was installed in 2019.', '水泵于2019年安装。'])
  expect(response.startsWith(first)).toBe(true)
})
