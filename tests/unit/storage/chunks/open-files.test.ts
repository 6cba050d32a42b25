import { readdir, readlink } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { documentChunks, temporaryFolder, testStore, textQuery } from '../store-fixture'

/** Files of the search tables that this process holds open although they are deleted. */
async function deletedButOpen(folder: string): Promise<string[]> {
  const names = await readdir('/proc/self/fd')
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return targets.filter((target) => target.startsWith(folder) && target.endsWith(' (deleted)'))
}

const documents = 90
const searched = { limit: 5 }

// LanceDB 0.31 never closes a vector index that it has searched; so each rewriting leaves files open until the process ends.
it.runIf(process.platform === 'linux')(
  'fifty deletions at once leave no more files open than two (bug: an index made anew for each of them)',
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
    await Promise.all(ids.slice(1, 51).map((id) => store.index.remove([id]).then(search)))
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
