import { describe, expect, test } from 'vitest'
import { createHashedNgramEmbedder } from '../../../electron/inference/hashed-ngrams'
import type { Embedder } from '../../../electron/ports/embedder'

const embedders: [string, () => Embedder][] = [['built-in n-grams', createHashedNgramEmbedder]]

const cosine = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

describe.each(embedders)('the embedder contract: %s', (_name, create) => {
  test('one finite unit vector per text, in order, of the stated length', async () => {
    const embedder = create()
    const texts = ['water level', '', '水位测量', '🙂', 'a'.repeat(100_000), '\u0000\ud800']
    const vectors = await embedder.embedPassages(texts)
    expect(vectors).toHaveLength(texts.length)
    for (const vector of vectors) {
      expect(vector).toHaveLength(embedder.dimensions)
      expect(vector.every(Number.isFinite)).toBe(true)
      expect(cosine(vector, vector)).toBeCloseTo(1, 4)
    }
  })

  test('is deterministic, and the same text as query and passage is near', async () => {
    const [one, two] = await Promise.all([
      create().embedPassages(['the main pump']),
      create().embedPassages(['the main pump']),
    ])
    expect(one).toEqual(two)
    expect(cosine(one[0], await create().embedQuery('the main pump'))).toBeGreaterThan(0.9)
  })

  test.each([
    ['how often is the pump serviced', 'The pump is serviced twice a year.', 'Visitors must sign the book.'],
    ['水泵多久维护一次', '水泵每半年维护一次。', '访客必须登记。'],
    ['ＰＵＭＰ ｓｅｒｖｉｃｅ', 'pump service', 'visitor book'],
  ])('prefers the text about the question: %s', async (question, near, far) => {
    const embedder = create()
    const query = await embedder.embedQuery(question)
    const [about, other] = await embedder.embedPassages([near, far])
    expect(cosine(query, about)).toBeGreaterThan(cosine(query, other) + 0.1)
  })

  test('stops when aborted', async () => {
    const controller = new AbortController()
    const many = create().embedPassages(
      Array.from({ length: 3000 }, () => 'water level '.repeat(200)),
      controller.signal,
    )
    controller.abort()
    await expect(many).rejects.toThrow()
  })
})
