import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import type { Message } from '@shared/session/session-context'
import type { SessionHeader } from '@shared/session/session-view'
import { SessionSearch } from '@engine/session/history/session-search'
import { snippetAround } from '@engine/session/history/snippet'

interface Told {
  readonly title: string
  readonly turns: readonly (readonly [string, string])[]
}

function setUp(told: Record<string, Told>) {
  const versions = new Map<string, number>()
  const loads: string[] = []
  const sessions = {
    list: (): Promise<SessionHeader[]> =>
      Promise.resolve(
        Object.entries(told).map(([id, { title, turns }]) => ({
          id,
          title,
          message_count: turns.length * 2,
          created_at: '',
          updated_at: String(versions.get(id) ?? 0),
          pinned: false,
        })),
      ),
    messages: (id: string): Promise<Message[]> => {
      loads.push(id)
      const turns = told[id]?.turns
      if (!turns) return Promise.reject(new CairnError('NOT_FOUND', 'gone'))
      const messages = turns.flatMap(([question, answer], n): Message[] => [
        { role: 'user', content: question, turn_id: `${id}-${n}` },
        { role: 'assistant', content: answer, turn_id: `${id}-${n}` },
      ])
      return Promise.resolve(messages)
    },
  }
  const touch = (id: string) => versions.set(id, (versions.get(id) ?? 0) + 1)
  return { search: new SessionSearch(sessions), sessions, loads, touch, told }
}

const ids = (hits: readonly { header: { id: string } }[]) => hits.map(({ header }) => header.id)

describe('searching sessions', () => {
  test('every word must occur, in title, questions or answers, whatever its case and width', async () => {
    const { search } = setUp({
      pumps: { title: 'About pumps', turns: [['When was the Main pump replaced?', 'In March 2021.']] },
      water: { title: '水位', turns: [['水位多久测量一次？', '每 15 分钟测量一次。']] },
    })
    expect(ids(await search.search('MAIN march', 10))).toEqual(['pumps'])
    expect(ids(await search.search('ｍａｉｎ　２０２１', 10))).toEqual(['pumps'])
    expect(ids(await search.search('about 2021', 10))).toEqual(['pumps'])
    expect(ids(await search.search('测量', 10))).toEqual(['water'])
    expect(ids(await search.search('main 测量', 10))).toEqual([])
    expect(await search.search('   ', 10)).toEqual([])
  })

  test('a hit says which turn and shows the match; of a title alone, the title', async () => {
    const { search } = setUp({
      a: { title: 'Lake Oriel', turns: [['How deep?', `${'x '.repeat(300)}It is 47 metres deep.${' y'.repeat(300)}`]] },
    })
    const [hit] = await search.search('47 metres', 5)
    expect(hit?.turn_id).toBe('a-0')
    expect(hit?.snippet).toContain('47 metres')
    expect(Array.from(hit?.snippet ?? '').length).toBeLessThanOrEqual(122)
    expect(await search.search('oriel', 5)).toMatchObject([{ turn_id: null, snippet: 'Lake Oriel' }])
  })

  // Would catch a cache that answers from a conversation that has gone on since, or was deleted.
  test('reads a session once, and again only when it changed', async () => {
    const { search, loads, touch, told } = setUp({
      a: { title: 't', turns: [['old', 'x']] },
      b: { title: 't', turns: [] },
    })
    await search.search('old', 5)
    await search.search('t', 5)
    expect(loads.toSorted()).toEqual(['a', 'b'])
    told.a = { title: 't', turns: [['new', 'x']] }
    touch('a')
    expect(ids(await search.search('new', 5))).toEqual(['a'])
    expect(await search.search('old', 5)).toEqual([])
    delete told.a
    expect(await search.search('new', 5)).toEqual([])
  })

  // Catches reading ahead that a search then does over again, or that goes on when Cairn is closing.
  test('what was read ahead is not read again; nothing is read ahead any more once that was stopped', async () => {
    const told = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [`s${n}`, { title: 't', turns: [['q', 'x']] as const }]),
    )
    const { search, loads } = setUp(told)
    await search.warm(AbortSignal.abort())
    expect(loads).toEqual([])
    await Promise.all([search.warm(new AbortController().signal), search.search('q', 9)])
    expect(await search.search('x', 9)).toHaveLength(9)
    expect(loads.toSorted()).toEqual(Object.keys(told).toSorted())
  })

  test('a renamed session is found by its new title, though nothing else changed', async () => {
    const { search, told } = setUp({ a: { title: 'before', turns: [] } })
    expect(ids(await search.search('before', 5))).toEqual(['a'])
    told.a = { title: 'after', turns: [] }
    expect(ids(await search.search('after', 5))).toEqual(['a'])
    expect(await search.search('before', 5)).toEqual([])
  })

  test('a session that is deleted while it is read is simply not found; other failures are told', async () => {
    const { search, sessions, told } = setUp({ a: { title: 't', turns: [['q', 'x']] } })
    const read = sessions.messages
    sessions.messages = () => Promise.reject(new CairnError('NOT_FOUND', 'gone'))
    expect(await search.search('q', 5)).toEqual([])
    told.b = { title: 't', turns: [['q', 'x']] }
    sessions.messages = () => Promise.reject(new CairnError('DISK_FULL', 'full'))
    await expect(search.search('q', 5)).rejects.toMatchObject({ code: 'DISK_FULL' })
    sessions.messages = read
    expect(ids(await search.search('q', 5))).toContain('b')
  })

  test('the limit holds, newest first', async () => {
    const told = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`s${n}`, { title: 'same', turns: [] }]))
    const { search } = setUp(told)
    expect(ids(await search.search('same', 3))).toEqual(['s0', 's1', 's2'])
  })
})

describe('a snippet', () => {
  test.each([
    ['İstanbul ﬁle 𝒜 '.repeat(20) + 'needle here', 'needle'],
    ['𠀀'.repeat(200) + '水位', '水位'],
    ['①②③'.repeat(60) + 'needle', 'needle'],
  ])('holds the match whatever folding does to the text before it, and cuts no character in two', (text, word) => {
    const snippet = snippetAround(text, [word])
    expect(snippet).toContain(word)
    expect(snippet.isWellFormed()).toBe(true)
  })
})

// Would catch research begun from a chat that remembers all the others.
test('one session alone, or all but one, can be remembered', async () => {
  const turns = (answer: string) => [['Who keeps the hut?', answer]] as const
  const { search } = setUp({
    a: { title: 'A', turns: turns('Otto Klein.') },
    b: { title: 'B', turns: turns('Nobody.') },
  })
  const terms = [{ surface: 'hut', alternatives: [['hut']], weight: 1 }]
  const { signal } = new AbortController()
  const answers = (found: readonly { answer: string }[]) => found.map(({ answer }) => answer)
  expect(answers(await search.recall(terms, { only: 'a' }, 5, signal))).toEqual(['Otto Klein.'])
  expect(answers(await search.recall(terms, { except: 'a' }, 5, signal))).toEqual(['Nobody.'])
})
