import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { forkHost } from '@engine/inference/supervision/fork-host'
import { SealedFiles } from '@engine/platform/sealing/sealed-files'
import { TableSets } from '@engine/storage/chunks/table-sets'
import { readStoreDescription } from '@engine/storage/files/store-file'
import type { Store } from '@engine/storage/store'
import { builtEntry } from '../../../../built-entry'
import {
  dimensions,
  documentChunks,
  documentRecord,
  liveRevision,
  temporaryFolder,
  testStore,
  textQuery,
  vectorOf,
} from '../../store-fixture'

const passphrase = 'pelican lamp 铁塔'
const unlock = { passphrase: () => Promise.resolve(passphrase) }
const other = { id: 'onnx:other', dimensions: 4 }
/** Words of passages, which no file of a sealed store may hold; also as they are stemmed. */
const words = ['xylophonist', 'zanzibar', 'quixot']
const text = (at: number) => `The xylophonist of Zanzibar was quixotic, number${at}`

const foldersOf = async (folder: string) =>
  (await readdir(folder)).filter((name) => /^(?:lance|sealed)/u.test(name)).toSorted()

/** Files of a store that hold one of the words, by their paths in it. */
async function inClear(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile()) continue
    const content = (await readFile(path, 'latin1')).toLowerCase()
    if (words.some((word) => content.includes(word))) found.push(path.slice(folder.length + 1))
  }
  return found
}

async function add(store: Store, id: string, from: number, count: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, at) => text(from + at))
  await store.index.replace([documentChunks(id, 'r1', texts)])
  await store.catalogue.put(documentRecord(id, 'r1', { chunk_count: count }))
}

function narrow(documentId: string, texts: readonly string[]) {
  const document = documentChunks(documentId, 'r1', texts)
  return { ...document, chunks: document.chunks.map((row) => ({ ...row, vector: new Float32Array(4).fill(0.5) })) }
}

const found = async (store: Store, term = 'zanzibar') =>
  (await store.index.textSearch(textQuery({ terms: [term] }), { limit: 5000 })).length

async function whenDone(store: Store): Promise<void> {
  await vi.waitFor(
    async () => {
      const { work, trouble } = await store.vault.state()
      expect([work, trouble]).toEqual([null, null])
    },
    { timeout: 60_000, interval: 20 },
  )
}

async function turnOn(store: Store): Promise<void> {
  await store.vault.turnOn({ passphrase, keep: false })
  await whenDone(store)
}

// Would catch a row that is lost between the copy and the switch, a search that fails meanwhile, and what stays behind in clear.
it('tables are sealed and opened again while they are written to and searched', async () => {
  const folder = await temporaryFolder()
  const store = await testStore(folder, { unlock })
  for (let at = 0; at < 20; at += 1) await add(store, `d${at}`, at * 60, 60)
  const next = await store.vectors.begin(other)
  await next.tables.index.replace([narrow('d0', [text(0), text(1)])])
  expect((await inClear(folder)).length).toBeGreaterThan(3)
  let [documents, rows, searches] = [20, 1200, 0]
  const { index } = store
  for (const [way, form] of [
    ['on', 'sealed'],
    ['off', 'lance'],
  ] as const) {
    const before = await index.vectorSearch(vectorOf(3), { limit: 20 })
    await (way === 'on' ? store.vault.turnOn({ passphrase, keep: false }) : store.vault.turnOff(passphrase))
    const progress = { isOver: false }
    const done = whenDone(store).finally(() => (progress.isOver = true))
    const removed = store.vectors.remove([`d${documents - 1}`])
    const searching = (async () => {
      while (!progress.isOver) {
        expect((await index.vectorSearch(vectorOf(3), { limit: 20 })).length).toBe(20)
        const least = rows - 60
        expect(await found(store)).toBeGreaterThanOrEqual(least)
        searches += 1
      }
    })()
    // Some are given while what is there is copied, some while the last of it is, some after the switch.
    while (!progress.isOver) {
      await Promise.all(['a', 'b'].map((more) => add(store, `d${documents}${more}`, documents * 60, 5)))
      documents += 1
      rows += 10
    }
    await Promise.all([done, removed, searching])
    rows -= way === 'on' ? 60 : 0
    expect((await foldersOf(folder)).every((name) => name.startsWith(form))).toBe(true)
    expect(await foldersOf(folder)).toHaveLength(2)
    expect([await found(store), await index.countChunks()]).toEqual([rows, rows])
    expect(store.vectors.next?.tables.documents.get('d0')?.revisions.get('r1')).toBe(2)
    expect(await next.tables.documentsWithoutVectors()).toEqual([])
    expect((await index.vectorSearch(vectorOf(3), { limit: 20 })).map(({ score }) => score)).toEqual(
      before.map(({ score }) => score),
    )
    if (way === 'on') expect(await inClear(folder)).toEqual([])
  }
  expect(searches).toBeGreaterThan(2)
  expect((await inClear(folder)).length).toBeGreaterThan(3)
}, 120_000)

it('a sealed store is written, maintained, cleared of documents, closed and opened without a word in clear', async () => {
  const folder = await temporaryFolder()
  const store = await testStore(folder, { unlock })
  await add(store, 'a', 0, 30)
  await turnOn(store)
  await add(store, 'b', 100, 2_100)
  await store.index.maintain(true)
  await store.vectors.remove(['a'])
  await add(store, 'c', 5_000, 10)
  await store.close()
  expect([await inClear(folder), await foldersOf(folder)]).toEqual([[], ['sealed-1']])
  await expect(testStore(folder)).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
  const again = await testStore(folder, { unlock })
  expect([again.needsRebuild, await found(again), await again.index.countChunks()]).toEqual([false, 2_110, 2_110])
  expect((await again.check()).counts).toMatchObject({ chunks: 2_110 })
  expect(again.index.statistics.documentFrequency('zanzibar')).toBe(2_110)
  await again.resetTables()
  expect([await again.index.countChunks(), await foldersOf(folder)]).toEqual([0, ['sealed-1']])
  await add(again, 'b', 0, 3)
  await again.close()
  expect(await inClear(folder)).toEqual([])
}, 60_000)

it('large tables are maintained in a process of its own, through the thread of this one', async () => {
  const said: string[] = []
  let forked = 0
  const forkUpkeep = () => {
    forked += 1
    return forkHost(builtEntry('upkeep-process'), (line) => said.push(line))
  }
  const folder = await temporaryFolder()
  const store = await testStore(folder, { unlock, forkUpkeep, log: (line) => said.push(line) })
  await turnOn(store)
  await add(store, 'large', 0, 5_200)
  await add(store, 'small', 9_000, 5)
  await store.index.maintain(true)
  await store.vectors.remove(['small'])
  expect([forked, await found(store, 'number9001'), await found(store, 'number4001'), said]).toEqual([1, 0, 1, []])
  expect((await inClear(folder)).filter((path) => !path.startsWith('tmp'))).toEqual([])
}, 60_000)

it('a reader beside the writer sees sealed tables, and what is written to them', async () => {
  const folder = await temporaryFolder()
  const store = await testStore(folder, { unlock })
  await add(store, 'a', 0, 30)
  await turnOn(store)
  const reader = await testStore(folder, { unlock, readOnly: true })
  expect(await found(reader)).toBe(30)
  await add(store, 'b', 30, 30)
  await reader.close()
  expect(await found(await testStore(folder, { unlock, readOnly: true }))).toBe(60)
  expect(await found(store)).toBe(60)
})

// Would catch rows in clear in what was set aside, and damage that keeps a store from opening.
it('damaged sealed tables are put aside as they are and made anew; those put aside in clear before are sealed', async () => {
  const folder = await temporaryFolder()
  const store = await testStore(folder, { unlock })
  await add(store, 'a', 0, 30)
  await store.close()
  const damage = async (tables: string) => {
    const data = join(folder, tables, 'chunks.lance/data')
    for (const name of await readdir(data)) await truncate(join(data, name), (await stat(join(data, name))).size - 20)
  }
  await damage('lance')
  const second = await testStore(folder, { unlock })
  expect([second.needsRebuild, (await inClear(folder)).some((path) => path.startsWith('lance-damaged-'))]).toEqual([
    true,
    true,
  ])
  await add(second, 'a', 0, 30)
  await turnOn(second)
  expect(await inClear(folder)).toEqual([])
  await second.close()
  await damage('sealed-1')
  const third = await testStore(folder, { unlock })
  expect([third.needsRebuild, third.missing()]).toEqual([true, ['a']])
  await add(third, 'a', 0, 30)
  expect([await found(third), await inClear(folder)]).toEqual([30, []])
  expect(await foldersOf(folder)).toEqual([expect.stringMatching(/^lance-damaged-/u), 'sealed-1'])
})

it('what was cut short is a stray at the next start, whichever half of it there is', async () => {
  const folder = await temporaryFolder()
  const store = await testStore(folder, { unlock })
  await add(store, 'a', 0, 30)
  await turnOn(store)
  await store.close()
  for (const name of ['lance', 'lance-4', 'sealed-7', 'sealed-x']) {
    await mkdir(join(folder, name, 'chunks.lance/data'), { recursive: true })
    await writeFile(join(folder, name, 'chunks.lance/data/half'), 'half')
  }
  const again = await testStore(folder, { unlock })
  expect([await found(again), await foldersOf(folder)]).toEqual([30, ['sealed-1', 'sealed-x']])
})

it('tables are carried from a sealed store to another in clear, and lie sealed there again', async () => {
  const folder = await temporaryFolder()
  const store = await testStore(folder, { unlock })
  await add(store, 'a', 0, 30)
  await turnOn(store)
  const carried = join(folder, 'tmp', 'carried')
  const tables = await store.carrier?.linkInto(carried)
  expect((await inClear(carried)).length).toBeGreaterThan(0)
  expect(await inClear(join(folder, 'sealed-1'))).toEqual([])
  const adopted = tables && (await store.carrier?.adopt(carried, tables, () => 'r1'))
  expect(adopted?.get('a')?.revisions.get('r1')).toBe(30)
  await rm(carried, { recursive: true, force: true })
  await add(store, 'b', 30, 10)
  expect([await found(store), await inClear(folder)]).toEqual([40, []])
  await store.close()
  const again = await testStore(folder, { unlock })
  expect([await found(again), await foldersOf(folder)]).toEqual([40, ['sealed-2']])
})

/** Sets of tables with a seal that can be set. */
async function setsIn(folder: string, seal: SealedFiles | undefined): Promise<TableSets> {
  const description = await readStoreDescription(folder)
  if (!description) throw new Error('There is no store.')
  const sets = await TableSets.open(description, {
    ...{ folder, builtIn: { id: 'test-1', dimensions }, canEmbed: () => true, readOnly: false, now: Date.now },
    ...{ log: () => undefined, liveRevisionOf: () => liveRevision('r1').revision, ...(seal && { seal }) },
  })
  onTestFinished(() => sets.close())
  return sets
}

async function pass(sets: TableSets, signal?: AbortSignal): Promise<boolean[]> {
  const done: boolean[] = []
  for (const piece of await sets.resealing(() => Promise.resolve(false), signal)) done.push(await piece())
  return done
}

it('new tables take the form that is wanted; a switch that cannot be written down does not happen', async () => {
  const folder = await temporaryFolder()
  const store = await testStore(folder)
  await add(store, 'a', 0, 30)
  await store.close()
  const seal = new SealedFiles()
  const key = createSecretKey(randomBytes(32))
  const sets = await setsIn(folder, seal)
  seal.use(key, true)
  await rm(join(folder, 'store.json'))
  await mkdir(join(folder, 'store.json'))
  await expect(pass(sets)).rejects.toThrow()
  expect([await foldersOf(folder), await sets.current.index.countChunks()]).toEqual([['lance'], 30])
  await rm(join(folder, 'store.json'), { recursive: true })
  await expect(pass(sets, AbortSignal.abort(new Error('closing')))).rejects.toThrow('closing')
  expect(await foldersOf(folder)).toEqual(['lance'])
  await sets.reset()
  expect([await foldersOf(folder), await sets.current.index.countChunks()]).toEqual([['sealed-1'], 0])
  await sets.current.index.replace([documentChunks('a', 'r1', [text(1)])])
  await sets.begin(other)
  expect(await foldersOf(folder)).toEqual(['sealed-1', 'sealed-2'])
  expect(await pass(sets)).toEqual([false, false, false, false])
  expect(await inClear(folder)).toEqual([])
  seal.use(key, false)
  expect(await pass(sets)).toEqual([true, true, false, false])
  expect(await foldersOf(folder)).toEqual(['lance-3', 'lance-4'])
  // By another key than before.
  seal.use(createSecretKey(randomBytes(32)), true)
  expect(await pass(sets)).toEqual([true, true, false, false])
  expect(await sets.current.index.countChunks()).toBe(1)
  await sets.close()
  // Would catch a store that never opens again because its key is gone.
  const without = await setsIn(folder, undefined)
  expect([without.current.remade, without.next, await foldersOf(folder)]).toEqual([true, undefined, ['lance-7']])
})
