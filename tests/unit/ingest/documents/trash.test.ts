import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { Trash } from '@engine/ingest/documents/trash'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import { documentNamed } from '../../../fakes/fake-engine'

function setUp(fields: Partial<DocumentRecord> = {}) {
  const records = new Map(['a', 'b'].map((id) => [id, documentNamed(id, { id, ...fields })]))
  const deleted: string[][] = []
  const state = { held: Promise.resolve(), fails: false }
  const catalogue: Pick<DocumentCatalogue, 'list' | 'get' | 'membersOf' | 'update'> = {
    list: () => [...records.values()],
    get: (id) => records.get(id),
    membersOf: (id) => [...records.values()].filter(({ part_of }) => part_of?.document === id),
    async update(id, change) {
      await Promise.resolve()
      const current = records.get(id)
      if (!current) return undefined
      records.set(id, change(current))
      return records.get(id)
    },
  }
  const logged: string[] = []
  const trash = new Trash({
    catalogue: catalogue as DocumentCatalogue,
    async remove(ids) {
      deleted.push([...ids])
      await state.held
      if (state.fails) throw new Error('disk')
      for (const id of ids) records.delete(id)
    },
    now: Date.now,
    log: (line) => logged.push(line),
  })
  return { trash, records, deleted, logged, state }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('Trash', () => {
  test('deletes after twenty seconds, not before, and each document by its own time', async () => {
    const { trash, records, deleted } = setUp()
    const { until } = await trash.put(['a', 'a', 'unknown'])
    expect(until).toBe(Date.now() + 20_000)
    await vi.advanceTimersByTimeAsync(10_000)
    // Trashed again with another: it keeps its time.
    expect(await trash.put(['a', 'b'])).toEqual({ trashed: ['a', 'b'], until })
    await vi.advanceTimersByTimeAsync(9_999)
    expect(deleted).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(deleted).toEqual([['a']])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([...records.keys()]).toEqual([])
    await expect(trash.put(['a'])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a restored document is as it was, and stays', async () => {
    const { trash, records, deleted } = setUp()
    const before = records.get('a')
    await trash.put(['a'])
    expect(await trash.restore(['a', 'unknown'])).toEqual(['a'])
    expect(records.get('a')).toEqual(before)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(deleted).toEqual([])
  })

  // Catches a restore that says yes while the document is already going.
  test('what is being deleted can no longer be restored; a restore under way is not overtaken', async () => {
    const { trash, state, deleted } = setUp()
    let release: () => void = () => undefined
    state.held = new Promise((resolve) => (release = resolve))
    await trash.put(['a'])
    const restoring = trash.restore(['a'])
    await trash.empty()
    expect(await restoring).toEqual(['a'])
    expect(deleted).toEqual([])
    await trash.put(['a'])
    const emptied = trash.empty()
    expect(await trash.restore(['a'])).toEqual([])
    release()
    await emptied
  })

  test('closing deletes what is left at once; a failure is told and leaves it to the next start', async () => {
    const { trash, records, logged, state } = setUp()
    await trash.put(['a'])
    state.fails = true
    await trash.close()
    expect(logged).toHaveLength(1)
    expect(records.get('a')?.trashed_at).not.toBeNull()
  })

  // Catches an undo that a restart of the engine ends before its time, and a document that stays hidden for ever.
  test('what an earlier run left keeps its time: overdue goes at the start, the rest later, restorable until then', async () => {
    const overdue = setUp({ trashed_at: Date.now() - 20_000 })
    await overdue.trash.recover()
    expect(overdue.records.size).toBe(0)

    const { trash, records, deleted } = setUp({ trashed_at: Date.now() - 15_000 })
    await trash.recover()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(await trash.restore(['b'])).toEqual(['b'])
    expect(deleted).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(deleted).toEqual([['a']])
    expect(records.get('b')?.trashed_at).toBeNull()

    const clockSetBack = setUp({ trashed_at: Date.now() + 86_400_000 })
    await clockSetBack.trash.recover()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(clockSetBack.records.size).toBe(0)
  })
})
