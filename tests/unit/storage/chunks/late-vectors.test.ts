import { describe, expect, it } from 'vitest'
import type { DocumentChunks } from '@engine/ports/storage/chunk-index'
import type { Store } from '@engine/storage/store'
import { documentChunks, documentRecord, temporaryFolder, testStore, textQuery, vectorOf } from '../store-fixture'

const withoutVectors = (document: DocumentChunks): DocumentChunks => ({
  ...document,
  chunks: document.chunks.map((row) => ({ ...row, vector: null })),
})

const near = async ({ index }: Store, seed: number, limit = 5) =>
  (await index.vectorSearch(vectorOf(seed), { limit })).map(({ chunk }) => chunk.id)

describe('chunks whose vectors are to follow', () => {
  it('are found by words alone, and look like nothing that is near (bug: a stand-in taken for a vector)', async () => {
    const store = await testStore()
    await store.index.replace([withoutVectors(documentChunks('late', 'r1', ['amber gate', 'amber lamp']))])
    expect(await near(store, 0)).toEqual([])
    const [hit] = await store.index.textSearch(textQuery({ terms: ['lamp'] }), { limit: 5 })
    expect(hit?.chunk.text).toBe('amber lamp')
    expect(hit?.vector.every((value) => value === 0)).toBe(true)
    expect((await store.index.chunksById(['late/r1/0']))[0]?.vector.some((value) => value !== 0)).toBe(false)
    expect((await store.index.storedVectors('late')).size).toBe(0)
    expect((await store.check()).problems.filter(({ key }) => key === 'chunk_changed')).toEqual([])
  })

  it('take no place from others (bug: a question that points where the stand-ins do finds nothing)', async () => {
    const store = await testStore()
    const texts = Array.from({ length: 40 }, (_, at) => `text ${at}`)
    await store.index.replace([
      withoutVectors(documentChunks('late', 'r1', texts)),
      documentChunks('made', 'r1', texts),
    ])
    const towards = new Float32Array(8)
    towards[0] = -1
    const options = { limit: 10 }
    const hits = await store.index.vectorSearch(towards, options)
    expect(hits.map(({ chunk }) => chunk.doc_id)).toEqual(Array(10).fill('made'))
    const limited = await store.index.vectorSearch(towards, { ...options, filter: { documents: ['late', 'x'] } })
    expect(limited).toEqual([])
  })

  it('get them in one step, under the same revision and in the text index', async () => {
    const store = await testStore()
    const whole = documentChunks('late', 'r1', ['amber gate', 'amber lamp'])
    await store.index.replace([withoutVectors(whole), documentChunks('other', 'r1', ['stone'])])
    expect(await store.index.addVectors([whole])).toEqual(['late'])
    expect(await store.index.countChunks()).toBe(3)
    expect((await near(store, 1, 1))[0]).toBe('late/r1/1')
    expect((await store.index.storedVectors('late')).size).toBe(2)
    expect(await store.index.textSearch(textQuery({ terms: ['amber'] }), { limit: 5 })).toHaveLength(2)
    expect([...(store.vectors.current.documents.get('late')?.revisions ?? [])]).toEqual([['r1', 2]])
    expect(store.index.statistics.documentFrequency('amber')).toBe(2)
  })

  it('do not come back with them (bug: a document deleted or replaced meanwhile)', async () => {
    const store = await testStore()
    const documents = ['kept', 'gone', 'changed'].map((id) => documentChunks(id, 'r1', ['one', 'two']))
    await store.index.replace(documents.map(withoutVectors))
    const outcome = await Promise.all([
      store.index.remove(['gone']),
      store.index.replace([documentChunks('changed', 'r2', ['new'])]),
      store.index.addVectors(documents),
    ])
    expect(outcome[2]).toEqual(['kept'])
    const rows = await store.index.vectorSearch(vectorOf(0), { limit: 10 })
    expect(rows.map(({ chunk }) => `${chunk.doc_id} ${chunk.revision}`).toSorted()).toEqual([
      'changed r2',
      'kept r1',
      'kept r1',
    ])
  })

  it('stand in the vector index as if they had been added late (bug: an index built over stand-ins for ever)', async () => {
    const store = await testStore()
    const documents = Array.from({ length: 6 }, (_, at) =>
      documentChunks(
        `d${at}`,
        'r1',
        Array.from({ length: 400 }, (__, n) => `word${n} of ${at}`),
      ),
    )
    await store.index.replace(documents.map(withoutVectors))
    await store.index.maintain(true)
    expect(await near(store, 3)).toEqual([])
    await store.index.addVectors(documents.slice(0, 3))
    await store.index.maintain(true)
    expect(await near(store, 399, 3)).toHaveLength(3)
    await store.index.addVectors(documents.slice(3))
    await store.index.maintain(true)
    const hits = await store.index.vectorSearch(vectorOf(399), { limit: 6 })
    expect(hits.map(({ chunk }) => chunk.id).toSorted()).toEqual(
      documents.map(({ documentId }) => `${documentId}/r1/399`),
    )
    expect(await store.index.countChunks()).toBe(2400)
  })

  it('are no reason to index a document anew (bug: a restart that takes them for missing rows)', async () => {
    const folder = await temporaryFolder()
    const store = await testStore(folder)
    await store.index.replace([withoutVectors(documentChunks('late', 'r1', ['amber gate']))])
    await store.catalogue.put(documentRecord('late', 'r1', { chunk_count: 1 }))
    expect(store.missing()).toEqual([])
    await store.close()
    const again = await testStore(folder)
    expect([again.needsRebuild, again.missing()]).toEqual([false, []])
    expect(await near(again, 0)).toEqual([])
    expect(await again.index.addVectors([documentChunks('late', 'r1', ['amber gate'])])).toEqual(['late'])
    expect(await near(again, 0)).toEqual(['late/r1/0'])
  })
})
