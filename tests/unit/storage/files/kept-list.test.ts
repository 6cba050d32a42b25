import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type KeptKind, KeptList } from '@engine/storage/files/kept-list'
import { temporaryFolder } from '../store-fixture'

const chat = { id: 's1', name: 'How deep is the lake?' }
const ids = (...all: string[]) => new Set(all)

async function fresh() {
  const path = join(await temporaryFolder(), 'kept.jsonl')
  const lines: string[] = []
  /** Each call is a new process on the same file. */
  const open = (readOnly = false) => new KeptList(path, { readOnly, log: (line) => lines.push(line) })
  return { path, open, lines }
}

// Would catch a chat that vanishes without a word, one that is missed although it was deleted, and a deleted chat's name left on the disk.
test('what was seen once is missed when it is gone, and not when it was deleted', async () => {
  const { path, open } = await fresh()
  const first = open()
  first.here('chat', [chat, { id: 's2', name: '湖有多深？' }])
  first.here('notebook', [{ id: 's1', name: 'Notes' }])
  await first.close()
  expect(await open().missing('chat', ids('s2'))).toMatchObject([chat])
  const second = open()
  await second.gone('chat', 's1')
  expect(await second.missing('chat', ids('s2'))).toEqual([])
  expect(await open().missing('notebook', ids())).toMatchObject([{ id: 's1', name: 'Notes' }])
  expect(await readFile(path, 'utf8')).not.toContain('lake')
})

// Would catch damage that is forgotten because the file was written anew, with a sum that fits.
test('what was changed stays known until it is accepted', async () => {
  const { open, lines } = await fresh()
  const first = open()
  first.here('chat', [chat])
  first.changed('chat', chat)
  first.here('chat', [{ ...chat, name: 'Another name' }])
  await first.close()
  const second = open()
  expect(await second.changedOf('chat')).toMatchObject([{ id: 's1', name: 'Another name' }])
  await second.accept(new Map<KeptKind, ReadonlySet<string>>([['chat', ids('s1')]]))
  expect(await open().changedOf('chat')).toEqual([])
  expect(await open().missing('chat', ids('s1'))).toEqual([])
  await second.accept(new Map<KeptKind, ReadonlySet<string>>([['chat', ids()]]))
  expect(await open().missing('chat', ids())).toEqual([])
  expect(lines).toEqual([expect.stringContaining('Another name')])
})

// Would catch a witness that stops the work it looks at, or that writes where nothing may be written.
test('a damaged file costs its lines alone, one for reading only stays as it is, and one that cannot be written is told', async () => {
  const { path, open, lines } = await fresh()
  const first = open()
  first.here('chat', [chat])
  await first.close()
  const whole = await readFile(path, 'utf8')
  await truncate(path, whole.length - 5)
  const second = open()
  second.here('chat', [{ id: 's2', name: 'b' }])
  await second.close()
  expect((await open().missing('chat', ids())).map(({ id }) => id)).toEqual(['s2'])
  await writeFile(path, whole)
  const reader = open(true)
  reader.here('chat', [{ id: 's3', name: 'c' }])
  await reader.gone('chat', 's1')
  expect(await readFile(path, 'utf8')).toBe(whole)
  expect(lines).toEqual([])
  const nowhere = new KeptList(join(path, 'kept.jsonl'), { readOnly: false, log: (line) => lines.push(line) })
  nowhere.here('chat', [chat])
  await nowhere.gone('chat', 's1')
  expect(lines).toEqual([
    expect.stringContaining('could not be kept up'),
    expect.stringContaining('could not be kept up'),
  ])
})
