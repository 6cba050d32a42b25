import { setImmediate as macrotask } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { QuietTimes } from '@engine/graph/runtime/quiet-times'
import { LateVectors } from '@engine/ingest/vectors/late-vectors'
import { RecentLooks } from '@engine/platform/order/recent-looks'
import { VectorSpaces } from '@engine/ingest/vectors/vector-spaces'
import type { Tracer } from '@engine/platform/tracing/span'
import type { Store } from '@engine/storage/store'
import { recordingTracer } from '../../../support/recording-tracer'
import { documentChunks, documentRecord, temporaryFolder, testStore } from '../../storage/store-fixture'
import { type WordEmbedder, wordEmbedder } from '../word-embedder'

const { signal } = new AbortController()
const quietly = () => undefined

/** A document as ingestion leaves it where a model makes the vectors. */
async function add(store: Store, id: string, texts: readonly string[], changes: Partial<DocumentRecord> = {}) {
  const document = documentChunks(id, 'r1', texts)
  await store.index.replace([{ ...document, chunks: document.chunks.map((row) => ({ ...row, vector: null })) }])
  const hash = '0'.repeat(64)
  const live = { revision: 'r1', content_hash: hash, text_object: hash, structure_object: hash }
  const waits = { chunk_count: texts.length, live: { ...live, vectors: 'waiting' as const }, ...changes }
  await store.catalogue.put(documentRecord(id, 'r1', waits))
}

interface Setting {
  readonly embedder?: WordEmbedder
  readonly catalogue?: Store['catalogue']
  readonly spaces?: VectorSpaces
  readonly tracer?: Tracer
  /** Documents that the embedder may not read. */
  readonly kept?: ReadonlySet<string>
}

function lateVectors(
  store: Store,
  { embedder = wordEmbedder('test-1', 8), catalogue = store.catalogue, spaces, tracer, kept }: Setting = {},
) {
  const [quiet, closing, waits] = [new QuietTimes(), new AbortController(), [] as number[]]
  const tables = store.vectors
  const looks = new RecentLooks()
  const late = new LateVectors({
    ...{ looks, now: () => 0 },
    ...{ catalogue, tables, quiet, closing: closing.signal, log: quietly, tracer },
    spaces: spaces ?? new VectorSpaces({ tables, embedderOf: () => embedder }),
    isChanging: () => false,
    mayRead: (_, id) => kept?.has(id) !== true,
    wait: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
  })
  const close = async () => {
    closing.abort()
    await late.close()
  }
  onTestFinished(close)
  return { late, looks, embedder, quiet, waits, close, made: () => late.made(quietly, signal) }
}

const marks = ({ catalogue }: Store) => catalogue.list().map(({ id, live }) => [id, live?.vectors ?? 'made'])
const vectorsOf = async (store: Store, id: string) => (await store.index.storedVectors(id)).size

describe('vectors that follow the words', () => {
  test('come in quiet times only, and whoever waits is told how many documents are left', async () => {
    const store = await testStore()
    const { late, quiet, embedder, made } = lateVectors(store)
    const turn = { session_id: 's', turn_id: 't' }
    quiet.follow({ type: 'turn', turn, state: 'running' })
    late.start()
    await add(store, 'a', ['one', 'two'])
    await macrotask()
    expect(embedder.made).toBe(0)
    quiet.follow({ type: 'turn', turn, state: 'ended' })
    await made()
    expect([embedder.made, marks(store), await vectorsOf(store, 'a')]).toEqual([2, [['a', 'made']], 2])
  })

  // Catches a document that somebody has open and that is found by its words only until a thousand others are done.
  test('come first for what somebody looks at, then for the newest and smallest', async () => {
    const store = await testStore()
    const day = 24 * 60 * 60 * 1000
    const many = Array.from({ length: 256 }, (_, at) => `text ${at}`)
    await add(store, 'old', ['one'], { modified_at: -900 * day })
    await add(store, 'large', many, { modified_at: 0 })
    await add(store, 'new', many.slice(0, 100), { modified_at: 0 })
    await add(store, 'open', many, { modified_at: -900 * day })
    const order: string[] = []
    store.catalogue.onChange(({ changed }) =>
      order.push(...changed.flatMap(({ id, live }) => (live?.vectors ? [] : id))),
    )
    const { late, looks, made } = lateVectors(store)
    looks.note('open')
    late.start()
    await made()
    expect(order).toEqual(['open', 'new', 'large', 'old'])
  })

  // Catches vectors whose time stands in no trace, and an empty trace for each look that finds nothing.
  test('are one trace until nothing waits, with a span for what is made together', async () => {
    const store = await testStore()
    const { tracer, spans, ended } = recordingTracer()
    await add(store, 'a', ['one', 'two'])
    const { late, made } = lateVectors(store, { tracer })
    late.start()
    await made()
    const together = 'ingest vectors > node vectors'
    await expect.poll(() => spans).toEqual([`${together} > node embed`, together, 'ingest vectors'])
    expect(ended[1]).toMatchObject({ in: { documents: 1 }, out: { chunks: 2 }, status: 'ok' })
    late.look()
    await made()
    expect(spans).toHaveLength(3)
  })

  // Catches a mark that goes first, and vectors that are made again because the mark did not.
  test('whatever ends the process between vectors and mark costs another look', async () => {
    const folder = await temporaryFolder()
    const store = await testStore(folder)
    await add(store, 'a', ['one', 'two'])
    const { catalogue } = store
    const cut: Store['catalogue'] = Object.create(catalogue, {
      update: { value: () => Promise.reject(new CairnError('STORE_UNUSABLE', 'The process ended.')) },
    }) as Store['catalogue']
    const bound = new Proxy(cut, {
      get: (target, key) => {
        const value: unknown = Reflect.get(key === 'update' ? target : catalogue, key)
        return typeof value === 'function' ? (value.bind(catalogue) as unknown) : value
      },
    })
    const first = lateVectors(store, { catalogue: bound })
    first.late.start()
    await expect.poll(() => first.waits.length, { timeout: 30_000 }).toBeGreaterThan(0)
    await first.close()
    expect([first.embedder.made, marks(store)]).toEqual([2, [['a', 'waiting']]])
    await store.close()
    const again = await testStore(folder)
    expect(again.missing()).toEqual([])
    const second = lateVectors(again)
    second.late.start()
    await second.made()
    expect([second.embedder.made, marks(again), await vectorsOf(again, 'a')]).toEqual([0, [['a', 'made']], 2])
  })

  // Catches a document whose text ends the model's process and takes the others of its call along.
  test('a text that no vector can be made of fails alone, says so, and is tried again at the next start', async () => {
    const store = await testStore()
    await add(store, 'good', ['one', 'two'])
    await add(store, 'bad', ['poison'])
    await add(store, 'fine', ['three'])
    const { late, embedder, waits, made, close } = lateVectors(store)
    embedder.before = (texts) => {
      if (texts.some((text) => text.includes('poison'))) throw new CairnError('MODEL_FAILED', 'Its process ended.')
    }
    late.start()
    await made()
    expect(Object.fromEntries(marks(store))).toEqual({ good: 'made', bad: 'failed', fine: 'made' })
    expect(waits.slice(0, 3)).toEqual([1000, 5000, 20_000])
    await close()
    const next = lateVectors(store)
    next.late.start()
    await next.made()
    expect(marks(store).map(([, mark]) => mark)).toEqual(['made', 'made', 'made'])
  })

  // Catches a library marked as hopeless because a server was away for a minute.
  test('what says nothing of a document leaves it waiting, and the embedder is asked again later', async () => {
    const store = await testStore()
    await add(store, 'a', ['one'])
    const { late, embedder, waits } = lateVectors(store)
    let away = 3
    embedder.before = () => {
      away -= 1
      if (away >= 0) throw new CairnError('UNREACHABLE', 'The server is away.')
    }
    late.start()
    await expect.poll(() => marks(store), { timeout: 30_000 }).toEqual([['a', 'made']])
    expect(waits).toEqual([5000, 20_000, 60_000])
  })

  test('what is in the trash, and what cannot be embedded now, waits', async () => {
    const store = await testStore()
    await add(store, 'gone', ['one'], { trashed_at: 1 })
    await add(store, 'here', ['two'])
    const model: { embedder?: WordEmbedder } = {}
    const spaces = new VectorSpaces({ tables: store.vectors, embedderOf: () => model.embedder })
    const { late, made } = lateVectors(store, { spaces })
    late.start()
    await made()
    expect(Object.fromEntries(marks(store))).toEqual({ gone: 'waiting', here: 'waiting' })
    model.embedder = wordEmbedder('test-1', 8)
    late.look()
    await made()
    expect(Object.fromEntries(marks(store))).toEqual({ gone: 'waiting', here: 'made' })
    await store.catalogue.update('gone', (record) => ({ ...record, trashed_at: null }))
    await made()
    expect(Object.fromEntries(marks(store))).toEqual({ gone: 'made', here: 'made' })
  })

  // Catches the loss of hours over one long book.
  test('of a long document, what is done is kept when it is interrupted', async () => {
    const store = await testStore()
    const chunks = 2200
    await add(
      store,
      'long',
      Array.from({ length: chunks }, (_, at) => `word${at}`),
    )
    const { late, embedder, close } = lateVectors(store)
    // A call makes 32 vectors, and they are kept at every 2048.
    let calls = 0
    const reached = new Promise<void>((resolve) => {
      embedder.before = async (_, stop) => {
        calls += 1
        if (calls <= 64) return
        resolve()
        await new Promise((ended) => stop?.addEventListener('abort', ended))
      }
    })
    late.start()
    await reached
    await close()
    expect(await vectorsOf(store, 'long')).toBe(2048)
    const next = lateVectors(store)
    next.late.start()
    await next.made()
    expect([next.embedder.made, await vectorsOf(store, 'long')]).toEqual([chunks - 2048, chunks])
  })

  test('a document changed meanwhile keeps nothing of before', async () => {
    const store = await testStore()
    await add(store, 'a', ['old words'])
    const { late, embedder, made } = lateVectors(store)
    let change: Promise<void> | undefined
    embedder.before = async () => {
      change ??= (async () => {
        await store.index.replace([documentChunks('a', 'r2', ['new words'])])
        await store.catalogue.update('a', (record) => {
          const { live } = record
          return { ...record, live: live && { ...live, revision: 'r2', vectors: undefined } }
        })
      })()
      await change
    }
    late.start()
    await made()
    expect((await store.index.chunksOf('a', 0, 9)).map(({ revision, text }) => [revision, text])).toEqual([
      ['r2', 'new words'],
    ])
  })

  // Catches a confidential text at an embedder of another machine, one that waits for ever, and a look that never ends.
  test('of what the embedder may not read are not made, and are as soon as it may', async () => {
    const store = await testStore()
    const kept = new Set(['secret', 'part'])
    await add(store, 'secret', ['one', 'two'])
    await add(store, 'part', ['three'])
    await add(store, 'open', ['four'])
    const { late, embedder, made } = lateVectors(store, { kept })
    const left: number[] = []
    const read: string[] = []
    embedder.before = (texts) => void read.push(...texts)
    late.start()
    await late.made((count) => left.push(count), signal)
    expect(Object.fromEntries(marks(store))).toEqual({ secret: 'waiting', part: 'waiting', open: 'made' })
    expect([read.length, left]).toEqual([1, [0]])
    expect(await store.vectors.current.documentsWithoutVectors()).toEqual(expect.arrayContaining(['secret', 'part']))
    kept.clear()
    // The record of a member says nothing of it: its file's does.
    await store.catalogue.update('secret', (record) => ({ ...record, tags: [] }))
    await made()
    expect(marks(store).map(([, mark]) => mark)).toEqual(['made', 'made', 'made'])
    expect(await store.vectors.current.documentsWithoutVectors()).toEqual([])
  })

  // Catches a document of which the rest is still sent after somebody has said that it must not be.
  test('stop in the middle of a document that is marked, and nothing of it is written', async () => {
    const store = await testStore()
    const kept = new Set<string>()
    await add(
      store,
      'long',
      Array.from({ length: 100 }, (_, at) => `word${at}`),
    )
    const { late, embedder, made } = lateVectors(store, { kept })
    embedder.before = () => void kept.add('long')
    late.start()
    await made()
    expect([embedder.made, marks(store), await vectorsOf(store, 'long')]).toEqual([32, [['long', 'waiting']], 0])
    kept.clear()
    embedder.before = undefined
    late.look()
    await made()
    expect([marks(store), await vectorsOf(store, 'long')]).toEqual([[['long', 'made']], 100])
  })
})
