import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FolderRules, type WatchedFolder } from '@shared/folders/folder-shapes'
import { FolderList } from '@engine/ingest/watch/folder-list'
import { FolderProbe } from '@engine/ingest/watch/folder-probe'

let store = ''
const logged: string[] = []

beforeAll(async () => void (store = await mkdtemp(join(tmpdir(), 'cairn-folder-list-'))))
afterAll(() => rm(store, { recursive: true, force: true }))

const open = () =>
  FolderList.open({ store, write: (path, text) => writeFile(path, text), log: (line) => logged.push(line) })

const folder = (id: string, path: string): WatchedFolder => ({
  ...{ id, path, collection: null, folders: 'flat', paused: false, added_at: 1, deleted: [] },
  rules: FolderRules.parse({}),
})

test('folders are kept; one in another is refused, and an unknown one cannot be changed', async () => {
  const list = await open()
  await list.add(folder('a', '/files/a'))
  await list.add(folder('ab', '/files/ab'))
  for (const path of ['/files/a/in', '/files', '/files/a', join(store, 'objects')]) {
    await expect(list.add(folder('x', path))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  }
  await list.update('a', (one) => ({ ...one, paused: true }))
  await list.remove('ab')
  await expect(list.update('ab', (one) => one)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await open()).all()).toEqual([{ ...folder('a', '/files/a'), paused: true }])
})

// Catches a damaged line that takes all the other folders with it.
test('a folder that makes no sense is left out, and the file is kept', async () => {
  const file = join(store, 'folders.json')
  await writeFile(file, JSON.stringify([{ id: 1 }, folder('b', '/files/b')]))
  expect((await open()).all()).toEqual([folder('b', '/files/b')])
  expect(await readFile(join(store, 'folders.damaged.json'), 'utf8')).toContain('"id":1')
  expect(logged.join()).toContain('damaged')
  await writeFile(file, '{')
  expect((await open()).all()).toEqual([])
})

// Catches a network drive that does not answer and takes a thread of the file system for each look.
test('of a folder that does not answer only one question is open, and it is away meanwhile', async () => {
  let asked = 0
  let answer: (identity: string) => void = () => undefined
  const probe = new FolderProbe(() => {
    asked += 1
    return new Promise((resolve) => (answer = resolve))
  }, 5)
  expect([await probe.look('/net'), await probe.look('/net')]).toEqual(['away', 'away'])
  expect(asked).toBe(1)
  answer('1:2')
  await Promise.resolve()
  await Promise.resolve()
  const seen = probe.look('/net')
  answer('1:2')
  expect(await seen).toBe('same')
  const other = probe.look('/net')
  answer('1:3')
  expect(await other).toBe('other')
})
