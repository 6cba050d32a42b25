import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DocumentChunks } from '@engine/ports/storage/chunk-index'
import { migrate } from '@engine/storage/opening/migrate'
import { packChunks } from '@engine/storage/migrations/pack-chunks'
import { sealDocumentList } from '@engine/storage/migrations/seal-document-list'
import type { Store } from '@engine/storage/store'
import { readStoreDescription } from '@engine/storage/files/store-file'
import { arrow } from '@engine/storage/tables/arrow'
import { connectTables } from '@engine/storage/tables/chunk-table'
import { embeddedTextHash } from '@engine/storage/tables/chunk-rows'
import { dimensions, documentChunks, documentRecord, testStore, vectorOf } from './store-fixture'

const documents = [
  documentChunks('d1', 'r1', ['Alpha of the "first" page.', '第二段：灯塔。'], { page: 3, context: 'Year | Sum' }),
  documentChunks('d2', 'r1', ['Gamma alone.']),
]

/** A closed store of version 1 that holds these documents. */
async function oldStore(): Promise<string> {
  const store = await testStore()
  for (const { documentId, chunks } of documents) {
    await store.catalogue.put(documentRecord(documentId, 'r1', { chunk_count: chunks.length }))
  }
  await store.index.replace(documents)
  await store.close()
  await asVersion1(store.folder, documents)
  return store.folder
}

/** Puts tables of version 1 in the place of a store's own. */
async function asVersion1(folder: string, chunks: readonly DocumentChunks[]): Promise<void> {
  const { Field, FixedSizeList, Float32, Int32, Schema, Utf8 } = arrow
  const texts = [
    'id',
    'doc_id',
    'doc_name',
    'title',
    'revision',
    'collection',
    'format',
    'text',
    'heading_path',
    'context',
  ]
  const integers = ['idx', 'char_start', 'char_end', 'window_start', 'window_end', 'token_count']
  const schema = new Schema([
    ...[...texts, 'text_hash', 'search'].map((name) => new Field(name, new Utf8(), false)),
    ...integers.map((name) => new Field(name, new Int32(), false)),
    new Field('page', new Int32(), true),
    new Field('vector', new FixedSizeList(dimensions, new Field('item', new Float32(), true)), false),
  ])
  const rows = chunks.flatMap((document) =>
    document.chunks.map(({ chunk, search, vector }) => {
      const { index, start, end, heading_path: path, ...rest } = chunk
      const renamed = { idx: index, char_start: start, char_end: end, heading_path: JSON.stringify(path) }
      return { ...rest, ...renamed, search, text_hash: embeddedTextHash(chunk), vector: [...(vector ?? [])] }
    }),
  )
  await rm(join(folder, 'lance'), { recursive: true })
  const connection = await connectTables({ uri: join(folder, 'lance') })
  await connection.createTable('chunks', rows, { schema })
  connection.close()
  const path = join(folder, 'store.json')
  await writeFile(path, (await readFile(path, 'utf8')).replace(/"schema_version": \d+/u, '"schema_version": 1'))
}

async function expectWhole(store: Store): Promise<void> {
  expect(store.needsRebuild).toBe(false)
  expect(store.missing()).toEqual([])
  for (const { documentId, chunks } of documents) {
    expect(await store.index.chunksOf(documentId, 0, 10)).toEqual(chunks.map(({ chunk }) => chunk))
  }
  const [nearest] = await store.index.vectorSearch(vectorOf(1), { limit: 1 })
  expect(nearest).toMatchObject({ chunk: { text: '第二段：灯塔。' }, vector: vectorOf(1) })
  const found = await store.index.textSearch({ terms: ['gamma'], phrases: [], excluded: [] }, { limit: 5 })
  expect(found.map(({ chunk }) => chunk.doc_id)).toEqual(['d2'])
  expect(store.index.statistics.chunkCount).toBe(3)
  // These documents have no stored files.
  const { problems } = await store.check()
  expect(problems.filter(({ key }) => !key.startsWith('object_') && key !== 'document_not_mended')).toEqual([])
  expect((await readdir(store.folder)).filter((name) => name.startsWith('lance'))).toEqual(['lance'])
}

describe('a store whose chunks have a column for each field', () => {
  it('is opened with every chunk, vector and search as it was', async () => {
    const folder = await oldStore()
    await expectWhole(await testStore(folder))
    expect(await readStoreDescription(folder)).toMatchObject({ schema_version: 6 })
  })

  it('asks to be opened for writing first', async () => {
    await expect(testStore(await oldStore(), { readOnly: true })).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
  })

  it('is opened whole wherever an earlier attempt was killed', async () => {
    const whileCopying = await oldStore()
    await mkdir(join(whileCopying, 'lance.packed', 'chunks.lance'), { recursive: true })
    await expectWhole(await testStore(whileCopying))

    const betweenRenames = await oldStore()
    await packChunks.run(betweenRenames)
    await rename(join(betweenRenames, 'lance'), join(betweenRenames, 'lance.packed'))
    await mkdir(join(betweenRenames, 'lance.unpacked'))
    await expectWhole(await testStore(betweenRenames))

    const beforeItWasWrittenDown = await oldStore()
    await packChunks.run(beforeItWasWrittenDown)
    await mkdir(join(beforeItWasWrittenDown, 'lance.unpacked'))
    await expectWhole(await testStore(beforeItWasWrittenDown))
  })

  it('with damaged tables is opened with empty ones, to be filled again', async () => {
    const folder = await oldStore()
    await rm(join(folder, 'lance', 'chunks.lance', '_versions'), { recursive: true })
    const store = await testStore(folder)
    expect(store.needsRebuild).toBe(true)
    expect(store.missing()).toEqual(['d1', 'd2'])
    expect((await readdir(folder)).filter((name) => name.endsWith('packed'))).toEqual([])
  })

  it('without tables is opened as well', async () => {
    const folder = await oldStore()
    await rm(join(folder, 'lance'), { recursive: true })
    const description = await readStoreDescription(folder)
    if (!description) throw new Error('There is no description.')
    await migrate(folder, description, [packChunks, sealDocumentList], () => undefined)
    expect((await testStore(folder)).needsRebuild).toBe(true)
  })
})
