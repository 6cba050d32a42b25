import { createSecretKey, randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { failedReading, type PageReading } from '@engine/ingest/ocr/page-reading'
import type { PageReader } from '@engine/ingest/ocr/process/page-reader'
import { OcrQueue } from '@engine/ingest/ocr/queue/ocr-queue'
import { ReadingStore } from '@engine/ingest/ocr/queue/reading-store'
import { RecentLooks } from '@engine/platform/order/recent-looks'
import { SealedLines } from '@engine/platform/sealing/line-seal'
import { carrySpan } from '@engine/platform/tracing/span-of-signal'
import { createDurableFiles } from '@engine/storage/files/durable-file'
import { resealInto } from '@engine/storage/files/reseal'
import { recordingTracer } from '../../../support/recording-tracer'

let folder = ''
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'cairn-ocr-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const record = (id: string, pages: number[]): DocumentRecord => ({
  ...{
    id,
    name: `${id}.pdf`,
    source: `/${id}.pdf`,
    format: 'pdf',
    title: id,
    status: 'partial',
    content_hash: `hash-${id}`,
  },
  ...{ byte_size: 1, char_count: 0, chunk_count: 0, collection: 'default', tags: [], error: null, duplicate_of: null },
  ...{ created_at: Number(id.slice(1)), updated_at: 0, pending: null, trashed_at: null },
  ...{ part_of: null, member_count: 0, modified_at: null, authors: [], written_at: null },
  gaps: pages.length > 0 ? [{ kind: 'pages_waiting', detail: '', pages }] : [],
  live: { revision: 'r', content_hash: `hash-${id}`, text_object: 't', structure_object: 's' },
})

const read = (page: number): PageReading => ({
  ...failedReading(page, ''),
  state: 'read',
  confidence: 0.9,
  languages: ['chi_sim'],
})

function setUp(records: DocumentRecord[], reading: (page: number, attempt: number) => PageReading | Error = read) {
  const asked: string[] = []
  const steps: string[] = []
  const state = { mayRead: true }
  const reader: PageReader = {
    ready: () => Promise.resolve(),
    rest: () => undefined,
    read: ({ path, page, language }, signal) => {
      asked.push(`${path} ${page} ${language ?? '-'}`)
      const outcome = signal.aborted ? new CairnError('CANCELLED', '') : reading(page, asked.length)
      return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome)
    },
  }
  const looks = new RecentLooks()
  const queue = new OcrQueue({
    ...{ looks, now: () => 0 },
    catalogue: { list: () => records, get: (id) => records.find((one) => one.id === id) },
    objects: { bring: (hash) => Promise.resolve({ path: hash, release: () => Promise.resolve() }) },
    readings: new ReadingStore(folder, { append: (path, data) => appendFile(path, data) }),
    reader,
    mayRead: () => state.mayRead,
    typedTextIsRead: () => {
      steps.push('typed text')
      return Promise.resolve()
    },
    readAgain: (ids) => {
      steps.push(`again ${ids.join()}`)
      for (const one of records) if (ids.includes(one.id)) one.gaps = []
      return Promise.resolve()
    },
  })
  return { queue, looks, asked, steps, state }
}

const quiet = () => undefined
const { signal } = new AbortController()

describe('OcrQueue', () => {
  // Would catch pages whose seconds stand in no trace.
  it('has a span for each document and page, in the trace of its job', async () => {
    const { queue } = setUp([record('d1', [2, 5])])
    const { tracer, spans, ended } = recordingTracer()
    const job = tracer.trace({ kind: 'ingest', name: 'ocr' })
    await queue.work(quiet, carrySpan(new AbortController().signal, job))
    job?.end()
    const whole = 'ingest ocr > document pdf'
    expect(spans).toEqual([`${whole} > node ocr`, `${whole} > node ocr`, whole, 'ingest ocr'])
    expect(ended.map(({ facts }) => facts?.['page'])).toEqual([2, 5, undefined, undefined])
  })

  it('reads document by document, what has the fewest pages first, asking before each page whether typed text waits', async () => {
    const { queue, asked, steps } = setUp([record('d2', [1]), record('d1', [2, 3, 5])])
    const told: string[] = []
    await queue.work((event) => void (event.type === 'progress' && told.push(`${event.done}/${event.total}`)), signal)
    expect(asked).toEqual(['hash-d2 1 -', 'hash-d1 2 -', 'hash-d1 3 chi_sim', 'hash-d1 5 chi_sim'])
    const text = 'typed text'
    expect(steps).toEqual([text, 'again d2', text, text, text, 'again d1'])
    expect(told.at(-1)).toBe('4/4')
  })

  // Catches a scan that somebody has open and that waits until a book was read.
  it('leaves a document after a page for one that somebody looks at, and goes on with it where it was', async () => {
    const set = setUp([record('d1', [1, 2, 3]), record('d2', [7])], (page) => {
      if (page === 1) set.looks.note('d2')
      return read(page)
    })
    set.looks.note('d1')
    const told: string[] = []
    await set.queue.work(
      (event) => void (event.type === 'progress' && told.push(`${event.done}/${event.total}`)),
      signal,
    )
    const order = set.asked.map((one) => one.split(' ').slice(0, 2).join(' '))
    expect(order).toEqual(['hash-d1 1', 'hash-d2 7', 'hash-d1 2', 'hash-d1 3'])
    expect(set.steps.filter((step) => step !== 'typed text')).toEqual(['again d2', 'again d1'])
    expect(told.map((one) => Number(one.split('/')[0]))).toEqual([0, 1, 1, 2, 1, 2, 3, 4, 4])
  })

  it('stays where it is when paused, and reads no page twice afterwards', async () => {
    const records = [record('d1', [1, 2, 3])]
    const first = setUp(records, (page) => {
      first.state.mayRead = page < 2
      return read(page)
    })
    await first.queue.work(quiet, signal)
    expect(first.steps).not.toContain('again d1')
    const second = setUp(records)
    await second.queue.work(quiet, signal)
    expect(second.asked).toEqual(['hash-d1 3 chi_sim'])
    expect(second.steps).toContain('again d1')
  })

  it('goes on after a kill in the middle of a page, and gives up one that kills each time', async () => {
    const records = [record('d1', [1, 2])]
    const died = new CairnError('MODEL_FAILED', 'The process ended.')
    const { queue, asked } = setUp(records, (page) => (page === 1 ? died : read(page)))
    await queue.work(quiet, signal)
    expect(asked.filter((one) => one.startsWith('hash-d1 1'))).toHaveLength(3)
    expect(asked.at(-1)).toBe('hash-d1 2 -')
    const kept = await new ReadingStore(folder, { append: (path, data) => appendFile(path, data) }).readings('hash-d1')
    expect(kept.get(1)).toMatchObject({ state: 'failed' })
  })

  it('does not count a line that a crash cut off', async () => {
    const store = new ReadingStore(folder, { append: (path, data) => appendFile(path, data) })
    await store.begin('h', 1)
    await store.keep('h', read(1))
    await appendFile(join(folder, 'ocr', 'h.jsonl'), '{"version":1,"reading":{"pa')
    expect([...(await store.readings('h')).keys()]).toEqual([1])
    await store.sweep((hash) => hash !== 'h')
    expect((await store.readings('h')).size).toBe(0)
  })

  it('is encrypted and opened again while it is added to', async () => {
    const seal = new SealedLines()
    const files = createDurableFiles(folder)
    const store = new ReadingStore(folder, files, seal)
    await store.begin('h', 1)
    await store.keep('h', read(1))
    seal.use(createSecretKey(randomBytes(32)), true)
    const pieces = await store.resealing(resealInto(seal, folder))
    await Promise.all([store.keep('h', read(2)), ...pieces.map((piece) => piece()), store.keep('h', read(3))])
    expect([...(await store.readings('h')).keys()]).toEqual([1, 2, 3])
    expect(await readFile(join(folder, 'ocr', 'h.jsonl'), 'utf8')).not.toContain('paragraphs')
  })
})
