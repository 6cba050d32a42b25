import { describe, expect, test } from 'vitest'
import { quoteBest } from '@engine/pipeline/stages/8-streaming-output'
import { searchFailed } from '@engine/pipeline/stages/6-multi-channel'
import { toPassage } from '@engine/retrieval/passage'
import { fakeChunkIndex } from '../../../fakes/chunk-index'

const request = {
  question: 'When was the pump replaced?',
  sessionId: 's',
  turnId: 't',
  traceId: 'x',
  searchAnyway: false,
  language: 'en',
} as const

async function basisOf(texts: readonly string[]) {
  const index = await fakeChunkIndex(texts.map((text, at) => ({ name: `d${at}.md`, text })))
  const found = await index.chunksById(index.chunks.map(({ id }) => id))
  const passages = found.map((one) => toPassage(one, []))
  const retrieved = { ...searchFailed, failed: false, relevant: true, passages, near: passages.length }
  return { retrieved, ids: { question: 'q', passages: passages.map((_, at) => `e${at}`) } }
}

describe('an answer that was not composed in time', () => {
  // Catches the first sentence of the best passage passed off as the answer, which a busy machine did.
  test('shows how the best passages begin, and says that it is no answer', async () => {
    const texts = [
      'The pump is blue. It was replaced in 2021.',
      'Pumps are tested monthly.',
      'One pump is spare.',
      'No.',
    ]
    const { response, evidence } = quoteBest(request, await basisOf(texts))
    expect(response).toMatch(/^The time was over before/u)
    expect(response.match(/^- /gmu)).toHaveLength(3)
    expect(evidence).toHaveLength(3)
    const chinese = quoteBest({ ...request, question: '水泵是什么时候更换的？' }, await basisOf(texts))
    expect(chinese.response).toMatch(/^还没来得及/u)
  })

  test('is a refusal where nothing was found', async () => {
    expect(quoteBest(request, await basisOf([])).evidence).toEqual([])
  })
})
