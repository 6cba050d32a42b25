import { describe, expect, test, vi } from 'vitest'
import { rewriteCorrected } from '@engine/pipeline/stages/2-query-rewrite'
import type { Memory } from '@engine/pipeline/turn'
import { fakeLanguageModels } from '../../../fakes/language-models'
import { fakeRooms, runTurn } from '../../../fakes/pipeline-rooms'

const documents = [
  { name: 'cable', text: 'The cable car takes nine minutes. It was built in 1983.' },
  { name: 'hut', text: 'The stone hut was opened in 1921 by Helga Mautner.' },
]
const nothing: Memory = { history: [], summary: '', questions: [] }
const misspelt = 'How long does the cabel car take?'
const request = (question: string) =>
  ({ question, sessionId: 's', turnId: 't', traceId: 'x', searchAnyway: false, language: 'en' }) as const
const { signal } = new AbortController()

describe('a misspelt question', () => {
  test('is rewritten as it is meant; as it is written it is searched first', async () => {
    const { rooms } = await fakeRooms(documents)
    const { value, summary } = await rewriteCorrected(request(misspelt), nothing, rooms, signal)
    expect(value.asked.text).toBe('How long does the cable car take?')
    expect(value.asked.parts.map(({ text }) => text)).toEqual(['How long does the cable car take?'])
    expect(value.queries.map(({ text }) => text)).toEqual([misspelt, 'How long does the cable car take?'])
    expect(value.respelled).toEqual([{ from: 'cabel', to: 'cable' }])
    expect(summary?.[0]).toEqual({ key: 'respelled', values: { from: 'cabel', to: 'cable' } })
  })

  test('is translated as it is meant', async () => {
    const { rooms } = await fakeRooms([{ name: 'pump', text: 'The pump is old.' }])
    const { value } = await rewriteCorrected(request('How old is the pmup, and where?'), nothing, rooms, signal)
    expect(value.queries.filter(({ translated }) => translated).map(({ text }) => text)).toEqual(['水泵'])
  })

  test('has its references resolved, and what they refer to is read as well', async () => {
    const { rooms } = await fakeRooms(documents)
    const history = [{ question: 'What is the cabel car?', answer: 'Nine minutes.', wasClarification: false }]
    const { value } = await rewriteCorrected(request('When was it built?'), { ...nothing, history }, rooms, signal)
    expect(value.asked.text).toBe('What is the cable car? When was it built?')
  })

  // Would catch a rewrite from the cache that goes on reading a word otherwise which a new document has.
  test('is read anew when the library has changed', async () => {
    const before = await fakeRooms(documents)
    await rewriteCorrected(request(misspelt), nothing, before.rooms, signal)
    const again = await rewriteCorrected(request(misspelt), nothing, before.rooms, signal)
    expect(again).toMatchObject({ status: 'cache_hit', value: { respelled: [{ from: 'cabel' }] } })
    const { index } = (await fakeRooms([...documents, { name: 'x', text: 'Mr cabel.' }])).rooms
    const after = await rewriteCorrected(request(misspelt), nothing, { ...before.rooms, index }, signal)
    expect(after.value.asked.text).toBe(misspelt)
    expect(after.value.respelled).toBeUndefined()
  })

  test('stays as it is, rewritten, where the library cannot be asked, fails or is late', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      for (const textSearch of [() => Promise.reject(new Error('broken')), () => new Promise<never>(() => undefined)]) {
        const { rooms } = await fakeRooms(documents)
        const history = [{ question: 'How long is the cable car?', answer: '', wasClarification: false }]
        const index = { ...rooms.index, textSearch }
        const outcome = rewriteCorrected(request('Is it opend?'), { ...nothing, history }, { ...rooms, index }, signal)
        await vi.advanceTimersByTimeAsync(450)
        const { value, status } = await outcome
        expect(status).not.toBe('degraded')
        expect(value.asked.text).toBe('How long is the cable car? Is it opend?')
        expect(value.respelled).toBeUndefined()
      }
    } finally {
      vi.useRealTimers()
    }
  })

  test('is no pasted text', async () => {
    const { rooms } = await fakeRooms(documents)
    const { value } = await rewriteCorrected(request(`${misspelt} ${'word '.repeat(200)}`), nothing, rooms, signal)
    expect(value.respelled).toBeUndefined()
  })
})

describe('a turn', () => {
  const said = (events: Awaited<ReturnType<typeof runTurn>>) => {
    const final = events.at(-1)
    return final?.type === 'final' ? final : null
  }

  test('says behind the answer what was read otherwise, outside every reference', async () => {
    const { rooms, sessions } = await fakeRooms(documents)
    const final = said(await runTurn(misspelt, rooms, { searchAnyway: true }))
    const notice = 'I read “cabel” as “cable”.'
    expect(final?.response).toContain('nine minutes')
    expect(final?.response.endsWith(`\n\n${notice}`)).toBe(true)
    for (const ref of final?.refs ?? []) expect(ref.response_end).toBeLessThan(final?.response.indexOf(notice) ?? 0)
    const [trace] = (await sessions.load('s1')).session.turns ?? []
    expect(trace?.basis?.rewrite).toMatchObject({ respelled: [{ from: 'cabel', to: 'cable' }] })
    expect(trace?.queries.slice(0, 2)).toEqual([misspelt, 'How long does the cable car take?'])
  })

  test('says it in a refusal and in Chinese as well', async () => {
    const { rooms } = await fakeRooms(documents)
    const refused = said(await runTurn('Who painted the cabel of Zanzibar?', rooms, { searchAnyway: true }))
    expect(refused?.response).toMatch(/None of them mentions .*“Zanzibar”.*\n\nI read “cabel” as “cable”\.$/u)
    const chinese = said(await runTurn('cabel car 需要几分钟？', rooms, { searchAnyway: true, turnId: 't2' }))
    expect(chinese?.response).toMatch(/\n\n已将“cabel”理解为“cable”。$/u)
  })

  test('says it once: a question that only refers to the misspelt one is answered without', async () => {
    const { rooms, sessions } = await fakeRooms(documents)
    await runTurn('What is the cabel car?', rooms, { searchAnyway: true })
    const final = said(await runTurn('In which year was it built?', rooms, { searchAnyway: true, turnId: 't2' }))
    expect(final?.response).toContain('1983')
    expect(final?.response).not.toContain('I read')
    const trace = (await sessions.load('s1')).session.turns?.[1]
    expect(trace?.queries[1]).toContain('cable car')
  })

  test('corrects what a model makes of the question', async () => {
    const understand = JSON.stringify({
      standalone: 'How long does the cabel car take, and when was the cabel car built?',
      parts: ['How long does the cabel car take?', 'When was the cabel car built?'],
      queries: ['cabel car duration'],
      intents: [{ kind: 'KB', topic: '', confidence: 0.98 }],
    })
    const { rooms, sessions } = await fakeRooms(documents)
    const models = fakeLanguageModels({ scripts: { understand: [understand] } })
    await runTurn('How long does the cabel car take, and when was it built?', { ...rooms, models })
    const trace = (await sessions.load('s1')).session.turns?.[0]
    expect(trace?.queries.slice(1).join(' ')).not.toContain('cabel')
    expect(trace?.queries).toContain('When was the cable car built?')
  })
})
