import { expect, test } from 'vitest'
import { createKnowledgeLookup } from '@engine/tools/knowledge-lookup/knowledge-lookup'
import { fakeChunkIndex } from '../../../fakes/chunk-index'
import { toPassage } from '@engine/retrieval/passage'

const context = { language: 'en', now: 0, timeZone: 'UTC', signal: new AbortController().signal } as const

test('gives passages word for word, each with its place, and no more than are wanted', async () => {
  const index = await fakeChunkIndex([{ name: 'pumps.md', text: 'The main pump was replaced in March 2021.' }])
  const [chunk] = index.chunks
  const passage = chunk && toPassage({ chunk, vector: new Float32Array(), search: '' }, [])
  const asked: number[] = []
  const lookup = createKnowledgeLookup({
    search: (_query, most) => {
      asked.push(most)
      return Promise.resolve(passage ? [passage] : [])
    },
  })
  const result = await lookup.run({ query: 'pump', most: 3 }, context)
  expect(asked).toEqual([3])
  expect(result.text).toBe('1 passage was found.')
  expect(result.table?.rows[0]).toMatchObject({
    cells: [expect.any(String), 'The main pump was replaced in March 2021.', '0.00'],
    source: { documentId: chunk?.doc_id, start: 0, end: 41 },
  })
})

test('is for no question, because every question searches the documents', () => {
  const lookup = createKnowledgeLookup({ search: () => Promise.resolve([]) })
  const question = { text: 'Search for pumps', language: 'en', now: 0, timeZone: 'UTC' } as const
  expect(lookup.read(question, context.signal)).toBeNull()
})
