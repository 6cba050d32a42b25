import { expect, test } from 'vitest'
import { readQuestion } from '@engine/question/asked-question'
import { searchChannels } from '@engine/pipeline/stages/6-multi-channel'
import type { TurnRequest } from '@engine/pipeline/turn'
import type { GraphSearch } from '@engine/ports/graph/graph-search'
import { fakeRooms } from '../../fakes/pipeline-rooms'

const documents = [
  { name: 'song', text: 'Hello Ellerby is a 1974 single by Hank Stonor.' },
  { name: 'singer', text: 'Born in Quorn, he moved away as a child.' },
]
/** Whatever is asked, names lead from the first document to the second. */
const path = [
  { name: 'hello ellerby', from: null },
  { name: 'hank stonor', from: 'c0' },
]
const graph: GraphSearch = {
  search: () => Promise.resolve({ hits: [{ id: 'c1', score: 1, path }] }),
  overview: () => Promise.resolve({ themes: [], total: 0, documents: 0 }),
  loaded: () => Promise.resolve(),
  ready: () => Promise.resolve(),
}

async function found(question: string) {
  const { rooms } = await fakeRooms(documents)
  const request: TurnRequest = {
    ...{ question, sessionId: 's', turnId: 't', traceId: 'trace' },
    ...{ searchAnyway: false, language: 'en' },
  }
  const rewrite = {
    asked: readQuestion({ written: question, standalone: question, parts: [question] }),
    queries: [{ text: question, weight: 1 }],
    unresolved: null,
  }
  const { value } = await searchChannels({ request, rewrite }, { ...rooms, graph }, new AbortController().signal)
  return value
}

test('what only names lead to is evidence beside something relevant, and makes none where nothing is', async () => {
  // Without the second half every question that names something would be "answered", and none refused.
  const relevant = await found('Who made the single Hello Ellerby in 1974?')
  expect(relevant.passages.map(({ chunk }) => chunk.doc_name)).toEqual(['song', 'singer'])
  const nothing = await found('How are octopus embryos photographed under ultraviolet lamps as a child?')
  expect(nothing.near).toBe(0)
})
