import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change } from '@shared/changes'
import type { SessionEntry } from '@engine/ports/storage/session-store'
import { SessionQueue } from '@engine/session/session-queue'
import { Sessions } from '@engine/session/sessions'
import { TurnRegistry } from '@engine/session/turn-registry'
import { JournalledSessionStore } from '@engine/storage/sessions/file-session-store'
import { temporaryFolder } from '../storage/store-fixture'

let folder = ''

beforeEach(async () => {
  // Only what the trash waits with; the store's own work goes on in real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  folder = await temporaryFolder()
  await mkdir(join(folder, 'tmp'))
})

afterEach(() => {
  vi.useRealTimers()
})

/** Each call is a new process on the same folder. */
function open(laterMs = 0) {
  const closing = new AbortController()
  const published: Change[] = []
  const now = () => 1_700_000_000_000 + laterMs
  const log = (line: string) => expect(line).toBe('')
  const publish = (change: Change) => published.push(change)
  const store = new JournalledSessionStore(folder, {
    temporaryFolder: join(folder, 'tmp'),
    readOnly: false,
    now,
    log,
  })
  const turns = new TurnRegistry({ publish, closing: closing.signal, now, log })
  const queue = new SessionQueue()
  const sessions = new Sessions({ store, queue, turns, publish, closing: closing.signal, now, log })
  return { sessions, store, closing, published }
}

async function fill(store: JournalledSessionStore, id: string): Promise<void> {
  const started: SessionEntry = { op: 'created', session_id: id, meta: {} }
  const message = { role: 'user', content: 'secret', turn_id: 't' } as const
  await store.append(id, [started, { op: 'message', message }], { durable: true })
}

const files = async () => (await readdir(folder)).filter((name) => name !== 'tmp').toSorted()

describe('the trash', () => {
  test('is emptied after twenty seconds, not before; no byte is left', async () => {
    const { sessions, store, published } = open()
    await fill(store, 's')
    expect(await sessions.trash('s')).toEqual({ trashed: ['s'], until: 1_700_000_020_000 })
    vi.advanceTimersByTime(19_999)
    await sessions.idle()
    expect(await files()).not.toEqual([])
    vi.advanceTimersByTime(1)
    await sessions.idle()
    expect(await files()).toEqual([])
    await expect(sessions.restore('s')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(published).toEqual([{ type: 'sessions', changed: [], removed: ['s'] }])
  })

  // Would catch a timer of an earlier stay that deletes what was restored since.
  test('gives back what is restored, and starts anew when it is trashed again', async () => {
    const { sessions, store, published } = open()
    await fill(store, 's')
    await sessions.trash('s')
    vi.advanceTimersByTime(15_000)
    const header = await sessions.restore('s')
    expect(published.at(-1)).toEqual({ type: 'sessions', changed: [header], removed: [] })
    await sessions.trash('s')
    vi.advanceTimersByTime(15_000)
    await sessions.idle()
    expect(await sessions.restore('s')).toEqual(header)
    vi.advanceTimersByTime(60_000)
    await sessions.idle()
    expect(await sessions.list()).toEqual([header])
  })

  test('left by a process that was killed is emptied by the next one if overdue, which shows nothing of it meanwhile', async () => {
    const first = open()
    await fill(first.store, 's')
    await fill(first.store, 'kept')
    await first.sessions.trash('s')
    const second = open(20_000)
    expect((await second.sessions.list()).map(({ id }) => id)).toEqual(['kept'])
    await second.sessions.idle()
    expect((await files()).filter((name) => name.startsWith('s.'))).toEqual([])
    expect(await files()).not.toEqual([])
    await expect(second.sessions.restore('s')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  // Catches an undo that a restart of the engine ends before its time.
  test('keeps its time over a crash: restorable until then, deleted after', async () => {
    const first = open()
    for (const id of ['a', 'b']) {
      await fill(first.store, id)
      await first.sessions.trash(id)
    }
    const second = open(15_000)
    // Asked at once, before the next process has read what is in the trash.
    expect(await second.sessions.restore('a')).toMatchObject({ id: 'a' })
    expect(await second.sessions.list()).toMatchObject([{ id: 'a' }])
    vi.advanceTimersByTime(4_999)
    await second.sessions.idle()
    expect(await second.store.trashed()).toMatchObject([{ id: 'b' }])
    vi.advanceTimersByTime(1)
    await second.sessions.idle()
    expect(await second.store.trashed()).toEqual([])
    expect((await files()).filter((name) => name.startsWith('b.'))).toEqual([])
    expect(await second.sessions.list()).toMatchObject([{ id: 'a' }])
  })

  test('is emptied when the engine closes, and nothing is put into it any more', async () => {
    const { sessions, store, closing } = open()
    await fill(store, 's')
    await sessions.trash('s')
    closing.abort()
    await expect(sessions.trash('s')).rejects.toMatchObject({ code: 'CANCELLED' })
    await sessions.close()
    expect(await files()).toEqual([])
  })
})
