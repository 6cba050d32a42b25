import { describe, expect, it } from 'vitest'
import type { FoundChunk } from '@engine/ports/storage/chunk-index'
import { SharedRows } from '@engine/storage/tables/shared-rows'
import { documentChunks, testStore, textQuery, vectorOf } from '../store-fixture'

const place = (row: number, score = 1) => ({ id: `c${row}`, row: BigInt(row), score })
const rowOf = (row: bigint) => ({ search: `row ${row}` }) as FoundChunk

function latch() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

function counted() {
  const reads: { table: string; rows: bigint[] }[] = []
  const shared = new SharedRows<string>((table, rows) => {
    reads.push({ table, rows: [...rows] })
    return Promise.resolve(new Map(rows.map((row) => [row, rowOf(row)])))
  })
  return { reads, shared }
}

describe('rows of several searches', () => {
  it('are read once, each once, when the last search has found its hits (bug: a read a search)', async () => {
    const { reads, shared } = counted()
    const late = latch()
    const one = shared.hitsOf('t', () => Promise.resolve([place(1, 0.9), place(2, 0.8)]))
    const other = shared.hitsOf('t', async () => {
      await late.promise
      return [place(2, 7), place(3, 6)]
    })
    late.resolve()
    expect((await one).map(({ search, score }) => [search, score])).toEqual([
      ['row 1', 0.9],
      ['row 2', 0.8],
    ])
    expect((await other).map(({ search, score }) => [search, score])).toEqual([
      ['row 2', 7],
      ['row 3', 6],
    ])
    expect(reads).toEqual([{ table: 't', rows: [1n, 2n, 3n] }])
  })

  it('do not wait for a search that is late, or has failed (bug: one slow list costs all the others their hits)', async () => {
    const { reads, shared } = counted()
    const late = latch()
    const slow = shared.hitsOf('t', () => late.promise.then(() => Promise.reject(new Error('gone'))))
    expect(await shared.hitsOf('t', () => Promise.resolve([place(1)]))).toHaveLength(1)
    late.resolve()
    await expect(slow).rejects.toThrow('gone')
    expect(await shared.hitsOf('t', () => Promise.resolve([place(2)]))).toHaveLength(1)
    expect(reads.map(({ rows }) => rows)).toEqual([[1n], [2n]])
  })

  it('are read from the version in which they were found (bug: rows of another version under the same numbers)', async () => {
    const { reads, shared } = counted()
    await Promise.all(['old', 'new'].map((table) => shared.hitsOf(table, () => Promise.resolve([place(1)]))))
    expect(reads.map(({ table }) => table)).toEqual(['old', 'new'])
  })

  it('fail for all who wait where they cannot be read, and not for later ones (bug: hits that never come)', async () => {
    let isBroken = true
    const shared = new SharedRows<string>((_, rows) =>
      isBroken ? Promise.reject(new Error('no disk')) : Promise.resolve(new Map(rows.map((row) => [row, rowOf(row)]))),
    )
    const find = () => Promise.resolve([place(1)])
    const both = await Promise.allSettled([shared.hitsOf('t', find), shared.hitsOf('t', find)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isBroken = false
    expect(await shared.hitsOf('t', find)).toHaveLength(1)
  })

  it('are those of the hits in a real table, for searches at once (bug: rows in another order than they were asked for)', async () => {
    const { index } = await testStore()
    const texts = Array.from({ length: 40 }, (_, at) => `word${at % 4} number${at}`)
    await index.replace([documentChunks('d', 'r1', texts)])
    const [near, far, text] = await Promise.all([
      index.vectorSearch(vectorOf(7), { limit: 9 }),
      index.vectorSearch(vectorOf(30), { limit: 9 }),
      index.textSearch(textQuery({ terms: ['word3'] }), { limit: 30 }),
    ])
    expect(near[0]?.chunk.index).toBe(7)
    expect(far[0]?.chunk.index).toBe(30)
    expect(text.map(({ chunk }) => chunk.text).every((one) => one.startsWith('word3 '))).toBe(true)
    expect(text).toHaveLength(10)
    for (const { chunk, search, vector } of [...near, ...far, ...text]) {
      expect(search).toContain(`number${chunk.index}`)
      expect(vector).toEqual(vectorOf(chunk.index))
    }
  })
})
