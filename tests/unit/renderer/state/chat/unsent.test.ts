import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatSession } from '@renderer/state/chat/chat-session'
import { beginTurn, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { FakeBrowser } from '../browser'

vi.mock('@renderer/bridge/connect', () => ({ connect: () => new Promise(() => undefined) }))

let browser = new FakeBrowser()
beforeEach(() => (browser = new FakeBrowser()))

/** A page that was just loaded. */
async function load() {
  vi.resetModules()
  const [unsent, chat, connection, drafts, sessions, running, scope, view] = await Promise.all([
    import('@renderer/state/chat/unsent'),
    import('@renderer/state/chat/chat-store'),
    import('@renderer/state/connection'),
    import('@renderer/state/chat/drafts'),
    import('@renderer/state/chat/sessions-store'),
    import('@renderer/state/chat/sessions-store'),
    import('@renderer/state/library/scope'),
    import('@renderer/state/window/address'),
  ])
  const show = (id: string, turns: readonly Turn[], earlier: ChatSession['earlier'] = null) => {
    const session: ChatSession = { load: 'ready', error: null, turns, earlier }
    chat.useChat.setState(({ sessions: all }) => ({ sessions: { ...all, [id]: session } }))
  }
  const turnsOf = (id: string) => chat.useChat.getState().sessions[id]?.turns ?? []
  const open = (...ids: string[]) => {
    const times = { created_at: '', updated_at: '' }
    const headers = ids.map((id) => ({ id, title: '', message_count: 1, pinned: false, ...times }))
    sessions.useSessions.setState({ headers, known: true })
    connection.useConnection.setState({ status: 'open' })
  }
  const draft = (key: string) => drafts.useDrafts.getState().entries[key]
  return { ...unsent, ...drafts, ...running, ...scope, ...view, show, turnsOf, open, draft }
}

const scope = { collections: [], documents: [], tags: ['dogs'], formats: [], dates: [], changed: [] }
const kept = () => [...browser.stored.keys()].filter((key) => key.startsWith('cairn.unsent.'))
const old = (id: string) => {
  const start = { session_id: 's_1', turn_id: id, question: 'Old?', filter: null, replaces: null, asked_at: '' }
  return beginTurn(start)
}

describe('a question the engine has not taken', () => {
  it('is kept while it waits or has failed, and let go with the first sign that it was taken', async () => {
    const page = await load()
    page.askKept('How deep?', { sessionId: 's_1' })
    expect(kept()).toHaveLength(1)
    const [turn] = page.turnsOf('s_1')
    if (!turn) throw new Error('Nothing was asked.')
    page.show('s_1', [{ ...turn, status: 'error' }])
    expect(kept()).toHaveLength(1)
    page.show('s_1', [{ ...turn, lastSeq: 0 }])
    expect(kept()).toHaveLength(0)
  })

  it('is back in the draft of its session after a reload, with its scope, once the record lacks it', async () => {
    const before = await load()
    before.askKept('How deep?', { sessionId: 's_1', filter: { tags: ['dogs'] } })
    const page = await load()
    page.writeDraft('s_1', 'And the')
    const stop = page.restoreUnsent()
    page.open('s_1')
    expect(page.draft('s_1')).toBe('And the')
    page.show('s_1', [old('t_old')])
    expect(page.draft('s_1')).toBe('How deep?\n\nAnd the')
    expect(page.useScopes.getState().entries['s_1']).toEqual(scope)
    expect(kept()).toHaveLength(0)
    stop()
  })

  // Would catch a question asked twice because the slice of a long session that has it had not been read.
  it('waits for all of its session before it counts as lost', async () => {
    const before = await load()
    before.askKept('How deep?', { sessionId: 's_1' })
    const page = await load()
    const stop = page.restoreUnsent()
    page.open('s_1')
    page.show('s_1', [old('t_old')], { before: 't_old', turns: 3, places: 3 })
    expect(page.draft('s_1')).toBeUndefined()
    expect(kept()).toHaveLength(1)
    page.show('s_1', [old('t_older'), old('t_old')])
    expect(page.draft('s_1')).toBe('How deep?')
    stop()
  })

  it('is in the draft of the new chat where its session never came to be', async () => {
    const before = await load()
    const id = before.askKept('How deep?', { sessionId: null })
    const page = await load()
    page.go({ view: 'chat', sessionId: id })
    const stop = page.restoreUnsent()
    page.open('s_other')
    expect(page.draft('new')).toBe('How deep?')
    expect(page.useRoute.getState().sessionId).toBeNull()
    stop()
  })

  it('is not asked for again where the record or the engine has it', async () => {
    const before = await load()
    before.askKept('How deep?', { sessionId: 's_1' })
    before.askKept('How wide?', { sessionId: 's_1' })
    const [deep, wide] = before.turnsOf('s_1')
    if (!deep || !wide) throw new Error('Nothing was asked.')
    const page = await load()
    const stop = page.restoreUnsent()
    page.receiveRunning([{ session_id: 's_1', turn_id: wide.turn_id }])
    page.open('s_1')
    page.show('s_1', [deep])
    expect(page.draft('s_1')).toBeUndefined()
    expect(kept()).toHaveLength(0)
    stop()
  })
})
