import { describe, expect, test } from 'vitest'
import { readPart } from '@engine/question/asked-question'
import { leadWithSpan, readingOf } from '@engine/answer/short-answer/lead-with-span'
import { scoreCandidates } from '@engine/answer/sentences/score-sentences'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { toPassage } from '@engine/retrieval/passage'
import { fakeChunkIndex } from '../../../fakes/chunk-index'

const question = 'When was the pump replaced?'
const statistics = { chunkCount: 10, documentFrequency: () => 1 }

/** Passages with the spans a reader saw: `[words, score, none]` of each, for the question. */
async function read(...seen: readonly (readonly [string, string, number, number])[]) {
  const { chunks } = await fakeChunkIndex(seen.map(([text], at) => ({ name: `${at}.md`, text })))
  const passages = chunks.map((chunk, at) => {
    const [text = '', words = '', score = 0, none = 0] = seen[at] ?? []
    const start = text.indexOf(words)
    const passage = toPassage({ chunk, vector: new Float32Array(1), search: '' }, [])
    return { ...passage, spans: [{ question, start, end: start + words.length, score, none }] }
  })
  const embedder = createHashedNgramEmbedder()
  const search = { queries: [question], keyTerms: [], passages, embedder, statistics }
  return { passages, scored: await scoreCandidates(search, 'when') }
}

describe('the best of what a reader saw', () => {
  // Would catch the highest span being taken although its passage is likelier to hold no answer.
  test('is held against there being none in its own passage', async () => {
    const { passages } = await read(['It was 2019.', '2019', 9, 8], ['It was 2021.', '2021', 4, -1])
    expect(readingOf(readPart(question), passages)).toMatchObject({ passage: 1, overNone: 5, margin: 4 })
    expect(readingOf(readPart('Where is it?'), passages)).toBeNull()
  })

  // Would catch a place that a prompt has cut off being quoted from whatever stands there.
  test('is nothing where its passage was shortened before it', async () => {
    const { passages } = await read(['It was 2021.', '2021', 4, 0])
    expect(
      readingOf(
        readPart(question),
        passages.map((one) => ({ ...one, text: one.text.slice(0, 8) })),
      ),
    ).toBeNull()
  })
})

describe('a span leads an answer', () => {
  const text = 'The pump is blue. It was replaced in March 2021. It is loud.'

  test('with the sentence that it stands in', async () => {
    const { passages, scored } = await read([text, 'March 2021', 4, 0])
    const reading = readingOf(readPart(question), passages)
    const lead = reading && leadWithSpan(reading, [], scored)
    expect(lead?.map((one) => one.text)).toEqual(['March 2021', 'It was replaced in March 2021.'])
    expect(lead?.map(({ start, end }) => text.slice(start, end))).toEqual(lead?.map((one) => one.text))
  })

  // Would catch a sentence shown twice, and an answer as long as without a reader.
  test('with at most two of the other sentences behind it', async () => {
    const { passages, scored } = await read([text, 'March 2021', 4, 0])
    const reading = readingOf(readPart(question), passages)
    const others = scored.map(({ passage, start, end, text: own }) => ({
      passage,
      start,
      end,
      text: own,
      listItem: false,
    }))
    const lead = reading && leadWithSpan(reading, others, scored)
    expect(lead?.slice(1).map((one) => one.text)).toEqual([
      'It was replaced in March 2021.',
      'The pump is blue.',
      'It is loud.',
    ])
  })

  test('not where there being none is likelier, or where it runs over the end of a sentence', async () => {
    for (const [words, score] of [
      ['March 2021', 0],
      ['blue. It was', 9],
    ] as const) {
      const { passages, scored } = await read([text, words, score, 0])
      const reading = readingOf(readPart(question), passages)
      expect(reading && leadWithSpan(reading, [], scored)).toBeNull()
    }
  })
})
