import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Store } from '@engine/storage/store'
import { documentChunks, documentRecord, testStore, textQuery, vectorOf } from '../store-fixture'

const ten = { limit: 10 }
const stone = textQuery({ terms: ['stone'] })
const other = { id: 'onnx:other', dimensions: 4 }

async function filledStore(options: Parameters<typeof testStore>[1] = {}): Promise<Store> {
  const store = await testStore(undefined, options)
  await store.index.replace([documentChunks('a', 'r1', ['stone one', 'stone two'])])
  await store.catalogue.put(documentRecord('a', 'r1', { chunk_count: 2 }))
  return store
}

/** The same rows under vectors of the other embedder. */
function narrow(documentId: string, texts: readonly string[]) {
  const document = documentChunks(documentId, 'r1', texts)
  return { ...document, chunks: document.chunks.map((row) => ({ ...row, vector: new Float32Array(4).fill(0.5) })) }
}

const foldersOf = async (store: Store) =>
  (await readdir(store.folder)).filter((name) => name.startsWith('lance')).sort()
const description = async (store: Store) =>
  JSON.parse(await readFile(join(store.folder, 'store.json'), 'utf8')) as Record<string, unknown>

// Catches vectors of a model that was deleted being searched with those of the one which was added under its id.
it('another embedder under the same id and width has tables of its own, and is known again after a restart', async () => {
  const store = await filledStore()
  const first = await store.vectors.begin({ ...other, stamp: 'one' })
  expect(await store.vectors.begin({ ...other, stamp: 'one' })).toBe(first)
  await store.vectors.switchOver(null)
  expect(store.vectors.embedder).toMatchObject({ ...other, stamp: 'one' })
  await store.vectors.begin({ ...other, stamp: 'two' })
  await store.close()
  const again = await testStore(store.folder)
  expect([again.vectors.embedder, again.vectors.next?.embedder]).toMatchObject([{ stamp: 'one' }, { stamp: 'two' }])
  await again.vectors.begin({ ...other, stamp: 'three' })
  expect(again.vectors.next?.embedder).toEqual({ ...other, stamp: 'three' })
})

describe('which embedder a store opens with', () => {
  // Catches vectors that took a night to make, thrown away because the built-in embedder is the default again.
  it('is the one it says, whatever is built in', async () => {
    const store = await filledStore()
    await store.close()
    const again = await testStore(store.folder, { embedderId: 'builtin/other@1', dimensions: 16 })
    expect([again.needsRebuild, again.missing(), again.vectors.embedder]).toEqual([
      false,
      [],
      { id: 'test-1', dimensions: 8, unrelated: null },
    ])
    expect(await again.index.vectorSearch(vectorOf(0), ten)).toHaveLength(2)
  })

  it('an older built-in one is replaced by the one that is built in now, with empty tables, once', async () => {
    const store = await filledStore({ embedderId: 'builtin/x@1' })
    await store.close()
    const now = { embedderId: 'builtin/x@2', dimensions: 16 }
    const again = await testStore(store.folder, now)
    expect([again.needsRebuild, again.missing()]).toEqual([true, ['a']])
    expect(await again.index.vectorSearch(new Float32Array(16).fill(1), ten)).toEqual([])
    await again.close()
    expect((await testStore(store.folder, now)).needsRebuild).toBe(false)
  })

  // Catches tables that nobody can fill: emptied for an embedder whose model was deleted.
  it('tables that must be made anew become the built-in embedder’s where theirs cannot embed', async () => {
    for (const [canEmbed, expected] of [
      [true, { id: 'test-1', dimensions: 8 }],
      [false, { id: 'builtin/x@1', dimensions: 16 }],
    ] as const) {
      const store = await filledStore()
      await store.close()
      await rm(join(store.folder, 'lance'), { recursive: true })
      const built = { embedderId: 'builtin/x@1', dimensions: 16, canEmbed: () => canEmbed }
      const again = await testStore(store.folder, built)
      expect([again.needsRebuild, again.vectors.embedder]).toMatchObject([true, expected])
      await again.close()
      expect((await testStore(store.folder, built)).vectors.embedder).toMatchObject(expected)
    }
  })

  // Catches a store.json that makes Cairn delete or write folders that are not its tables.
  it.each(['../other', '/etc', 'objects', 'lance-', ''])(
    'a store.json that names "%s" as tables is refused',
    async (tables) => {
      const store = await filledStore()
      await store.close()
      const said = { ...(await description(store)), tables }
      await writeFile(join(store.folder, 'store.json'), JSON.stringify(said))
      await expect(testStore(store.folder)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    },
  )
})

describe('tables for another embedder', () => {
  it('stand beside those in use, survive a restart with what is in them, and take their place at once', async () => {
    const store = await filledStore()
    const begun = await store.vectors.begin(other)
    expect(await store.vectors.begin(other)).toBe(begun)
    await begun.tables.index.replace([narrow('a', ['stone one', 'stone two'])])
    await store.vectors.setPaused(true)
    await store.close()
    const again = await testStore(store.folder)
    expect([again.vectors.embedder.id, again.vectors.next]).toMatchObject(['test-1', { embedder: other, paused: true }])
    expect(again.vectors.next?.tables.documents.get('a')?.revisions.get('r1')).toBe(2)
    const old = again.index
    const deleteOld = await again.vectors.switchOver(0.25)
    expect([again.vectors.embedder, again.vectors.next]).toEqual([{ ...other, unrelated: 0.25 }, undefined])
    expect(await again.index.vectorSearch(new Float32Array(4).fill(1), ten)).toHaveLength(2)
    // A turn that began before goes on with what it has.
    expect(await old.vectorSearch(vectorOf(0), ten)).toHaveLength(2)
    expect(await old.textSearch(stone, ten)).toHaveLength(2)
    expect(await foldersOf(again)).toEqual(['lance', 'lance-1'])
    await deleteOld()
    expect(await foldersOf(again)).toEqual(['lance-1'])
    expect(await again.check()).toMatchObject({ counts: { chunks: 2 } })
    await again.resetTables()
    expect([await again.index.countChunks(), again.missing()]).toEqual([0, ['a']])
    await again.close()
    expect((await testStore(store.folder)).vectors.embedder).toEqual({ ...other, unrelated: 0.25 })
  })

  it('old tables and strays go at the next start, and nothing else does', async () => {
    const store = await filledStore()
    await store.vectors.begin(other)
    await store.vectors.switchOver(null)
    for (const name of ['lance-7', 'lance-damaged-x', 'lance-notes']) await mkdir(join(store.folder, name))
    await store.close()
    const again = await testStore(store.folder)
    expect(await foldersOf(again)).toEqual(['lance-1', 'lance-damaged-x', 'lance-notes'])
    await again.vectors.begin({ id: 'onnx:third', dimensions: 5 })
    expect(await foldersOf(again)).toContain('lance-2')
  })

  it('are dropped for a third embedder, and on demand', async () => {
    const store = await filledStore()
    const first = await store.vectors.begin(other)
    await store.vectors.begin({ id: 'onnx:third', dimensions: 5 })
    await expect(first.tables.index.replace([narrow('a', ['x'])])).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    expect(await foldersOf(store)).toEqual(['lance', 'lance-1'])
    await store.vectors.drop()
    await store.vectors.drop()
    expect([await foldersOf(store), (await description(store)).next]).toEqual([['lance'], null])
  })

  // Catches a switch that is half done: memory and disk must never speak of different tables.
  it('a switch that cannot be written down does not happen', async () => {
    const store = await filledStore()
    await store.vectors.begin(other)
    await rm(join(store.folder, 'tmp'), { recursive: true })
    await expect(store.vectors.switchOver(null)).rejects.toThrow()
    expect([store.vectors.embedder.id, store.vectors.next?.embedder.id]).toEqual(['test-1', 'onnx:other'])
    await mkdir(join(store.folder, 'tmp'))
    expect(await store.index.vectorSearch(vectorOf(0), ten)).toHaveLength(2)
    expect(await description(store)).toMatchObject({ embedder_id: 'test-1', tables: 'lance' })
  })

  // Catches text of a deleted document that stays in tables which are being filled, or on their way out.
  it('a removed document goes from all tables there are', async () => {
    const store = await filledStore()
    const marked = 'unmistakablyprivate stone'
    await store.index.replace([documentChunks('b', 'r1', [marked])])
    await store.vectors.begin(other)
    await store.vectors.next?.tables.index.replace([narrow('b', [marked])])
    const deleteOld = await store.vectors.switchOver(null)
    await store.vectors.begin({ id: 'onnx:third', dimensions: 4 })
    await store.vectors.next?.tables.index.replace([narrow('b', [marked])])
    await store.vectors.remove(['b'])
    expect(await filesWith(store.folder, 'unmistakablyprivate')).toEqual([])
    await deleteOld()
    await store.vectors.remove(['b'])
  })

  it('rows of documents that are not live any more are gone from begun tables after a restart', async () => {
    const store = await filledStore()
    await store.vectors.begin(other)
    await store.vectors.next?.tables.index.replace([narrow('a', ['x']), narrow('gone', ['y'])])
    await store.close()
    const again = await testStore(store.folder)
    expect([...(again.vectors.next?.tables.documents.keys() ?? [])]).toEqual(['a'])
  })

  it('damaged ones are begun anew, ones whose terms are of another analysis are emptied, the rest is untouched', async () => {
    const store = await filledStore()
    await store.vectors.begin(other)
    await store.vectors.next?.tables.index.replace([narrow('a', ['x'])])
    await store.close()
    await rm(join(store.folder, 'lance-1', 'chunks.lance'), { recursive: true })
    const again = await testStore(store.folder)
    expect([again.vectors.next?.embedder.id, again.vectors.next?.tables.documents.size]).toEqual(['onnx:other', 0])
    expect([again.needsRebuild, await foldersOf(again)]).toEqual([false, ['lance', 'lance-1']])
    await again.vectors.next?.tables.index.replace([narrow('a', ['x'])])
    await again.close()
    const path = join(store.folder, 'store.json')
    await writeFile(path, (await readFile(path, 'utf8')).replace(/"analysis_version": \d+/u, '"analysis_version": 1'))
    const emptied = await testStore(store.folder)
    expect([emptied.needsRebuild, emptied.vectors.embedder.id]).toEqual([true, 'test-1'])
    expect([emptied.vectors.next?.embedder.id, emptied.vectors.next?.tables.documents.size]).toEqual(['onnx:other', 0])
  })

  it('nothing of it can be done where the store was opened for reading', async () => {
    const store = await filledStore()
    await store.vectors.begin(other)
    const reader = await testStore(store.folder, { readOnly: true })
    expect(await reader.index.textSearch(stone, ten)).toHaveLength(2)
    expect(reader.vectors.next).toBeUndefined()
    await expect(reader.vectors.begin(other)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    expect(existsSync(join(store.folder, 'lance-1'))).toBe(true)
  })
})

/** Files below a folder that hold this text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found = await Promise.all(paths.map(async (path) => ((await readFile(path)).includes(text) ? [path] : [])))
  return found.flat()
}
