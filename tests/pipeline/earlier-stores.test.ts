import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
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

// Made by make-store.mjs, and so with more in it: a table, a highlight and a notebook besides.
test.each([3, 4])(
  'a store of version %i opens whole, answers, is repaired after damage, and is backed up',
  async (version) => {
    const folder = await unpacked(`version-${version}.tar.gz`)
    // Before an engine is open, which has its own place for what is temporary.
    const beside = await mkdtemp(join(tmpdir(), 'cairn-earlier-'))
    onTestFinished(() => rm(beside, { recursive: true, force: true, maxRetries: 5 }))
    expect((await readStoreDescription(folder))?.schema_version).toBe(version)
    const open = () => createEngine({ folder, resources: join(root, 'resources') })
    let engine = await open()
    onTestFinished(() => engine.close())
    const whole = { ok: true, problems: [], counts: { documents: 3, sessions: 1 } }
    expect(await engine.check()).toMatchObject(whole)
    expect(
      engine
        .listDocuments({})
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['pump.md', 'readings.csv', 'valve.md'])
    expect(await ask(engine, 'What colour is the valve?')).toContain('red')
    expect(await ask(engine, 'What is the highest level?')).toContain('118')
    expect((await engine.notes.list()).map(({ title }) => title)).toContain('Valves')
    const path = join(beside, 'backup.tar')
    for await (const step of engine.backups.backUp({ path }))
      if (step.type === 'done') expect(step.report).toMatchObject({ counts: { documents: 3 }, damaged: [] })
    await engine.close()

    await rm(join(folder, 'lance'), { recursive: true })
    await truncate(join(folder, 'documents.jsonl'), 100)
    engine = await open()
    for await (const event of engine.repair()) if (event.type === 'error') throw new Error(event.error.message)
    expect(await engine.check()).toMatchObject({ ...whole, counts: { documents: 3, sessions: 3 } })
    expect(await ask(engine, 'What colour is the valve?')).toContain('red')

    const other = await createEngine({ folder: join(beside, 'store'), resources: join(root, 'resources') })
    onTestFinished(() => other.close())
    for await (const step of other.backups.restore({ path, whole_part: false }))
      if (step.type === 'done') expect(step.report.documents).toMatchObject({ added: 3, incomplete: [] })
    expect(await ask(other, 'How many litres does the pump move?')).toContain('40')
  },
)

// The program of version 4 encrypted chats and notes alone. Would catch documents that stay in clear although the store says that it is encrypted.
test('an encrypted store of version 4 opens with its passphrase, and what it left in clear is encrypted then', async () => {
  const folder = await unpacked('version-4-encrypted.tar.gz')
  const options = { folder, resources: join(root, 'resources') }
  await expect(createEngine(options)).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
  const inClear = async () => (await readFile(join(folder, 'documents.jsonl'), 'utf8')).includes('pump.md')
  expect(await inClear()).toBe(true)
  const engine = await createEngine({ ...options, passphrase: () => Promise.resolve('pelican lamp') })
  onTestFinished(() => engine.close())
  await vi.waitFor(async () => expect((await engine.encryption.state()).work).toBeNull(), { timeout: 50_000 })
  expect(await inClear()).toBe(false)
  expect((await readdir(folder)).filter((name) => name.startsWith('lance'))).toEqual([])
  expect(await readFile(join(folder, 'vault.json'), 'utf8')).toContain('"covers":2')
  expect(await engine.check()).toMatchObject({ ok: true, problems: [], counts: { documents: 3, sessions: 1 } })
  expect(await ask(engine, 'What is the highest level?')).toContain('118')
  expect((await engine.notes.list()).map(({ title }) => title)).toContain('Valves')
})

async function ask(engine: Engine, question: string): Promise<string> {
  let answer = ''
  for await (const event of engine.ask({ question, search_anyway: true })) {
    if (event.type === 'final') answer = event.response
  }
  return answer
}
