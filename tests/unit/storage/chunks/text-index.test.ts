import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '@lancedb/lancedb'
import { expect, it } from 'vitest'
import type { Store } from '@engine/storage/store'
import { documentChunks, documentRecord, temporaryFolder, testStore, textQuery } from '../store-fixture'

/** Files with the lists of words, one a piece; of earlier versions there are none after maintenance. */
function piecesIn(folder: string): string[] {
  const names = readdirSync(join(folder, 'lance'), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /part_\d+_invert\.lance$/u.test(name))
}

const sentences = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} sentence ${at}`)

async function add(store: Store, id: string, texts: readonly string[]): Promise<void> {
  await store.index.replace([documentChunks(id, 'r1', texts)])
  await store.catalogue.put(documentRecord(id, 'r1', { chunk_count: texts.length }))
}

it('the text index is one piece after each maintenance (bug: searched in two, what came second lost hits)', async () => {
  const store = await testStore()
  for (const [at, isDone] of [false, true, false, true].entries()) {
    await add(store, `first ${at}`, sentences(20, 'stone'))
    await add(store, `then ${at}`, sentences(1_200, 'wall'))
    await store.index.maintain(isDone)
    expect(piecesIn(store.folder)).toHaveLength(1)
  }
  expect(await store.index.textSearch(textQuery({ terms: ['stone'] }), { limit: 100 })).toHaveLength(80)
})

it('an index that an earlier version made in pieces is made anew once', async () => {
  const folder = await temporaryFolder()
  const store = await testStore(folder)
  await add(store, 'only', sentences(30, 'stone'))
  await store.index.maintain(true)
  await store.close()
  const path = join(folder, 'lance', 'published.json')
  const { text_whole: whole, ...earlier } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  expect(whole).toBe(true)
  await writeFile(path, JSON.stringify(earlier))
  const before = piecesIn(folder)
  const opened = await testStore(folder)
  await opened.index.maintain(true)
  const made = piecesIn(folder)
  expect(made).toHaveLength(1)
  expect(made).not.toEqual(before)
  await opened.index.maintain(true)
  await opened.close()
  const again = await testStore(folder)
  await again.index.maintain(true)
  expect(piecesIn(folder)).toEqual(made)
})

it('tables that a crash in the middle of maintenance left without a text index get one at the next start', async () => {
  const folder = await temporaryFolder()
  const store = await testStore(folder)
  await add(store, 'only', sentences(30, 'stone'))
  await store.index.maintain(true)
  await store.close()
  const connection = await connect(join(folder, 'lance'))
  await (await connection.openTable('chunks')).dropIndex('search_idx')
  connection.close()
  const { index } = await testStore(folder)
  expect(await index.textSearch(textQuery({ terms: ['stone'] }), { limit: 100 })).toHaveLength(30)
})

it('of passages that score the same it finds the same ones each time, also after a restart', async () => {
  const folder = await temporaryFolder()
  const store = await testStore(folder)
  for (let at = 0; at < 40; at += 1) await add(store, `d${at}`, ['stone wall', `other ${at}`])
  await store.index.maintain(true)
  const ask = async ({ index }: Store) => {
    const hits = await index.textSearch(textQuery({ terms: ['stone'] }), { limit: 15 })
    return hits.map(({ chunk }) => chunk.id)
  }
  const first = await ask(store)
  expect(first).toHaveLength(15)
  for (const found of await Promise.all(Array.from({ length: 8 }, () => ask(store)))) expect(found).toEqual(first)
  await store.close()
  expect(await ask(await testStore(folder))).toEqual(first)
})

it('the same words score the same (bug: sums that were added in another order differed in their last bits, and changed places)', async () => {
  const store = await testStore()
  const words = [
    'amber',
    'basin',
    'cedar',
    'delta',
    'ember',
    'fjord',
    'grove',
    'heron',
    'inlet',
    'jetty',
    'knoll',
    'larch',
  ]
  const someOf = (at: number) => words.filter((_, place) => (at * (place + 3)) % (place + 2) === 0)
  const texts = Array.from({ length: 400 }, (_, at) =>
    (at % 10 === 3 ? words : [...someOf(at), `other${at}`]).join(' '),
  )
  await add(store, 'only', texts)
  await store.index.maintain(true)
  const hits = await store.index.textSearch(textQuery({ terms: words }), { limit: 40 })
  expect(new Set(hits.map(({ chunk }) => chunk.text))).toEqual(new Set([words.join(' ')]))
  expect(new Set(hits.map(({ score }) => score)).size).toBe(1)
})
