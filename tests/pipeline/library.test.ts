import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { connect } from '@lancedb/lancedb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change, Job } from '@shared/changes'
import type { DocumentRecord, SearchFilter } from '@shared/documents'
import { nearGroups } from '@shared/near-duplicates'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { piecesOf } from '@engine/ports/storage/files/open-file'
import { rounds } from '../rounds'
import { lockedPdf } from '../unit/ingest/small-pdf'

const resources = resolve(import.meta.dirname, '../../resources')

let folder = ''
let files = ''
let engine: Engine

const open = () => createEngine({ folder: join(folder, 'store'), resources })

// One engine for all tests: its threads take longer to start than a test does. Each test leaves it without documents.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-library-'))
  files = join(folder, 'files')
  engine = await open()
})

beforeEach(() => mkdir(files))

afterEach(async () => {
  await engine.deleteDocuments(engine.listDocuments({}).map(({ id }) => id))
  await rm(files, { recursive: true, force: true })
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFile(join(files, name), text)
const named = (name: string): DocumentRecord => {
  const found = engine.listDocuments({}).find((document) => document.name === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

/** Waits until a job has ended, as a window learns of it. */
async function ended(jobId: string, each: (change: Change) => unknown = () => undefined): Promise<Job> {
  for await (const change of engine.watch()) {
    await each(change)
    const jobs = change.type === 'snapshot' ? change.jobs : change.type === 'job' ? [change.job] : []
    const job = jobs.find(({ id, state }) => id === jobId && state !== 'running')
    if (job) return job
  }
  throw new Error('the feed ended')
}

const addAll = async (request: Partial<Parameters<Engine['addDocuments']>[0]> = {}) =>
  ended(engine.addDocuments({ paths: [files], ...request }))

/** The documents an answer's evidence comes from. */
async function sourcesOf(question: string, filter?: SearchFilter): Promise<string[]> {
  const names = new Set<string>()
  for await (const event of engine.ask({ question, search_anyway: true, ...(filter ? { filter } : {}) }))
    if (event.type === 'evidence') for (const item of event.items) names.add(item.document_name)
  return [...names].toSorted()
}

const question = 'How many litres does the Zebrafinch pump move?'
async function addPumps(): Promise<void> {
  await write('a.md', '# Zebrafinch pump\n\nThe Zebrafinch pump moves 40 litres a minute.\n')
  await write(
    'b.md',
    '# Cellar\n\nBehind the stairs stands an older Zebrafinch pump, bought in 1998: it moves 55 litres.\n',
  )
  expect(await addAll({ collection: 'pumps', tags: ['new', 'new'] })).toMatchObject({
    state: 'done',
    done: 2,
    total: 2,
  })
}

describe('jobs that outlive their caller', () => {
  test('pasted text, an upload and the sample become documents', async () => {
    const text = await ended(await engine.addText({ text: '# 水位监测\n\nThe Zebrafinch gauge reads 40 cm.' }))
    expect(text).toMatchObject({ kind: 'ingest', state: 'done', error: null })
    expect(named('水位监测.md')).toMatchObject({ status: 'ready', collection: 'default' })
    const bytes = (async function* () {
      yield await Promise.resolve(Buffer.from('The upload says that Zebrafinch is blue.'))
    })()
    const path = await engine.receiveFile('../up.txt', bytes)
    await ended(engine.addDocuments({ paths: [path], collection: 'c', tags: ['t'] }))
    const upload = named('_up.txt')
    expect(upload).toMatchObject({ status: 'ready', collection: 'c', tags: ['t'] })
    const original = await engine.originalOf(upload.id)
    expect(original).toMatchObject({ name: '_up.txt', format: 'text', size: upload.byte_size })
    expect(await textOf(piecesOf(original.open))).toContain('blue')
    expect(existsSync(path)).toBe(true)
    await engine.deleteDocuments([upload.id])
    expect(existsSync(path)).toBe(false)
  })

  // Catches a removal that ends by deleting the file of the document that stands there since.
  test('an upload that comes again while its document is being deleted keeps its file', async () => {
    const upload = async () => {
      const bytes = (async function* () {
        yield await Promise.resolve(Buffer.from('The upload says that Zebrafinch is blue.'))
      })()
      const path = await engine.receiveFile('up.txt', bytes)
      return { path, job: await ended(engine.addDocuments({ paths: [path] })) }
    }
    await upload()
    const { id } = named('up.txt')
    const [deleted, { path, job }] = await Promise.all([engine.deleteDocuments([id]), upload()])
    expect(deleted).toEqual([id])
    expect(job).toMatchObject({ state: 'done', error: null })
    expect(named('up.txt')).toMatchObject({ source: path, status: 'ready' })
    expect(named('up.txt').id).not.toBe(id)
    expect(existsSync(path)).toBe(true)
    expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
  })

  test('two jobs with the same file make one document, and both end well', async () => {
    await addPumps()
    const again = [engine.addDocuments({ paths: [files] }), engine.addDocuments({ paths: [join(files, 'a.md')] })]
    await write('c.md', 'A third one.')
    const states = await Promise.all([...again, engine.addDocuments({ paths: [files] })].map((id) => ended(id)))
    expect(states.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    expect(
      engine
        .listDocuments({})
        .map(({ name, status }) => `${name} ${status}`)
        .toSorted(),
    ).toEqual(['a.md ready', 'b.md ready', 'c.md ready'])
    // A known file that is given another collection moves there; without one it stays.
    expect(named('a.md').collection).toBe('pumps')
    await addAll({ collection: 'elsewhere' })
    expect(engine.listDocuments({ collection: 'elsewhere' })).toHaveLength(3)
  })

  // Catches documents that look for ever as if they were still coming, and ones that come back at the next start.
  test('stopping leaves no document on its way; adding again finishes them', async () => {
    const count = rounds(80, 120)
    for (let n = 0; n < count; n += 1)
      await write(`n${n}.md`, `# Note ${n}\n\n${`Gauge ${n} reads ${n} cm. `.repeat(200)}\n`)
    const id = engine.addDocuments({ paths: [files] })
    let stopped: Promise<boolean> | undefined
    const job = await ended(id, (change) => {
      const isGoing = change.type === 'documents' && change.changed.some(({ status }) => status === 'ready')
      if (isGoing) stopped ??= engine.stopJob(id)
    })
    expect(await stopped).toBe(true)
    expect(job.state).toBe('cancelled')
    const rest = engine.listDocuments({}).filter(({ status }) => status !== 'ready')
    expect(rest.length).toBeGreaterThan(0)
    for (const { status, error } of rest) expect([status, error?.code]).toEqual(['failed', 'CANCELLED'])
    // How rare a word is counts over the indexed rows alone, so what was added before has to be among them.
    const connection = await connect(join(folder, 'store/lance'))
    expect(await (await connection.openTable('chunks')).indexStats('search_idx')).toMatchObject({ numUnindexedRows: 0 })
    connection.close()
    await engine.close()
    engine = await open()
    expect(engine.listDocuments({ statuses: ['failed'] })).toHaveLength(rest.length)
    expect(await ended(engine.addAgain(undefined))).toMatchObject({ kind: 'retry', state: 'done', done: rest.length })
    expect(engine.listDocuments({ statuses: ['failed'] })).toEqual([])
    await addAll()
    expect(engine.listDocuments({ statuses: ['ready'] })).toHaveLength(count)
    expect(await engine.check()).toMatchObject({ ok: true })
  })
})

describe('a PDF with a password', () => {
  // Catches a password that is kept, in a record, a log or an index, and a document that only a kept one could finish.
  test('is read with it once, and nothing in the store knows it afterwards', async () => {
    const secret = 'sesame-7141-open'
    await writeFile(join(files, 'key.pdf'), lockedPdf('The spare key hangs behind the stove.', secret))
    await addAll()
    expect(named('key.pdf')).toMatchObject({ status: 'failed', error: { code: 'PASSWORD_NEEDED' } })
    await ended(engine.addAgain([named('key.pdf').id], 'not it'))
    expect(named('key.pdf').error).toMatchObject({ code: 'PASSWORD_WRONG' })
    await ended(engine.addAgain([named('key.pdf').id], secret))
    expect(named('key.pdf')).toMatchObject({ status: 'ready', error: null })
    expect((await engine.readDocument(named('key.pdf').id)).text).toBe('The spare key hangs behind the stove.')
    await mapped()
    expect(await filesHolding(join(folder, 'store'), secret)).toEqual([])
  })
})

/** Resolves when nothing is being read for the graph any more. */
async function mapped(): Promise<void> {
  await vi.waitFor(
    () => {
      const { done, total } = engine.graph.state().documents
      expect(done).toBe(total)
    },
    { timeout: 20_000 },
  )
}

/** Files below a folder that hold a text, in either width. */
async function filesHolding(root: string, text: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const contents = await Promise.all(paths.map((path) => readFile(path)))
  const wanted = [Buffer.from(text), Buffer.from(text, 'utf16le')]
  return paths.filter((_, at) => wanted.some((one) => contents[at]?.includes(one)))
}

describe('collections and tags', () => {
  test('the tags of a note come to those that it was added with', async () => {
    await write('n.md', '---\ntags: [ice, new]\n---\n\nThe Zebrafinch pump freezes.\n')
    await addAll({ collection: 'pumps', tags: ['new'] })
    expect(named('n.md').tags).toEqual(['new', 'ice'])
  })

  test('a change is in force for the next question and after a restart', async () => {
    await addPumps()
    expect(await sourcesOf(question, { collections: ['pumps'] })).toEqual(['a.md', 'b.md'])
    const [changed] = await engine.updateDocuments({
      ids: [named('a.md').id, 'unknown'],
      collection: 'old',
      add_tags: ['red'],
      remove_tags: ['new'],
    })
    expect(changed).toMatchObject({ collection: 'old', tags: ['red'] })
    const check = async () => {
      expect(await sourcesOf(question, { collections: ['pumps'] })).toEqual(['b.md'])
      expect(await sourcesOf(question, { collections: ['old'] })).toEqual(['a.md'])
      expect(await sourcesOf(question, { tags: ['red'] })).toEqual(['a.md'])
      expect(await sourcesOf(question, { tags: ['gone'] })).toEqual([])
    }
    await check()
    await engine.close()
    engine = await open()
    await check()
    await expect(engine.updateDocuments({ ids: ['unknown'] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  // Catches ingestion that writes back the whole record it began with.
  test('a document keeps what is changed while it is being ingested, at every step of it', async () => {
    await write('a.md', 'The Zebrafinch pump moves 40 litres a minute.\n')
    const tags = new Set<string>()
    const id = engine.addDocuments({ paths: [files] })
    for await (const event of engine.ingest({ paths: [files] })) {
      if (event.type !== 'progress' || !event.document) continue
      tags.add(`at-${event.seq}`)
      await engine.updateDocuments({ ids: [event.document.id], collection: 'mine', add_tags: [`at-${event.seq}`] })
    }
    await ended(id)
    expect(tags.size).toBeGreaterThan(0)
    expect(named('a.md')).toMatchObject({ status: 'ready', collection: 'mine', tags: [...tags] })
  })
})

/** The names of the documents in which a word stands. */
async function documentsWith(query: string): Promise<string[]> {
  const { sentences } = await engine.findWords({ query, limit: 30 })
  const known = new Map(engine.listDocuments({}).map(({ id, name }) => [id, name]))
  return [...new Set(sentences.map(({ document_id: id }) => known.get(id) ?? id))].toSorted()
}

describe('the trash', () => {
  test('hides a document from everything at once and gives it back whole', async () => {
    await addPumps()
    const before = named('a.md')
    const told: Change[] = []
    const watching = (async () => {
      for await (const change of engine.watch()) {
        told.push(change)
        if (change.type === 'documents' && change.changed.some(({ id }) => id === before.id)) return
      }
    })()
    const { trashed } = await engine.trashDocuments([before.id])
    expect(trashed).toEqual([before.id])
    expect(engine.listDocuments({}).map(({ name }) => name)).toEqual(['b.md'])
    expect(() => engine.getDocument(before.id)).toThrow(/There is no document/u)
    await expect(engine.readDocument(before.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(engine.originalOf(before.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await engine.info()).toMatchObject({ documents: 1, chunks: named('b.md').chunk_count })
    expect(await documentsWith('pump')).toEqual(['b.md'])
    expect(await sourcesOf(question)).toEqual(['b.md'])
    expect(await sourcesOf(question, { documents: [before.id] })).toEqual([])

    expect(await engine.restoreDocuments([before.id])).toEqual([before.id])
    expect(named('a.md')).toEqual({ ...before, trashed_for: null })
    expect(await sourcesOf(question)).toEqual(['a.md', 'b.md'])
    expect(await documentsWith('pump')).toEqual(['a.md', 'b.md'])
    await watching
    expect(told.some((change) => change.type === 'documents' && change.removed.includes(before.id))).toBe(true)
  })

  // Also catches a new document that is taken for the moved one in the trash, and goes with it.
  test('adding the file again takes it out, a copy from elsewhere is a document of its own; emptying deletes the rest', async () => {
    await addPumps()
    const [a, b] = [named('a.md'), named('b.md')]
    await engine.trashDocuments([a.id, b.id])
    await ended(engine.addDocuments({ paths: [join(files, 'a.md')] }))
    expect(named('a.md')).toMatchObject({ id: a.id, status: 'ready', live: a.live })
    await rename(join(files, 'b.md'), join(files, 'moved.md'))
    await addAll()
    await engine.close()
    engine = await open()
    expect(engine.listTrash().map(({ id }) => id)).toEqual([b.id])
    expect(await engine.emptyTrash()).toEqual([b.id])
    const moved = named('moved.md')
    expect(moved).toMatchObject({ status: 'ready', duplicate_of: null })
    expect(
      engine
        .listDocuments({})
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([a.id, moved.id].toSorted())
    expect(moved.id).not.toBe(b.id)
    expect((await engine.readDocument(moved.id)).text).toContain('55 litres')
    expect(await readFile(join(folder, 'store/documents.jsonl'), 'utf8')).not.toContain(b.id)
    expect(await engine.restoreDocuments([b.id])).toEqual([])
    expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
  })
})

// Would catch the same words twice in an answer, a copy cited for the original, and an edition that hides what another one says.
test('of documents that are nearly the same the oldest speaks, and what an edited copy says otherwise is found', async () => {
  const rules = Array.from({ length: 30 }, (_, at) => `Rule ${at} of the shed asks for tool number ${at * 7}.`).join(
    '\n\n',
  )
  const text = (hook: string, note = '') =>
    `# Shed\n\n${note}${rules}\n\nThe Zebrafinch ladder hangs on hook ${hook}.\n`
  await write('first.md', text('nine'))
  await addAll()
  await write('copy.md', text('nine', 'Copied in May.\n\n'))
  await write('edited.md', text('fourteen'))
  await addAll()
  const groups = nearGroups(engine.listDocuments({}))
  expect(groups.map(([leader, ...others]) => [leader?.name, others.length])).toEqual([['first.md', 2]])
  const asked = 'On which hook does the Zebrafinch ladder hang?'
  expect(await sourcesOf(asked)).toEqual(['edited.md', 'first.md'])
  expect(await sourcesOf(asked, { documents: [named('copy.md').id] })).toEqual(['copy.md'])
})

test('settings are kept, told to every window, and in force', async () => {
  const changes = engine.watch()
  await changes.next()
  const before = engine.getSettings()
  const set = await engine.changeSettings({ theme: 'dark', retrieval: { passages: 1 } })
  expect((await changes.next()).value).toEqual({ type: 'settings', settings: set })
  await addPumps()
  expect(await sourcesOf(question)).toHaveLength(1)
  await engine.close()
  expect(await changes.next()).toMatchObject({ done: true })
  engine = await open()
  expect(engine.getSettings()).toEqual(set)
  await engine.changeSettings(before)
})
