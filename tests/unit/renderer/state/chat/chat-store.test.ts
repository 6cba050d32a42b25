import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import { type CairnEvent, createStamper, type EventBody } from '@shared/events'
import type { Connection } from '@renderer/bridge/connect'

vi.stubGlobal('window', {
  location: { hash: '' },
  history: { pushState: () => undefined },
  addEventListener: () => undefined,
})
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 0))
vi.stubGlobal('cancelAnimationFrame', (id: ReturnType<typeof setTimeout>) => clearTimeout(id))

const connections: FakeConnection[] = []
vi.mock('@renderer/bridge/connect', () => ({
  connect: () => {
    const next = connections.shift()
    return next ? Promise.resolve(next.connection) : new Promise(() => undefined)
  },
  errorOf: (thrown: unknown) => thrown,
}))

/** All of a session. */
const viewWith = (turns: readonly unknown[]) => ({ header: { id: 's' }, turns, earlier: { turns: 0, places: 0 } })

/** An engine as one connection sees it; `lose` ends the connection in the middle of whatever it streams. */
async function* oneByOne(events: AsyncGenerator<CairnEvent>): AsyncGenerator<CairnEvent[]> {
  for await (const event of events) yield [event]
}

class FakeConnection {
  readonly followed: number[] = []
  readonly started: string[] = []
  readonly languages: unknown[] = []
  #lost = false
  #close: () => void = () => undefined
  readonly connection: Connection

  constructor(
    private readonly events: (afterSeq: number) => AsyncGenerator<CairnEvent>,
    view: () => unknown = () => viewWith([]),
  ) {
    const closed = new Promise<void>((resolve) => (this.#close = resolve))
    const snapshot = { type: 'snapshot', documents: [], sessions: [], jobs: [], running: [], settings: {} }
    const client = {
      shell: { info: () => Promise.resolve({ kind: 'web' }) },
      changes: {
        watch: () =>
          Promise.resolve(
            (async function* () {
              yield snapshot
              await closed
            })(),
          ),
      },
      sessions: { view: () => Promise.resolve(view()) },
      chat: {
        start: ({ turn_id, locale }: { turn_id: string; locale?: string }) => {
          this.started.push(turn_id)
          this.languages.push(locale)
          return this.#lost ? Promise.reject(new Error('gone')) : Promise.resolve({})
        },
        follow: ({ after_seq }: { after_seq: number }) => {
          this.followed.push(after_seq)
          return Promise.resolve(oneByOne(this.events(after_seq)))
        },
      },
    }
    this.connection = {
      client: client as unknown as Connection['client'],
      isOpen: () => !this.#lost,
      close: () => this.lose(),
    }
  }

  lose(): void {
    this.#lost = true
    this.#close()
  }
}

const stamp = createStamper('s', 't', () => 0)
const bodies: EventBody[] = [
  { type: 'session', question: 'How deep?', is_new: true, filter: null, replaces: null },
  ...['The ', 'lake ', 'is ', '41 ', 'metres ', 'deep.'].map((content): EventBody => ({ type: 'token', content })),
  {
    type: 'final',
    trace_id: 'x',
    total_ms: 3,
    response: 'The lake is 41 metres deep.',
    refs: [],
    usage: { prompt_tokens: 0, completion_tokens: 6, total_tokens: 6 },
    suggestions: [],
  },
]
const events = bodies.map(stamp)

let leaving: AbortController
beforeEach(() => {
  vi.resetModules()
  connections.length = 0
  leaving = new AbortController()
})
afterEach(() => leaving.abort())

async function open() {
  const { stayConnected } = await import('@renderer/state/connection')
  const { applyChange } = await import('@renderer/state/apply-change')
  const chat = await import('@renderer/state/chat/chat-store')
  void stayConnected(applyChange, leaving.signal)
  return chat
}

describe('an answer across a lost connection', () => {
  it('goes on after the last event it saw: no token is lost, none repeated', async () => {
    const first = new FakeConnection(async function* () {
      for (const event of events.slice(0, 4)) yield await Promise.resolve(event)
      first.lose()
      throw new Error('socket closed')
    })
    const second = new FakeConnection(async function* (afterSeq) {
      // A server may well replay more than was asked for.
      for (const event of events.slice(Math.max(0, afterSeq - 1))) yield await Promise.resolve(event)
    })
    connections.push(first, second)
    const { ask, useChat } = await open()
    const sessionId = ask('How deep?', { sessionId: null })
    await vi.waitFor(() => {
      expect(useChat.getState().sessions[sessionId]?.turns[0]).toMatchObject({
        status: 'complete',
        response: 'The lake is 41 metres deep.',
      })
    })
    expect(first.followed).toEqual([-1])
    expect(second.followed).toEqual([3])
  })

  it('shows what the record kept when the engine that ran it is gone', async () => {
    let turnId = ''
    const first = new FakeConnection(async function* () {
      for (const event of events.slice(0, 3)) yield await Promise.resolve(event)
      first.lose()
      throw new Error('socket closed')
    })
    const recorded = () =>
      viewWith([
        {
          ...{ turn_id: turnId, trace_id: '', question: 'How deep?', asked_at: '', status: 'interrupted' },
          ...{ response: 'The lake ', total_ms: 0, stages: [], shortcut: null, evidence: [], refs: [] },
          ...{ suggestions: [], filter: null, replaces: null, error: null },
        },
      ])

    const second = new FakeConnection(async function* () {
      // The class as the window has it: its modules are loaded anew for each test.
      const { CairnError } = await import('@shared/errors')
      throw new CairnError('NOT_FOUND', 'This engine has not run the turn.')
    }, recorded)
    connections.push(first, second)
    const { ask, useChat } = await open()
    const sessionId = ask('How deep?', { sessionId: null })
    turnId = useChat.getState().sessions[sessionId]?.turns[0]?.turn_id ?? ''
    await vi.waitFor(() => {
      expect(useChat.getState().sessions[sessionId]?.turns).toMatchObject([
        { turn_id: turnId, status: 'interrupted', response: 'The lake ' },
      ])
    })
  })

  it('asks again, under the same id, when the connection broke before the question was taken', async () => {
    const first = new FakeConnection(() => {
      throw new Error('never followed')
    })
    const start = first.connection.client.chat
    const second = new FakeConnection(async function* () {
      for (const event of events) yield await Promise.resolve(event)
    })
    connections.push(first, second)
    Object.assign(start, {
      start: ({ turn_id }: { turn_id: string }) => {
        first.started.push(turn_id)
        first.lose()
        return new Promise((_, reject) => setTimeout(() => reject(new Error('socket closed')), 5))
      },
    })
    const { ask, useChat } = await open()
    const sessionId = ask('How deep?', { sessionId: null })
    await vi.waitFor(() => {
      expect(useChat.getState().sessions[sessionId]?.turns[0]?.status).toBe('complete')
    })
    expect(second.started).toEqual(first.started)
    expect(second.languages).toEqual(['en'])
  })

  // Would catch a sum that is answered in English in a Chinese window.
  it('is asked for in the language of the window', async () => {
    const only = new FakeConnection(async function* () {
      for (const event of events) yield await Promise.resolve(event)
    })
    connections.push(only)
    const { ask, useChat } = await open()
    const { default: i18next } = await import('i18next')
    await i18next.init({ lng: 'zh', resources: {} })
    const sessionId = ask('15% * 890000', { sessionId: null })
    await vi.waitFor(() => {
      expect(useChat.getState().sessions[sessionId]?.turns[0]?.status).toBe('complete')
    })
    expect(only.languages).toEqual(['zh'])
  })
})

describe('an answer that fails to be read on', () => {
  const failing = () => new CairnError('INTERNAL', 'The event journal could not be read.')
  const runs = () =>
    viewWith([
      {
        ...{ turn_id: turnId, trace_id: '', question: 'How deep?', asked_at: '', status: 'running' },
        ...{ response: '', total_ms: 0, stages: [], shortcut: null, evidence: [], refs: [] },
        ...{ suggestions: [], filter: null, replaces: null, error: null },
      },
    ])
  let turnId = ''
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('is read on where a later try succeeds', async () => {
    let tries = 0
    const connection = new FakeConnection(async function* (afterSeq) {
      if (++tries < 3) throw failing()
      for (const event of events.slice(afterSeq + 1)) yield await Promise.resolve(event)
    }, runs)
    connections.push(connection)
    const { ask, useChat } = await open()
    const sessionId = ask('How deep?', { sessionId: null })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(useChat.getState().sessions[sessionId]?.turns[0]).toMatchObject({ status: 'complete' })
    expect(connection.followed).toHaveLength(3)
  })

  // Would catch a window that asks a failing engine again and again without a pause, and one that says the engine stopped.
  it('is given up after a few tries, with what went wrong', async () => {
    const connection = new FakeConnection(async function* () {
      await Promise.resolve()
      throw failing()
    }, runs)
    connections.push(connection)
    const { ask, useChat } = await open()
    const sessionId = ask('How deep?', { sessionId: null })
    turnId = useChat.getState().sessions[sessionId]?.turns[0]?.turn_id ?? ''
    await vi.advanceTimersByTimeAsync(60_000)
    expect(connection.followed).toHaveLength(4)
    expect(useChat.getState().sessions[sessionId]?.turns).toMatchObject([
      { status: 'error', error: { code: 'INTERNAL' } },
    ])
  })
})
