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

const day = 24 * 3_600_000

describe('Trash', () => {
  test('deletes after thirty days, not before, and each document by its own time', async () => {
    const { trash, records, deleted } = setUp()
    const { until } = await trash.put(['a', 'a', 'unknown'])
    expect(until).toBe(Date.now() + 30 * day)
    await vi.advanceTimersByTimeAsync(10 * day)
    // Trashed again with another: it keeps its time.
    expect(await trash.put(['a', 'b'])).toEqual({ trashed: ['a', 'b'], until })
    await vi.advanceTimersByTimeAsync(20 * day - 1)
    expect(deleted).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(deleted).toEqual([['a']])
    await vi.advanceTimersByTimeAsync(10 * day)
    expect([...records.keys()]).toEqual([])
    await expect(trash.put(['a'])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a restored document is as it was, and stays', async () => {
    const { trash, records, deleted } = setUp()
    const before = records.get('a')
    await trash.put(['a'])
    expect(await trash.restore(['a', 'unknown'])).toEqual(['a'])
    expect(records.get('a')).toEqual({ ...before, trashed_for: null })
    await vi.advanceTimersByTimeAsync(60 * day)
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

  test('closing leaves what is in it; a failure is told and tried again', async () => {
    const { trash, records, deleted, logged, state } = setUp()
    await trash.put(['a'])
    state.fails = true
    await vi.advanceTimersByTimeAsync(30 * day)
    expect(logged.length).toBeGreaterThan(0)
    state.fails = false
    await vi.advanceTimersByTimeAsync(day)
    expect(records.has('a')).toBe(false)
    await trash.put(['b'])
    await trash.close()
    await vi.advanceTimersByTimeAsync(40 * day)
    expect(records.get('b')?.trashed_at).not.toBeNull()
    expect(deleted.flat()).not.toContain('b')
  })

  // Catches a restart of the engine that ends the time before its end, and a document that stays hidden for ever.
  test('what an earlier run left keeps its time: overdue goes at the start, the rest later, restorable until then', async () => {
    const overdue = setUp({ trashed_at: Date.now() - 30 * day })
    await overdue.trash.recover()
    expect(overdue.records.size).toBe(0)

    const { trash, records, deleted } = setUp({ trashed_at: Date.now() - 29 * day })
    await trash.recover()
    await vi.advanceTimersByTimeAsync(day - 1)
    expect(await trash.restore(['b'])).toEqual(['b'])
    expect(deleted).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(deleted).toEqual([['a']])
    expect(records.get('b')?.trashed_at).toBeNull()
  })

  test('lists what is in it, last trashed first, and is emptied of some or of all', async () => {
    const { trash, records } = setUp()
    await trash.put(['a'])
    await vi.advanceTimersByTimeAsync(1)
    await trash.put(['b'], 'file_gone')
    expect(trash.list().map(({ id, trashed_for }) => [id, trashed_for])).toEqual([
      ['b', 'file_gone'],
      ['a', null],
    ])
    expect(await trash.empty(['a'])).toEqual(['a'])
    expect([...records.keys()]).toEqual(['b'])
    expect(await trash.empty()).toEqual(['b'])
    expect(trash.list()).toEqual([])
  })

  // Catches a document that is brought back and goes again at once, because its file is still not there.
  test('what came back without its file is kept without it', async () => {
    const on_disk = { size: 1, modified: 1, changed: 1, device: 1, state: 'gone' as const }
    const { trash, records } = setUp({ on_disk })
    await trash.put(['a'], 'file_gone')
    await trash.restore(['a'])
    expect(records.get('a')).toMatchObject({ trashed_at: null, on_disk: { state: 'gone', kept: true } })
  })
})
