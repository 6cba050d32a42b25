import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change, Job } from '@shared/changes'
import type { SessionHeader } from '@shared/session/session-view'
import { defaultSettings } from '@shared/settings'
import { ChangeFeed } from '@engine/platform/changes/change-feed'
import { documentNamed } from '../../../fakes/fake-engine'

const header = (id: string, updated_at = ''): SessionHeader => {
  return { id, title: id, message_count: 1, created_at: '', updated_at, pinned: false }
}
const job = (done: number, state: Job['state'] = 'running'): Job => {
  return { id: 'j', kind: 'ingest', state, done, total: 9, message: '', started_at: 0, ended_at: null, error: null }
}
const document = (id: string, title = id) => documentNamed(id, { id, title })
const changedDocument = (id: string, title = id): Change => {
  return { type: 'documents', changed: [document(id, title)], removed: [] }
}

const graph = (version: number) => {
  const counts = { entities: 1, relations: 0, communities: 0, documents: { done: 1, total: 1 }, building: false }
  return { type: 'graph', graph: { version, ...counts } } satisfies Change
}

/** A library behind a feed, and a reader of it. */
function setUp(mostPending?: number) {
  const documents = new Map<string, ReturnType<typeof document>>()
  let sessions = () => Promise.resolve([header('s')])
  const present = () => ({
    ...{ documents: [...documents.values()], jobs: [], running: [], settings: defaultSettings, graph: graph(1).graph },
  })
  const feed = new ChangeFeed({ present, sessions: () => sessions(), ...(mostPending ? { mostPending } : {}) })
  const stop = new AbortController()
  const put = (id: string, title = id) => {
    documents.set(id, document(id, title))
    feed.publish(changedDocument(id, title))
  }
  const listSlowly = (list: () => Promise<SessionHeader[]>) => (sessions = list)
  return { feed, stop, put, listSlowly, changes: feed.subscribe(stop.signal) }
}

async function nextOf(changes: AsyncGenerator<Change>): Promise<Change> {
  const next = await changes.next()
  if (next.done) throw new Error('the feed ended')
  return next.value
}

/** Reads for ever into the list returned. */
function readAll(changes: AsyncGenerator<Change>): Change[] {
  const all: Change[] = []
  void (async () => {
    for await (const change of changes) all.push(change)
  })()
  return all
}

const typesOf = (changes: readonly Change[]) => changes.map(({ type }) => type)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('ChangeFeed', () => {
  // Catches a window that is told of ten thousand documents one by one.
  test('tells at once which documents wait for the graph, each as it is now', async () => {
    const { feed, changes } = setUp()
    const all = readAll(changes)
    await vi.advanceTimersByTimeAsync(0)
    const mapping = (waiting: string[], settled: string[] = []) => feed.publish({ type: 'mapping', waiting, settled })
    mapping(['a'])
    await vi.advanceTimersByTimeAsync(0)
    for (const id of ['b', 'c']) mapping([id])
    mapping([], ['a', 'b'])
    await vi.advanceTimersByTimeAsync(500)
    expect(all.slice(1)).toEqual([
      { type: 'mapping', waiting: ['a'], settled: [] },
      { type: 'mapping', waiting: ['c'], settled: ['b', 'a'] },
    ])
  })

  test('begins with a snapshot, then tells every change, and ends when aborted', async () => {
    const { feed, stop, put, changes } = setUp()
    put('before')
    const all = readAll(changes)
    await vi.advanceTimersByTimeAsync(0)
    put('after')
    feed.publish({ type: 'turn', turn: { session_id: 's', turn_id: 't' }, state: 'running' })
    feed.publish({ type: 'turn', turn: { session_id: 's', turn_id: 't' }, state: 'ended' })
    await vi.advanceTimersByTimeAsync(0)
    expect(typesOf(all)).toEqual(['snapshot', 'documents', 'turn', 'turn'])
    expect(all[0]).toMatchObject({ documents: [{ id: 'before' }], sessions: [{ id: 's' }] })
    expect(all[1]).toMatchObject({ changed: [{ id: 'after' }], removed: [] })
    stop.abort()
    expect(await changes.next()).toEqual({ done: true, value: undefined })
  })

  // Catches a change that is told twice or not at all because it came while the snapshot was being made.
  test('what changes while the snapshot is being made is in it, once', async () => {
    const { feed, put, listSlowly, changes } = setUp()
    let release: (list: SessionHeader[]) => void = () => undefined
    listSlowly(() => new Promise((resolve) => (release = resolve)))
    const first = nextOf(changes)
    put('meanwhile')
    feed.publish({ type: 'sessions', changed: [header('new', '2026')], removed: ['gone'] })
    feed.publish({ type: 'job', job: job(1) })
    release([header('s'), header('gone')])
    expect(await first).toMatchObject({ documents: [{ id: 'meanwhile' }], sessions: [{ id: 'new' }, { id: 's' }] })
    const next = nextOf(changes)
    put('later')
    expect(await next).toMatchObject({ type: 'documents', changed: [{ id: 'later' }] })
  })

  test('documents come in at most ten batches a second, each as it is then; jobs at most twenty', async () => {
    const { feed, put, changes } = setUp()
    const all = readAll(changes)
    await vi.advanceTimersByTimeAsync(0)
    for (let step = 0; step < 200; step += 1) {
      put('a', `step ${step}`)
      feed.publish({ type: 'job', job: job(step) })
      await vi.advanceTimersByTimeAsync(5)
    }
    await vi.advanceTimersByTimeAsync(200)
    const batches = all.filter((change) => change.type === 'documents')
    const jobs = all.filter((change) => change.type === 'job')
    expect(batches.length).toBeLessThanOrEqual(12)
    expect(batches.length).toBeGreaterThan(5)
    expect(batches.at(-1)?.changed).toMatchObject([{ title: 'step 199' }])
    expect(jobs.length).toBeLessThanOrEqual(23)
    expect(jobs.at(-1)?.job.done).toBe(199)
  })

  test('the graph is in the snapshot, then told at most five times a second, as it is then', async () => {
    const { feed, changes } = setUp()
    const all = readAll(changes)
    await vi.advanceTimersByTimeAsync(0)
    for (let version = 2; version <= 101; version += 1) {
      feed.publish(graph(version))
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(300)
    const versions = all.flatMap((change) => ('graph' in change && change.graph ? change.graph.version : []))
    expect([versions[0], versions.at(-1)]).toEqual([1, 101])
    expect(versions.length).toBeLessThanOrEqual(8)
  })

  test('a job is said to have ended after its documents', async () => {
    const { feed, put, changes } = setUp()
    const all = readAll(changes)
    await vi.advanceTimersByTimeAsync(0)
    put('a', 'first')
    await vi.advanceTimersByTimeAsync(0)
    put('a', 'last')
    feed.publish({ type: 'job', job: job(9, 'done') })
    await vi.advanceTimersByTimeAsync(0)
    expect(typesOf(all)).toEqual(['snapshot', 'documents', 'documents', 'job'])
  })

  // Catches a window that was left in the background and fills the memory.
  test('a reader that does not read keeps a bounded number, then starts again from a snapshot', async () => {
    const { put, changes } = setUp(10)
    await nextOf(changes)
    for (let n = 0; n < 1000; n += 1) put('same', `${n}`)
    expect(await nextOf(changes)).toMatchObject({ type: 'documents', changed: [{ title: '999' }] })
    for (let n = 0; n < 1000; n += 1) put(`d${n}`)
    const fresh = await nextOf(changes)
    expect(fresh.type === 'snapshot' && fresh.documents).toHaveLength(1001)
    const next = nextOf(changes)
    put('after')
    await vi.advanceTimersByTimeAsync(100)
    expect(await next).toMatchObject({ type: 'documents', changed: [{ id: 'after' }] })
  })

  test('readers do not take changes from each other, and a closed one is forgotten', async () => {
    const { feed, put, changes } = setUp()
    const other = feed.subscribe(new AbortController().signal)
    await Promise.all([nextOf(changes), nextOf(other)])
    put('a')
    expect(await Promise.all([nextOf(changes), nextOf(other)])).toMatchObject([
      { type: 'documents' },
      { type: 'documents' },
    ])
    await changes.return(undefined)
    put('b')
    await vi.advanceTimersByTimeAsync(100)
    expect(await nextOf(other)).toMatchObject({ changed: [{ id: 'b' }] })
  })
})
