import { spawnSync } from 'node:child_process'
import { cp, readdir, readFile, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { documentChunks, documentRecord, temporaryFolder, testStore, textQuery } from '../store-fixture'

/** Files of the search tables that this process holds open although they are deleted. */
async function deletedButOpen(folder: string): Promise<string[]> {
  const names = await readdir('/proc/self/fd')
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return targets.filter((target) => target.startsWith(folder) && target.endsWith(' (deleted)'))
}

const documents = 90
const keptPassages = 2500
const searched = { limit: 5 }

// LanceDB 0.31 never closes a vector index that it has searched; so each rewriting leaves files open until the process ends.
it.runIf(process.platform === 'linux')(
  'fifty deletions, at once and one after another, leave no more files open than two (bug: an index made anew for each)',
  async () => {
    const folder = await temporaryFolder()
    const store = await testStore(folder)
    const texts = Array.from({ length: 40 }, (_, at) => `amber word${at}`)
    const ids = Array.from({ length: documents }, (_, at) => `d${at}`)
    await store.index.replace(ids.map((id) => documentChunks(id, 'r1', texts)))
    await store.index.maintain(true)
    const search = async () => {
      await store.index.vectorSearch(new Float32Array(8).fill(1), searched)
      await store.index.textSearch(textQuery({ terms: ['amber'] }), searched)
    }
    await search()
    await store.index.remove(ids.slice(0, 1))
    await search()
    const ofOne = (await deletedButOpen(folder)).length
    await Promise.all(ids.slice(1, 31).map((id) => store.index.remove([id]).then(search)))
    for (const id of ids.slice(31, 51)) await store.index.remove([id]).then(search)
    expect(await store.index.countChunks()).toBe((documents - 51) * texts.length)
    expect((await deletedButOpen(folder)).length).toBeLessThanOrEqual(3 * Math.max(1, ofOne))
  },
)

it('removals at once, some of them twice, take what they name and nothing that comes later', async () => {
  const store = await testStore()
  await store.index.replace(['a', 'b', 'c'].map((id) => documentChunks(id, 'r1', ['one', 'two'])))
  await Promise.all([store.index.remove(['a']), store.index.remove(['b', 'never there']), store.index.remove(['b'])])
  expect(await store.index.countChunks()).toBe(2)
  await store.index.replace([documentChunks('a', 'r2', ['again'])])
  expect(await store.index.countChunks()).toBe(3)
})

/** A store of which one document was removed, and another soon after. */
async function withTwoRemoved(folder: string) {
  const store = await testStore(folder)
  // Enough for a vector index: a smaller library is written out at once.
  const kept = Array.from({ length: keptPassages }, (_, at) => `ordinary sentence ${at}`)
  await store.index.replace([documentChunks('kept', 'r1', kept)])
  await store.index.maintain(true)
  await store.index.replace([
    documentChunks('first', 'r1', ['Hiddenword of the first']),
    documentChunks('second', 'r1', ['Hiddenword of the second']),
  ])
  await store.catalogue.put(documentRecord('kept', 'r1', { chunk_count: kept.length }))
  await store.index.remove(['first'])
  await store.index.remove(['second'])
  return store
}

/** Whether rows that were removed are still in the files, where a large fragment is compressed and no word can be seen. */
async function isOwed(folder: string): Promise<unknown> {
  const published: unknown = JSON.parse(await readFile(join(folder, 'lance', 'published.json'), 'utf8'))
  return (published as { owes_rewriting?: boolean }).owes_rewriting ?? false
}

const filesWithIt = (folder: string) =>
  spawnSync('grep', ['-rlai', 'hiddenword', folder], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)

it('what was removed soon after another is found nowhere, and is on the disk no more once the store is closed', async () => {
  const folder = await temporaryFolder()
  const store = await withTwoRemoved(folder)
  expect(await store.index.textSearch(textQuery({ terms: ['hiddenword'] }), searched)).toEqual([])
  expect(await isOwed(folder)).toBe(true)
  await store.close()
  expect([await isOwed(folder), filesWithIt(folder)]).toEqual([false, []])
})

it('after a crash the next process still knows that it is to be written out (bug: known only in memory)', async () => {
  const [folder, left] = [await temporaryFolder(), await temporaryFolder()]
  const store = await withTwoRemoved(folder)
  await cp(folder, left, { recursive: true, filter: (path) => !basename(path).includes('lock') })
  await store.close()
  expect(await isOwed(left)).toBe(true)
  const next = await testStore(left)
  expect(await next.index.countChunks()).toBe(keptPassages)
  await next.close()
  expect([await isOwed(left), filesWithIt(left)]).toEqual([false, []])
})
