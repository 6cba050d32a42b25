import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createEngine, type EngineOptions } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')
const passphrase = 'pelican lamp 铁塔'
const documents: Readonly<Record<string, string>> = {
  'song.md': '# Hello Ellerby\n\nHello Ellerby is a 1974 single by Hank Stonor.\n',
  'singer.md': '# Hank Stonor\n\nBorn in Quorn, he moved away as a child and died in Madeley.\n',
  'well.md': '# Wells\n\nThe well of the town is twenty metres deep and was dug where a singer once lived.\n',
  'towns.csv': `Town,Population\n${Array.from({ length: 30 }, (_, at) => `Town${at},${1000 + at}`).join('\n')}\nGreatmoor,98000`,
}
const words = ['Ellerby', 'Stonor', 'Madeley', 'Greatmoor', 'greatmoor', 'Population', 'Songbird']

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-derived-'))
  for (const [name, text] of Object.entries(documents)) await writeFile(join(folder, name), text)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const open = (store: string, options: Partial<EngineOptions> = {}) =>
  createEngine({ folder: join(folder, store), resources, ...options })
const unlocked = { passphrase: () => Promise.resolve(passphrase) }

async function add(engine: Engine, names: readonly string[]): Promise<void> {
  for await (const event of engine.ingest({ paths: names.map((name) => join(folder, name)) })) void event
}

async function answerTo(engine: Engine, question: string): Promise<string> {
  let answer = ''
  for await (const event of engine.ask({ question, search_anyway: true }))
    if (event.type === 'final') answer = event.response
  return answer
}

const names = async (engine: Engine, text: string) => (await engine.graph.search(text, 5)).map(({ name }) => name)

/** Files of what is derived that hold a word of the documents, by their paths in the store. */
async function inClear(store: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(join(folder, store), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(join(folder, store).length + 1)
    if (!entry.isFile() || !/^(?:graph|tables|restored)/u.test(path)) continue
    const bytes = await readFile(join(folder, store, path))
    if (words.some((word) => bytes.includes(word))) found.push(path)
  }
  return found.toSorted()
}

async function whenDone(engine: Engine): Promise<void> {
  await vi.waitFor(async () => expect((await engine.encryption.state()).work).toBeNull(), { timeout: 30_000 })
  expect(await engine.encryption.state()).toMatchObject({ trouble: null })
}

/** Asks for everything that is derived. */
async function everything(engine: Engine) {
  return {
    singer: await names(engine, 'Stonor'),
    renamed: await names(engine, 'Songbird'),
    decisions: await engine.graph.decisions(),
    places: (await engine.graph.picture({ limit: 100 })).nodes.x.filter((x) => x !== null),
    largest: /Greatmoor, 98,000/u.test(await answerTo(engine, 'Which town has the largest population?')),
  }
}

// Would catch a file that is forgotten, threads that lose what they held, and a reading of everything anew at the next start.
test('what is derived of documents is sealed while it is in use, and taken in again as it is after a start', async () => {
  const store = 'whole'
  const engine = await open(store)
  await add(engine, ['song.md', 'singer.md', 'towns.csv'])
  const [hit] = await engine.graph.search('Hank Stonor', 5)
  await engine.graph.decide({ kind: 'rename', id: hit?.id ?? '', name: 'Songbird' })
  const [id = ''] = (await engine.graph.picture({ limit: 100 })).nodes.ids
  await engine.graph.saveLayout({ ids: [id], x: [1.5], y: [-2] })
  const before = await everything(engine)
  expect(before).toMatchObject({ renamed: ['Songbird'], places: [1.5], largest: true, decisions: { length: 1 } })
  expect((await inClear(store)).length).toBeGreaterThanOrEqual(6)
  await engine.encryption.turnOn({ passphrase, keep: false })
  await whenDone(engine)
  expect(await inClear(store)).toEqual([])
  expect(await everything(engine)).toEqual(before)
  // The threads were started before there was a key.
  await add(engine, ['well.md'])
  expect(await names(engine, 'Hello Ellerby')).toContain('Hello Ellerby')
  await vi.waitFor(() => expect(engine.graph.state().documents).toEqual({ done: 4, total: 4 }), { timeout: 20_000 })
  expect(await inClear(store)).toEqual([])
  await engine.close()
  const written = await whenWritten(store)

  const second = await open(store, unlocked)
  expect(await everything(second)).toEqual(before)
  expect(second.graph.state().documents).toEqual({ done: 4, total: 4 })
  expect(await whenWritten(store)).toEqual(written)
  await second.encryption.turnOff(passphrase)
  await whenDone(second)
  expect((await inClear(store)).length).toBeGreaterThanOrEqual(6)
  expect(await everything(second)).toEqual(before)
  await second.close()
  const third = await open(store)
  expect(await everything(third)).toEqual(before)
  await third.close()
}, 300_000)

async function whenWritten(store: string): Promise<Record<string, number>> {
  const path = join(folder, store, 'graph')
  const times: Record<string, number> = {}
  for (const name of await readdir(path)) times[name] = (await stat(join(path, name))).mtimeMs
  return times
}

test('a backup holds what is derived as it was, and a restore into an encrypted store seals it', async () => {
  const path = join(folder, 'backup.tar')
  const source = await open('from')
  await add(source, ['song.md', 'singer.md'])
  const [hit] = await source.graph.search('Hank Stonor', 5)
  await source.graph.decide({ kind: 'rename', id: hit?.id ?? '', name: 'Songbird' })
  await source.encryption.turnOn({ passphrase, keep: false })
  await whenDone(source)
  for await (const step of source.backups.backUp({ path })) void step
  await source.close()
  const target = await open('to')
  await target.encryption.turnOn({ passphrase: 'another passphrase', keep: false })
  await whenDone(target)
  for await (const step of target.backups.restore({ path, whole_part: false })) void step
  expect(await names(target, 'Stonor')).toContain('Hank Stonor')
  await target.close()
  expect(await inClear('to')).toEqual([])
  const again = await open('to', { passphrase: () => Promise.resolve('another passphrase') })
  expect(await names(again, 'Songbird')).toEqual(['Songbird'])
  expect(await inClear('to')).toEqual([])
  await again.close()
}, 300_000)
