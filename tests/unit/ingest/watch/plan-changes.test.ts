import { describe, expect, test } from 'vitest'
import { matchMoves } from '@engine/ingest/watch/match-moves'
import { type Plan, planChanges, type Situation, sizeOfPlan } from '@engine/ingest/watch/plan-changes'
import type { DiskFile } from '@engine/ingest/watch/scan-folder'
import { documentOf, fileAt, onDisk, standingAt } from './disk'

const none: Plan = { fresh: [], changed: [], moved: [], touched: [], back: [], gone: [], leftOut: [], away: [] }

function plan(files: readonly DiskFile[], records: Situation['records'], more: Partial<Situation> = {}): Plan {
  const known = { missing: new Map(), at: standingAt(records), isDeleted: () => false }
  return planChanges({ disk: onDisk(...files), records, ...known, ...more })
}

describe('planChanges', () => {
  test('nothing is to do where the disk is as the library', () => {
    const files = [fileAt('a.md'), fileAt('b.md')]
    expect(plan(files, [documentOf(fileAt('a.md'), 'A'), documentOf(fileAt('b.md'), 'B')])).toEqual(none)
  })

  test('tells new, changed and missing files', () => {
    const [fresh, changed] = [fileAt('new.md'), fileAt('a.md', { modified: 2 })]
    const records = [documentOf(fileAt('a.md'), 'A'), documentOf(fileAt('b.md'), 'B')]
    expect(plan([fresh, changed], records)).toEqual({ ...none, fresh: [fresh], changed: [changed], gone: ['id-b.md'] })
  })

  // Catches a file of the same size, written within the same millisecond with its old date put back.
  test('another time of change alone is another file, until its content says that it is the same', () => {
    const file = { ...fileAt('a.md'), mark: { ...fileAt('a.md').mark, changed: 5 } }
    expect(plan([file], [documentOf(fileAt('a.md'), 'A')]).changed).toEqual([file])
  })

  // Catches a store of an older Cairn that is read all over again.
  test('what an older Cairn read is taken for read where size and date are the same', () => {
    const file = fileAt('a.md', { modified: 5.7 })
    const old = documentOf(file, 'A', { modified_at: 5 })
    delete old.on_disk
    expect(plan([file], [old])).toEqual({ ...none, touched: [{ id: 'id-a.md', file }] })
    expect(plan([fileAt('a.md', { modified: 7 })], [old]).changed).toHaveLength(1)
  })

  test('the user’s own deletion stands; what went for want of its file comes back with it', () => {
    const file = fileAt('a.md')
    const byUser = documentOf(file, 'A', { trashed_at: 1, trashed_for: null })
    expect(plan([file], [byUser])).toEqual(none)
    const bySystem = documentOf(file, 'A', { trashed_at: 1, trashed_for: 'file_gone' })
    expect(plan([file], [bySystem])).toEqual({ ...none, back: ['id-a.md'] })
    expect(plan([], [byUser, bySystem])).toEqual(none)
    expect(plan([file], [], { isDeleted: () => true })).toEqual(none)
  })

  test('what the user brought back without its file stays, and what is away is told once', () => {
    const mark = fileAt('a.md').mark
    const kept = documentOf(fileAt('a.md'), 'A', { on_disk: { ...mark, state: 'gone', kept: true } })
    expect(plan([], [kept])).toEqual(none)
    const missing = new Map([['id-a.md', 'away' as const]])
    expect(plan([], [documentOf(fileAt('a.md'), 'A')], { missing }).away).toEqual(['id-a.md'])
    const told = documentOf(fileAt('a.md'), 'A', { on_disk: { ...mark, state: 'away' } })
    expect(plan([], [told], { missing })).toEqual(none)
  })
})

describe('matchMoves', () => {
  const hashed: string[] = []
  const match = (first: Plan, records: Situation['records'], contents: Readonly<Record<string, string>>) => {
    hashed.length = 0
    return matchMoves(first, {
      at: standingAt(records),
      get: (id) => records.find((record) => record.id === id),
      missed: records.filter(({ trashed_for }) => trashed_for === 'file_gone'),
      hash: (path) => {
        hashed.push(path)
        return Promise.resolve(contents[path.slice('/files/'.length)])
      },
    })
  }

  // Catches a folder of new files that is read twice for nothing.
  test('hashes nothing where no document of that size has lost its place', async () => {
    const records = [documentOf(fileAt('a.md', { size: 99 }), 'A')]
    const found = await match(plan([fileAt('new.md')], records), records, { 'new.md': 'A' })
    expect(hashed).toEqual([])
    expect(found).toMatchObject({ gone: ['id-a.md'], moved: [] })
  })

  test('finds a file that moved, one that was only touched, and one that was missed before', async () => {
    const [moved, touched, back] = [fileAt('to.md'), fileAt('t.md', { modified: 9 }), fileAt('back.md')]
    const records = [
      documentOf(fileAt('from.md'), 'A'),
      documentOf(fileAt('t.md'), 'T'),
      documentOf(fileAt('was.md'), 'B', { trashed_at: 1, trashed_for: 'file_gone' }),
    ]
    const contents = { 'to.md': 'A', 't.md': 'T', 'back.md': 'B' }
    const found = await match(plan([moved, touched, back], records), records, contents)
    expect(found).toEqual({
      ...none,
      moved: [
        { id: 'id-from.md', file: moved },
        { id: 'id-was.md', file: back },
      ],
      touched: [{ id: 'id-t.md', file: touched }],
    })
    expect(sizeOfPlan(found)).toBe(2)
  })

  test('of several with the same content the one of the same name moved', async () => {
    const records = [documentOf(fileAt('x.md'), 'A'), documentOf(fileAt('in/y.md'), 'A')]
    const target = fileAt('out/y.md')
    const found = await match(plan([target], records), records, { 'out/y.md': 'A' })
    expect(found.moved).toEqual([{ id: 'id-in/y.md', file: target }])
    expect(found.gone).toEqual(['id-x.md'])
  })

  // Catches two documents at one path, and a chain that ends in texts under the wrong names.
  test('files change places in a ring or a chain; onto a document that stays, nothing moves', async () => {
    const records = [documentOf(fileAt('a.md'), 'A'), documentOf(fileAt('b.md'), 'B')]
    const [a, b, c] = [fileAt('a.md', { modified: 2 }), fileAt('b.md', { modified: 2 }), fileAt('c.md')]
    const ring = await match(plan([a, b], records), records, { 'a.md': 'B', 'b.md': 'A' })
    expect(ring.moved).toEqual([
      { id: 'id-b.md', file: a },
      { id: 'id-a.md', file: b },
    ])
    const chain = await match(plan([b, c], records), records, { 'b.md': 'A', 'c.md': 'B' })
    expect(chain.moved).toEqual([
      { id: 'id-b.md', file: c },
      { id: 'id-a.md', file: b },
    ])
    expect([chain.changed, chain.gone]).toEqual([[], []])
    const over = await match(plan([b], records), records, { 'b.md': 'A' })
    expect(over).toMatchObject({ moved: [], changed: [b], gone: ['id-a.md'] })
  })
})
