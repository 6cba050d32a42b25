import { describe, expect, test } from 'vitest'
import type { SearchFilter } from '@shared/documents'
import { defaultSettings, type RetrievalSettings } from '@shared/settings'
import { fakeRooms, outline, runTurn } from '../fakes/pipeline-rooms'

const documents = Array.from({ length: 9 }, (_, n) => ({
  name: `pump-${n}.md`,
  text: `The main pump number ${n} of hall ${String.fromCodePoint(65 + n)} was replaced in March 20${10 + n}.`,
}))
const question = 'When was the main pump replaced?'

async function setUp(changed: Partial<RetrievalSettings>) {
  const { rooms, sessions } = await fakeRooms(documents)
  let settings = { ...defaultSettings.retrieval, ...changed }
  const change = (more: Partial<RetrievalSettings>) => (settings = { ...settings, ...more })
  return { rooms: { ...rooms, settings: () => settings }, sessions, change }
}

describe('retrieval settings', () => {
  test.each([1, 3, 7])('an answer may use %i passages', async (passages) => {
    const { rooms, sessions } = await setUp({ passages })
    await runTurn(question, rooms)
    const { session, evidences } = await sessions.load('s1')
    const found = Object.values(evidences).filter(({ type }) => type === 'rag_doc')
    expect(found).toHaveLength(passages)
    expect(session.turns?.[0]).toMatchObject({ retrieval: { passages, cross_language: true, ask_back: true } })
  })

  test('without asking back an ambiguous question is searched', async () => {
    const { rooms } = await setUp({ ask_back: false })
    expect(outline(await runTurn('pump', rooms))).not.toContain('shortcut A')
  })

  // Would catch a turn that searches with one setting and records another.
  test('a change in the middle of a turn counts from the next one on', async () => {
    const { rooms, sessions, change } = await setUp({ passages: 2 })
    const onEvent = () => void change({ passages: 6 })
    await runTurn(question, rooms, { onEvent })
    await runTurn(question, rooms, { turnId: 't2' })
    const { session } = await sessions.load('s1')
    expect(session.turns?.map(({ found }) => found?.length)).toEqual([2, 6])
    expect(session.turns).toMatchObject([{ retrieval: { passages: 2 } }, { retrieval: { passages: 6 } }])
  })

  test('the store is asked with what the filter means, the record says what was set', async () => {
    const { rooms, sessions } = await setUp({})
    const seen: (SearchFilter | undefined)[] = []
    const search = rooms.index.textSearch.bind(rooms.index)
    rooms.index.textSearch = (query, options) => {
      seen.push(options.filter)
      return search(query, options)
    }
    const resolveFilter = (filter: SearchFilter | undefined) => ({ documents: filter?.tags ?? [] })
    const [first] = await runTurn(question, { ...rooms, resolveFilter }, { filter: { tags: ['a'] } })
    expect(first).toMatchObject({ type: 'session', filter: { tags: ['a'] } })
    expect(seen).toContainEqual({ documents: ['a'] })
    expect((await sessions.load('s1')).session.turns?.[0]?.filter).toEqual({ tags: ['a'] })
  })
})
