import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { Ingest } from '@engine/ingest/jobs/ingest-documents'
import type { IngestRooms } from '@engine/ingest/jobs/process-context'
import { RecentLooks } from '@engine/platform/order/recent-looks'
import type { VectorLender } from '@engine/ingest/vectors/vector-spaces'
import { createParsePool, type ParsePool } from '@engine/ingest/parsing/parse-pool'
import type { Embedder } from '@engine/ports/models/embedder'
import { openStore } from '@engine/storage/opening/open-store'
import type { Store } from '@engine/storage/store'

const embedder = createHashedNgramEmbedder()
const quiet = () => undefined
const { signal } = new AbortController()
let folder = ''
let store: Store
let parsePool: ParsePool
let failures = 0

beforeAll(() => {
  parsePool = createParsePool()
})

afterAll(() => parsePool.close())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-ingest-'))
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files', 'a.md'), '# Pumps\n\nThe pump moves 40 litres.')
  store = await openStore(join(folder, 'store'), { dimensions: embedder.dimensions, embedderId: embedder.id })
  failures = 0
})

afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

/** An ingest whose next `failures` writes to the index are refused. */
function ingest(other: Embedder = embedder, makeWay?: IngestRooms['makeWay']): Ingest {
  const { index } = store
  const writer = {
    replace: (documents: Parameters<typeof index.replace>[0]) => {
      if (failures === 0) return index.replace(documents)
      failures -= 1
      return Promise.reject(new CairnError('STORE_DAMAGED', 'The tables cannot be written.', 'Try again.'))
    },
    remove: (ids: readonly string[]) => index.remove(ids),
    addVectors: (documents: Parameters<typeof index.addVectors>[0]) => index.addVectors(documents),
    storedVectors: (id: string) => index.storedVectors(id),
    maintain: () => index.maintain(),
    statistics: index.statistics,
  }
  const { catalogue, objects } = store
  const space = { embedder: other, index: writer }
  const vectors: VectorLender = { current: () => space, use: (work) => work(space), remove: writer.remove }
  const rooms = {
    catalogue,
    objects,
    vectors,
    parsePool,
    now: Date.now,
    newId: randomUUID,
    looks: new RecentLooks(),
    maySweep: true,
    makeWay,
  }
  const hooks = { restore: () => Promise.resolve(true), registered: () => undefined, removed: () => Promise.resolve() }
  return new Ingest(rooms, hooks)
}

// Catches a rebuild that gives up the kept texts when the index cannot be written, and sweeps them away.
test('an index that cannot be written costs no text, and trying again needs no file', async () => {
  const work = ingest()
  await work.add({ paths: [join(folder, 'files')] }, quiet, signal)
  const [before] = store.catalogue.list()
  const id = before?.id ?? ''
  await rm(join(folder, 'files'), { recursive: true })
  await store.resetTables()
  failures = 1
  await work.reindex([id], quiet, signal)
  expect(store.catalogue.get(id)).toMatchObject({ status: 'failed', error: { code: 'STORE_DAMAGED' } })
  expect(await store.objects.has(before?.live?.text_object ?? '')).toBe(true)
  await work.process([id], quiet, signal)
  expect(store.catalogue.get(id)).toMatchObject({ status: 'ready', error: null, pending: null })
  expect(await store.check()).toMatchObject({ ok: true, problems: [] })
})

// Catches a rebuild that calls a document ready with the content before, where a crash cut off the reading of a changed file.
test('a changed file whose reading was cut off is read after a rebuild', async () => {
  const work = ingest()
  const path = join(folder, 'files', 'a.md')
  await work.add({ paths: [path] }, quiet, signal)
  const [before] = store.catalogue.list()
  const id = before?.id ?? ''
  await writeFile(path, '# Valve\n\nThe valve was replaced in May.\n')
  await store.catalogue.update(id, (record) => ({ ...record, status: 'parsing', content_hash: 'f'.repeat(64) }))
  await store.resetTables()
  await work.reindex([id], quiet, signal)
  const [after] = store.catalogue.list()
  expect(after).toMatchObject({ id, status: 'ready', pending: null })
  expect(after?.live?.content_hash).toBe(after?.content_hash)
  expect(after?.live?.content_hash).not.toBe(before?.live?.content_hash)
  expect(await store.check()).toMatchObject({ ok: true, problems: [] })
})

// Catches files that take the processor from a question.
test('no document is begun while somebody waits for an answer', async () => {
  let answered = (): void => undefined
  const turn = new Promise<void>((resolve) => (answered = resolve))
  const work = ingest(embedder, () => turn)
  const added = work.add({ paths: [join(folder, 'files')] }, quiet, signal)
  await expect.poll(() => store.catalogue.list(), { timeout: 20_000 }).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(store.catalogue.list()).toMatchObject([{ status: 'queued' }])
  answered()
  await added
  expect(store.catalogue.list()).toMatchObject([{ status: 'ready' }])
})

// Catches a first ingest that forgets what it parsed when only the write failed.
test('a new document whose write failed is finished from its parsed text', async () => {
  const work = ingest()
  failures = 1
  await work.add({ paths: [join(folder, 'files', 'a.md')] }, quiet, signal)
  const [failed] = store.catalogue.list()
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'STORE_DAMAGED' } })
  await rm(join(folder, 'files'), { recursive: true })
  await work.process([failed?.id ?? ''], quiet, signal)
  expect(store.catalogue.list()).toMatchObject([{ status: 'ready', error: null, chunk_count: 1 }])
})

// Catches a document that cannot be searched before a model has made its vectors.
test('no document waits for an embedder', async () => {
  const asked: string[] = []
  const silent: Embedder = {
    ...embedder,
    id: 'test/silent',
    embedPassages: (texts) => {
      asked.push(...texts)
      return Promise.reject(new Error('Nobody should ask.'))
    },
  }
  await ingest(silent).add({ paths: [join(folder, 'files')] }, quiet, signal)
  const [record] = store.catalogue.list()
  expect(record).toMatchObject({ status: 'ready', live: { vectors: 'waiting' } })
  expect([asked, await store.index.countChunks()]).toEqual([[], 1])
})
