import { describe, expect, test } from 'vitest'
import { type BatchWriter, IndexBatch } from '@engine/ingest/jobs/index-batch'
import type { DocumentChunks } from '@engine/ports/storage/chunk-index'

/** A document of this many chunks; what is in them does not matter here. */
function documentOf(documentId: string, chunks: number): DocumentChunks {
  const row: DocumentChunks['chunks'][number] = { chunk: {} as never, search: '', vector: new Float32Array() }
  return { documentId, revision: '1', chunks: Array.from({ length: chunks }, () => row) }
}

/** A writer that notes what it is asked, and waits for `release` where `slow`. */
function writerOf(fail: (ids: readonly string[]) => boolean = () => false) {
  const calls: string[] = []
  const held: (() => void)[] = []
  const state = { slow: false, chunks: 0 }
  const writer: BatchWriter = {
    async replace(documents) {
      const ids = documents.map(({ documentId }) => documentId)
      calls.push(ids.join('+'))
      if (state.slow) await new Promise<void>((resolve) => held.push(resolve))
      if (fail(ids)) throw new Error('disk')
    },
    maintain() {
      calls.push('maintain')
      return Promise.resolve()
    },
    chunkCount: () => state.chunks,
  }
  return { writer, calls, state, release: () => held.splice(0).forEach((resolve) => resolve()) }
}

describe('IndexBatch', () => {
  test('gathers what comes while something is being written into one write', async () => {
    const { writer, calls, state, release } = writerOf()
    state.slow = true
    const batch = new IndexBatch(writer)
    const first = batch.add(documentOf('a', 1000))
    const others = ['b', 'c', 'd'].map((id) => batch.add(documentOf(id, 900)))
    expect(calls).toEqual(['a'])
    state.slow = false
    release()
    await Promise.all([first, ...others])
    expect(calls).toEqual(['a', 'b+c+d'])
  })

  test('a small document alone is written without waiting for more', async () => {
    const { writer, calls } = writerOf()
    await new IndexBatch(writer).add(documentOf('a', 1))
    expect(calls).toEqual(['a'])
  })

  // Catches a commit for each of the many small files of a folder.
  test('small documents are written together while more are on their way, and at once when none is', async () => {
    const { writer, calls } = writerOf()
    let coming = 3
    const batch = new IndexBatch(writer, () => coming > 0)
    const adds: Promise<void>[] = []
    for (const id of ['a', 'b', 'c']) {
      adds.push(batch.add(documentOf(id, 1)))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    expect(calls).toEqual([])
    coming = 0
    adds.push(batch.add(documentOf('d', 1)))
    await Promise.all(adds)
    expect(calls).toEqual(['a+b+c+d'])
  })

  test('a failed write fails its own documents only, and the next ones are written', async () => {
    const { writer, calls } = writerOf((ids) => ids.includes('a'))
    const batch = new IndexBatch(writer)
    await expect(batch.add(documentOf('a', 1000))).rejects.toThrow('disk')
    await batch.add(documentOf('b', 1000))
    expect(calls).toEqual(['a', 'b'])
  })

  test('has no room while four thousand chunks are unwritten, and again once they are', async () => {
    const { writer, state, release } = writerOf()
    state.slow = true
    const batch = new IndexBatch(writer)
    const written = batch.add(documentOf('a', 4000))
    let roomy = false
    const room = batch.hasRoom().then(() => (roomy = true))
    await Promise.resolve()
    expect(roomy).toBe(false)
    release()
    await Promise.all([written, room])
    expect(roomy).toBe(true)
  })

  // Without it the searches of somebody who asks while a large folder goes in scan every row that is not indexed yet.
  test('maintains the index during a long job, not only at its end', async () => {
    const { writer, calls } = writerOf()
    const batch = new IndexBatch(writer)
    for (let at = 0; at < 18; at += 1) await batch.add(documentOf(String(at), 1000))
    expect(calls.filter((call) => call === 'maintain')).toHaveLength(2)
  })

  // Catches a library of a million passages whose text index is written anew for every 8,000 of them.
  test('maintains a large index less often', async () => {
    const { writer, calls, state } = writerOf()
    state.chunks = 320_000
    const batch = new IndexBatch(writer)
    for (let at = 0; at < 18; at += 1) await batch.add(documentOf(String(at), 1000))
    expect(calls.filter((call) => call === 'maintain')).toHaveLength(1)
  })
})
