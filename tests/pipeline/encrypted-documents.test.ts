import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { strToU8, zipSync } from 'fflate'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Engine } from '@engine/ports/engine-interface'
import { piecesOf } from '@engine/ports/storage/files/open-file'
import { enginesOf } from '../support/engines'
import { filesInClear } from '../support/sealed-files'

const passphrase = 'pelican lamp 铁塔'
const unlocked = { passphrase: () => Promise.resolve(passphrase) }
const { place, freshStore, open, close } = enginesOf('encrypted-documents')

beforeAll(async () => {
  const files = join(place.folder, 'files')
  await mkdir(files)
  await writeFile(join(files, 'hut.md'), '# The heron hut\n\nThe heron hut was opened in 1911 by Greta Lindqvist.\n')
  await writeFile(join(files, 'towns.csv'), 'Town,Inhabitants\nZebrastadt,300\nQuaggaville,1200\n')
  const inner = { 'valve.txt': strToU8('The Zebrafinch valve is red.'), '水位.txt': strToU8('白鹭站的水位是四十米。') }
  await writeFile(join(files, 'box.zip'), zipSync(inner))
})

async function ask(engine: Engine, question: string): Promise<string> {
  let answer = ''
  for await (const event of engine.ask({ question, search_anyway: true })) {
    if (event.type === 'error') throw new Error(event.error.message)
    if (event.type === 'token') answer += event.content
  }
  return answer
}

async function add(engine: Engine): Promise<void> {
  for await (const event of engine.ingest({ paths: [join(place.folder, 'files')] }))
    if (event.type === 'error') throw new Error(event.error.message)
  await engine.addText({ text: 'The okapi key hangs behind the clock.', name: 'keys' })
  await ready(engine, 6)
}

/** Words of the names that uploads, pasted texts and notebooks have. */
const ownNames = /keys|bell|note \d|plover/iu

async function addNotebook(engine: Engine): Promise<void> {
  const { id } = await engine.notes.create('Plover plans')
  await engine.notes.add(id, { kind: 'text', text: 'The plover ring is blue.', sources: [], refs: [], from: {} })
  await engine.notes.useAsEvidence(id, true)
}

const ready = (engine: Engine, count: number) =>
  vi.waitFor(() => expect(engine.listDocuments({}).map(({ status }) => status)).toEqual(Array(count).fill('ready')), {
    timeout: 50_000,
  })

async function whenDone(engine: Engine): Promise<void> {
  await vi.waitFor(async () => expect((await engine.encryption.state()).work).toBeNull(), { timeout: 50_000 })
}

async function texts(engine: Engine): Promise<Record<string, string>> {
  const documents = engine.listDocuments({})
  const all = await Promise.all(
    documents.map(async ({ id, name }) => [name, (await engine.readDocument(id)).text] as const),
  )
  return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const questions = ['Who opened the heron hut?', 'Which town has the most inhabitants?', '白鹭站的水位是多少？']
const answersOf = async (engine: Engine) => {
  const answers: string[] = []
  for (const question of questions) answers.push(await ask(engine, question))
  return answers
}

// Would catch a file that is forgotten, a reader that cannot open it, and an answer that is another one then.
test('everything that holds what documents say is sealed, read on, and comes back in clear', async () => {
  const store = freshStore()
  const first = await open(store)
  await add(first)
  await addNotebook(first)
  await ready(first, 7)
  const [before, answers] = [await texts(first), await answersOf(first)]
  expect(answers[0]).toContain('Lindqvist')
  await first.encryption.turnOn({ passphrase, keep: false })
  await whenDone(first)
  expect(await filesInClear(store, { names: ownNames })).toEqual([])
  expect(await texts(first)).toEqual(before)
  expect(await answersOf(first)).toEqual(answers)
  await first.addText({ text: 'The ibis bell rings at noon.', name: 'bell' })
  await ready(first, 8)
  await close(first)
  expect(await filesInClear(store, { names: ownNames })).toEqual([])

  const second = await open(store, unlocked)
  expect(Object.keys(await texts(second))).toHaveLength(8)
  expect(await answersOf(second)).toEqual(answers)
  expect(await ask(second, 'When does the ibis bell ring?')).toContain('noon')
  expect((await second.check()).problems).toEqual([])
  const [hut] = second.listDocuments({}).filter(({ name }) => name === 'hut.md')
  const original = await second.originalOf(hut?.id ?? '')
  expect((await buffer(piecesOf(original.open))).toString('utf8')).toContain('Greta Lindqvist')
  await second.deleteDocuments(second.listDocuments({}).flatMap(({ id, name }) => (name === 'bell.md' ? [id] : [])))
  await second.encryption.turnOff(passphrase)
  await whenDone(second)
  const own = second.listDocuments({}).filter(({ name }) => ownNames.test(name))
  expect(own.map(({ source }) => existsSync(source))).toEqual([true, true])
  await close(second)
  const third = await open(store)
  expect(await texts(third)).toEqual(before)
  expect(await answersOf(third)).toEqual(answers)
  expect((await third.check()).problems).toEqual([])
  expect((await readdir(store)).filter((name) => /^(?:vault|sealed)/u.test(name))).toEqual([])
}, 300_000)

test('documents that come, change and go while everything is written anew are all there', async () => {
  const store = freshStore()
  const engine = await open(store)
  await add(engine)
  await engine.encryption.turnOn({ passphrase, keep: false })
  const coming = Array.from({ length: 12 }, (_, at) => `Note ${at} says that lamp ${at} is on.`)
  for (const [at, text] of coming.entries()) await engine.addText({ text, name: `note ${at}` })
  await whenDone(engine)
  await ready(engine, 6 + coming.length)
  await close(engine)
  expect(await filesInClear(store, { names: ownNames })).toEqual([])
  const again = await open(store, unlocked)
  expect(again.listDocuments({})).toHaveLength(6 + coming.length)
  expect((await again.check()).problems).toEqual([])
  expect(await ask(again, 'What does note 7 say about lamp 7?')).toContain('lamp 7')
  // A file of the same content is a second one: that of the first is there, under its sealed name.
  const twin = join(place.folder, 'twin.md')
  await writeFile(twin, coming[0] ?? '')
  for await (const event of again.ingest({ paths: [twin] }))
    if (event.type === 'error') throw new Error(event.error.code)
  expect(again.listDocuments({})).toHaveLength(7 + coming.length)
}, 300_000)

// Would catch sealed damage that nobody notices, or that costs more than what was damaged.
test('a damaged sealed file is named, and mended from what is left', async () => {
  const store = freshStore()
  const engine = await open(store)
  await add(engine)
  await engine.encryption.turnOn({ passphrase, keep: false })
  await whenDone(engine)
  const liveOf = (name: string) => engine.listDocuments({}).find((one) => one.name === name)?.live
  // Of the pasted text the original goes too: it is mended from its file in the store, which lies there under a sealed name.
  const addresses = [liveOf('hut.md')?.text_object ?? '', liveOf('keys.md')?.content_hash ?? '']
  await close(engine)
  for (const address of addresses) await truncate(join(store, 'objects', address.slice(0, 2), `${address}.sealed`), 50)
  const again = await open(store, unlocked)
  expect((await again.check()).problems.filter(({ key }) => key === 'object_changed').length).toBeGreaterThan(1)
  for await (const step of again.repair()) void step
  expect((await again.check()).problems).toEqual([])
  expect(await ask(again, 'Who opened the heron hut?')).toContain('Lindqvist')
  expect(await ask(again, 'Where does the okapi key hang?')).toContain('clock')
}, 300_000)

// Would catch an upload that fails for ever because its own file is damaged, or went with the key, while its content is still kept.
test('a damaged sealed upload is read from what was kept, also after encryption was turned off and on', async () => {
  const store = freshStore()
  const engine = await open(store)
  const texts = ['The okapi key hangs behind the clock.', 'The okapi lamp hangs behind the door.']
  for (const [at, text] of texts.entries()) await engine.addText({ text, name: `okapi ${at}` })
  await ready(engine, 2)
  const [first, second] = engine.listDocuments({}).map(({ source }) => source)
  await engine.encryption.turnOn({ passphrase, keep: false })
  await whenDone(engine)
  for (const source of [first, second]) {
    const folder = dirname(source ?? '')
    const at = join(folder, (await readdir(folder))[0] ?? '')
    const bytes = await readFile(at)
    bytes[40] = (bytes[40] ?? 0) ^ 1
    await writeFile(at, bytes)
  }
  const readAgain = async (source = '') => {
    for await (const event of engine.ingest({ paths: [source] }))
      if (event.type === 'error') throw new Error(event.error.message)
  }
  await readAgain(first)
  await engine.encryption.turnOff(passphrase)
  await whenDone(engine)
  await engine.encryption.turnOn({ passphrase, keep: false })
  await whenDone(engine)
  await readAgain(second)
  await ready(engine, 2)
  await engine.encryption.turnOff(passphrase)
  await whenDone(engine)
  const own = engine.listDocuments({}).map(({ source }) => readFile(source, 'utf8'))
  expect((await Promise.all(own)).toSorted()).toEqual(texts)
}, 300_000)

// Would catch an upload that a bad disk has changed, and that is read from then on as if it had come so.
test('an upload whose file has changed is read from what was kept, and a repair writes the file anew', async () => {
  const engine = await open(freshStore())
  const texts = ['The okapi key hangs behind the clock.', 'The okapi lamp hangs behind the door.']
  for (const [at, text] of texts.entries()) await engine.addText({ text, name: `okapi ${at}` })
  await ready(engine, 2)
  const [first = '', second = ''] = engine.listDocuments({}).map(({ source }) => source)
  for (const path of [first, second]) await writeFile(path, 'The okapi is blue.')
  expect((await engine.check()).problems.map(({ key }) => key)).toEqual(['own_file_changed', 'own_file_changed'])
  for await (const event of engine.ingest({ paths: [first] }))
    if (event.type === 'error') throw new Error(event.error.message)
  const own = () => Promise.all([first, second].map((path) => readFile(path, 'utf8')))
  expect((await own()).filter((text) => text === 'The okapi is blue.')).toHaveLength(1)
  for await (const event of engine.repair()) if (event.type === 'error') throw new Error(event.error.message)
  expect((await own()).toSorted()).toEqual(texts)
  expect((await engine.check()).problems).toEqual([])
  const kept = engine.listDocuments({}).map(async ({ id }) => (await engine.readDocument(id)).text)
  expect((await Promise.all(kept)).toSorted()).toEqual(texts)
})

test('a backup of an encrypted store holds everything as it is read, and a restore into one seals it', async () => {
  const [from, to] = [freshStore(), freshStore()]
  const path = `${freshStore()}.tar`
  const source = await open(from)
  await add(source)
  await source.encryption.turnOn({ passphrase, keep: false })
  await whenDone(source)
  const before = await texts(source)
  for await (const step of source.backups.backUp({ path })) void step
  await close(source)
  for (const isSealing of [false, true]) {
    const target = await open(isSealing ? to : freshStore())
    if (isSealing) await target.encryption.turnOn({ passphrase: 'another passphrase', keep: false })
    await whenDone(target)
    for await (const step of target.backups.restore({ path, whole_part: false })) void step
    expect(await texts(target)).toEqual(before)
    expect(await ask(target, 'Who opened the heron hut?')).toContain('Lindqvist')
    await close(target)
  }
  expect(await filesInClear(to, { names: ownNames })).toEqual([])
}, 300_000)
