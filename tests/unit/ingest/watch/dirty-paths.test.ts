import { describe, expect, test } from 'vitest'
import type { FileMark } from '@shared/documents'
import { DirtyPaths } from '@engine/ingest/watch/dirty-paths'

function setUp() {
  const state = { now: 100_000 }
  const marks = new Map<string, FileMark>()
  const looked = { during: () => undefined as unknown }
  const dirty = new DirtyPaths({
    now: () => state.now,
    look: (path) => {
      looked.during()
      return Promise.resolve(marks.get(path) ?? 'gone')
    },
  })
  const write = (path: string, size: number) =>
    marks.set(path, { size, modified: state.now, changed: state.now, device: 1 })
  return { state, marks, dirty, write, looked }
}

describe('DirtyPaths', () => {
  test('a path is looked at once it was quiet; one that is gone or old is at rest', async () => {
    const { state, dirty, write } = setUp()
    write('old', 1)
    state.now += 10_000
    dirty.add('old')
    dirty.add('gone')
    expect(await dirty.take()).toEqual([])
    expect(dirty.dueIn()).toBe(700)
    state.now += 700
    expect(await dirty.take()).toEqual(['old', 'gone'])
    expect([dirty.size, dirty.dueIn()]).toEqual([0, undefined])
  })

  // Catches half a file that is read while a program still writes it.
  test('a file that is being written is not at rest before two looks are the same, and is looked at ever less', async () => {
    const { state, dirty, write } = setUp()
    write('log', 1)
    dirty.add('log')
    const waits: number[] = []
    for (let size = 2; size < 10; size += 1) {
      state.now += dirty.dueIn() ?? 0
      write('log', size)
      expect(await dirty.take()).toEqual([])
      waits.push(dirty.dueIn() ?? 0)
    }
    expect(waits).toEqual([700, 1400, 2800, 5600, 11_200, 22_400, 30_000, 30_000])
    state.now += 30_000
    expect(await dirty.take()).toEqual(['log'])
  })

  // Catches half a file that is read because others took long to look at meanwhile.
  test('a file that is written while many are looked at is not at rest', async () => {
    const { state, dirty, write, looked } = setUp()
    dirty.add('book')
    state.now += 700
    looked.during = () => {
      write('book', 1)
      state.now += 5000
    }
    expect(await dirty.take()).toEqual([])
    expect(dirty.size).toBe(1)
  })

  // Catches two files that change places and are told of one after the other: looked at alone, each has a new text.
  test('paths that something happened to at nearly one time are looked at together', async () => {
    const { state, dirty } = setUp()
    dirty.add('a')
    state.now += 250
    dirty.add('b')
    state.now += 100
    dirty.add('c')
    state.now += 350
    expect(await dirty.take()).toEqual(['a', 'b'])
    expect(dirty.dueIn()).toBe(350)
  })

  test('what happens to a path while it is looked at counts', async () => {
    const { state, dirty, looked } = setUp()
    dirty.add('a')
    state.now += 700
    looked.during = () => dirty.add('a')
    expect(await dirty.take()).toEqual([])
    expect(dirty.size).toBe(1)
  })
})
