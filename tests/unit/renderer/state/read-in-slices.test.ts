import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { TurnView } from '@shared/session/session-view'
import { FakeBrowser } from './browser'

interface Asked {
  readonly id: string
  readonly newest: number
  readonly before?: string
}

/** Every call for a slice, to be answered by the test. */
const calls: { readonly asked: Asked; readonly answer: () => void; readonly fail: () => void }[] = []
let all: TurnView[] = []

vi.mock('@renderer/state/connection', () => ({
  reachable: () => Promise.resolve(),
  call: (run: (client: unknown) => unknown) => run({ sessions: { view } }),
}))

function view(asked: Asked): Promise<unknown> {
  const end = asked.before === undefined ? all.length : all.findIndex(({ turn_id }) => turn_id === asked.before)
  const from = Math.max(0, end - asked.newest)
  const answer = { header: { id: asked.id }, turns: all.slice(from, end), earlier: { turns: from, places: from } }
  return new Promise((resolve, reject) =>
    calls.push({ asked, answer: () => resolve(answer), fail: () => reject(new Error('No.')) }),
  )
}

async function load() {
  vi.resetModules()
  const [chat, { go }, { useNotices }] = await Promise.all([
    import('@renderer/state/chat/chat-store'),
    import('@renderer/state/window/address'),
    import('@renderer/state/window/notices'),
  ])
  const idsOf = (id: string) => chat.useChat.getState().sessions[id]?.turns.map(({ turn_id }) => turn_id)
  return { ...chat, go, useNotices, idsOf }
}

async function nextCall(): Promise<(typeof calls)[number]> {
  await vi.waitFor(() => expect(calls).not.toHaveLength(0))
  const call = calls.shift()
  if (!call) throw new Error('Nothing was asked.')
  return call
}

beforeEach(() => {
  new FakeBrowser()
  calls.length = 0
  all = Array.from({ length: 150 }, (_, at) => ({
    ...{ turn_id: `t${at}`, trace_id: 'x', question: '', asked_at: '', status: 'complete', response: '', total_ms: 0 },
    ...{ stages: [], shortcut: null, evidence: [], refs: [], suggestions: [], filter: null, replaces: null },
    error: null,
  }))
})

describe('a long session', () => {
  test('is on show with its newest turns, and complete after the slices before them', async () => {
    const { go, openSession, idsOf, useChat } = await load()
    go({ sessionId: 's' })
    const opened = openSession('s')
    ;(await nextCall()).answer()
    await opened
    expect(idsOf('s')).toHaveLength(40)
    expect(useChat.getState().sessions['s']?.load).toBe('ready')
    for (const before of ['t110', 't50']) {
      const { asked, answer } = await nextCall()
      expect(asked.before).toBe(before)
      answer()
    }
    await vi.waitFor(() => expect(idsOf('s')).toEqual(all.map(({ turn_id }) => turn_id)))
    expect(useChat.getState().sessions['s']?.earlier).toBeNull()
    expect(calls).toEqual([])
  })

  // Would catch an engine kept busy with a chat that nobody looks at, and one that stays half read for ever.
  test('is not read on when another is opened, and is when it is opened again', async () => {
    const { go, openSession, idsOf } = await load()
    go({ sessionId: 's' })
    const opened = openSession('s')
    ;(await nextCall()).answer()
    await opened
    const late = await nextCall()
    go({ sessionId: 'other' })
    late.answer()
    // Whatever the answer sets off has happened by then.
    await new Promise((resolve) => setImmediate(resolve))
    expect(idsOf('s')).toHaveLength(40)
    go({ sessionId: 's' })
    void openSession('s')
    const { asked, answer } = await nextCall()
    expect(asked.before).toBe('t110')
    answer()
    await vi.waitFor(() => expect(idsOf('s')).toHaveLength(100))
  })

  // Would catch a slice of a session that was deleted coming into the one that was restored, or out of nowhere.
  test('that was forgotten takes nothing more in', async () => {
    const { go, openSession, forgetSessions, useChat, idsOf } = await load()
    go({ sessionId: 's' })
    const opened = openSession('s')
    ;(await nextCall()).answer()
    await opened
    const late = await nextCall()
    forgetSessions(['s'])
    const again = openSession('s')
    late.answer()
    expect(idsOf('s')).toEqual([])
    ;(await nextCall()).answer()
    await again
    expect(idsOf('s')).toHaveLength(40)
    forgetSessions(['s'])
    expect(useChat.getState().sessions['s']).toBeUndefined()
  })

  test('that cannot be read on says so, shows what is here, and is tried when it is opened again', async () => {
    const { go, openSession, useNotices, idsOf } = await load()
    go({ sessionId: 's' })
    const opened = openSession('s')
    ;(await nextCall()).answer()
    await opened
    ;(await nextCall()).fail()
    await vi.waitFor(() => expect(useNotices.getState().notices).toHaveLength(1))
    expect(idsOf('s')).toHaveLength(40)
    void openSession('s')
    expect((await nextCall()).asked.before).toBe('t110')
  })
})
