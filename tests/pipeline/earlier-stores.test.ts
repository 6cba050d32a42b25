import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { readStoreDescription } from '@engine/storage/files/store-file'

const root = resolve(import.meta.dirname, '../..')

async function unpacked(fixture: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-earlier-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const archive = createReadStream(join(root, 'tests/fixtures/stores', fixture)).pipe(createGunzip())
  for await (const entry of archive.pipe(extract())) {
    const path = join(folder, entry.header.name)
    if (entry.header.type === 'directory') await mkdir(path, { recursive: true })
    const bytes = await buffer(entry)
    if (entry.header.type !== 'file') continue
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  return folder
}

// A store each that the last program of that version wrote: two documents and a question of one.
test.each([1, 2])('a store of version %i opens whole, and goes on', async (version) => {
  const folder = await unpacked(`version-${version}.tar.gz`)
  expect((await readStoreDescription(folder))?.schema_version).toBe(version)
  const engine = await createEngine({ folder, resources: join(root, 'resources') })
  onTestFinished(() => engine.close())
  expect(await engine.check()).toMatchObject({ ok: true, counts: { documents: 2, chunks: 2, sessions: 1 } })
  const [session] = await engine.listSessions()
  let answer = ''
  for await (const event of engine.ask({ question: 'What colour is the valve?', session_id: session?.id ?? '' })) {
    if (event.type === 'final') answer = event.response
  }
  expect(answer).toContain('red')
  expect((await engine.getSession(session?.id ?? '')).session.messages.length).toBe(4)
})

const documents = ['pump.md', 'readings.csv', 'valve.md']
const ownFiles = ['Valves.cairn-notes', 'Weir bell.md']

// Made by make-store.mjs, and so with more in it: a table, a highlight and a notebook besides; from 5 on a pasted text, and the notebook is searched.
test.each([
  [3, documents],
  [4, documents],
  [5, [...documents, ...ownFiles]],
])('a store of version %i opens whole, answers, is repaired after damage, and is backed up', async (version, names) => {
  const folder = await unpacked(`version-${version}.tar.gz`)
  // Before an engine is open, which has its own place for what is temporary.
  const beside = await mkdtemp(join(tmpdir(), 'cairn-earlier-'))
  onTestFinished(() => rm(beside, { recursive: true, force: true, maxRetries: 5 }))
  expect((await readStoreDescription(folder))?.schema_version).toBe(version)
  const open = () => createEngine({ folder, resources: join(root, 'resources') })
  let engine = await open()
  onTestFinished(() => engine.close())
  const whole = { ok: true, problems: [], counts: { documents: names.length, sessions: 1 } }
  // A notebook that is searched becomes a document a little after the start.
  await vi.waitFor(
    () =>
      expect(
        engine
          .listDocuments({})
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(names.toSorted()),
    { timeout: 20_000 },
  )
  await vi.waitFor(async () => expect(await engine.check()).toMatchObject(whole), { timeout: 20_000 })
  expect(await ask(engine, 'What colour is the valve?')).toContain('red')
  expect(await ask(engine, 'What is the highest level?')).toContain('118')
  expect((await engine.notes.list()).map(({ title }) => title)).toContain('Valves')
  const path = join(beside, 'backup.tar')
  for await (const step of engine.backups.backUp({ path }))
    if (step.type === 'done') expect(step.report).toMatchObject({ counts: { documents: names.length }, damaged: [] })
  await engine.close()

  await rm(join(folder, 'lance'), { recursive: true })
  await truncate(join(folder, 'documents.jsonl'), 100)
  engine = await open()
  for await (const event of engine.repair()) if (event.type === 'error') throw new Error(event.error.message)
  expect(await engine.check()).toMatchObject({ ...whole, counts: { documents: names.length, sessions: 3 } })
  expect(await ask(engine, 'What colour is the valve?')).toContain('red')

  const other = await createEngine({ folder: join(beside, 'store'), resources: join(root, 'resources') })
  onTestFinished(() => other.close())
  for await (const step of other.backups.restore({ path, whole_part: false }))
    if (step.type === 'done') expect(step.report.documents).toMatchObject({ added: names.length, incomplete: [] })
  expect(await ask(other, 'How many litres does the pump move?')).toContain('40')
})

// The program of version 4 encrypted chats and notes alone, that of version 5 no names. Would catch what stays in clear although the store says that it is encrypted.
test.each([
  [4, documents],
  [5, [...documents, ...ownFiles]],
])(
  'an encrypted store of version %i opens with its passphrase, and what it left in clear is encrypted then',
  async (version, names) => {
    const folder = await unpacked(`version-${version}-encrypted.tar.gz`)
    const options = { folder, resources: join(root, 'resources') }
    await expect(createEngine(options)).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
    const inClear = async () => {
      const paths = (await readdir(folder, { recursive: true })).filter((path) => ownFiles.includes(basename(path)))
      const list = await readFile(join(folder, 'documents.jsonl'), 'utf8')
      return list.includes('pump.md') || paths.length > 0
    }
    expect(await inClear()).toBe(true)
    const engine = await createEngine({ ...options, passphrase: () => Promise.resolve('pelican lamp') })
    onTestFinished(() => engine.close())
    await vi.waitFor(async () => expect((await engine.encryption.state()).work).toBeNull(), { timeout: 50_000 })
    expect(await inClear()).toBe(false)
    expect((await readdir(folder)).filter((name) => name.startsWith('lance'))).toEqual([])
    expect(await readFile(join(folder, 'vault.json'), 'utf8')).toContain('"covers":3')
    const whole = { ok: true, problems: [], counts: { documents: names.length, sessions: 1 } }
    expect(await engine.check()).toMatchObject(whole)
    expect(await ask(engine, 'What is the highest level?')).toContain('118')
    expect((await engine.notes.list()).map(({ title }) => title)).toContain('Valves')
    if (version === 4) return
    expect(await ask(engine, 'When does the bell of the weir ring?')).toContain('noon')
    // The store lies elsewhere than where it was made: the notebook's document takes its new path, and the notebook stays searched.
    const sourceOf = () => engine.listDocuments({}).find(({ name }) => name === 'Valves.cairn-notes')?.source
    await vi.waitFor(() => expect(sourceOf()?.startsWith(folder)).toBe(true), { timeout: 20_000 })
    expect((await engine.notes.list()).filter(({ as_evidence: used }) => used).map(({ title }) => title)).toEqual([
      'Valves',
    ])
  },
)

async function ask(engine: Engine, question: string): Promise<string> {
  let answer = ''
  for await (const event of engine.ask({ question, search_anyway: true })) {
    if (event.type === 'final') answer = event.response
  }
  return answer
}
