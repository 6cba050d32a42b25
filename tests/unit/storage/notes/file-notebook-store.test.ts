import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { StoredNotebook } from '@engine/ports/storage/notebook-store'
import { createDurableFiles } from '@engine/storage/files/durable-file'
import { FileNotebookStore } from '@engine/storage/notes/file-notebook-store'
import { temporaryFolder, testStore } from '../store-fixture'

const notebook = (id: string, title = 'Huts 木屋'): StoredNotebook => ({
  id,
  title,
  items: [],
  as_evidence: false,
  created_at: '2026-03-01T09:00:00Z',
  updated_at: '2026-03-01T09:00:00Z',
  trashed_at: null,
})

async function open() {
  const root = await temporaryFolder()
  await mkdir(join(root, 'tmp'))
  const lines: string[] = []
  const folder = join(root, 'notes')
  const store = new FileNotebookStore(folder, createDurableFiles(join(root, 'tmp')), {
    log: (line) => lines.push(line),
  })
  return { folder, store, lines }
}

describe('notebooks as files', () => {
  test('are none before the first, and read back whole', async () => {
    const { store } = await open()
    expect(await store.all()).toEqual([])
    await store.save(notebook('n_1'))
    await store.save(notebook('n_2'))
    await store.save(notebook('n_1', 'Cabins'))
    expect(await store.all()).toEqual([notebook('n_1', 'Cabins'), notebook('n_2')])
    await store.remove('n_2')
    expect(await store.all()).toEqual([notebook('n_1', 'Cabins')])
  })

  test('that are damaged or copied are told, left as they are, and disturb no other', async () => {
    const { folder, store, lines } = await open()
    await store.save(notebook('n_1'))
    await writeFile(join(folder, 'n_2.json'), '{"id":"n_2","tit')
    await writeFile(join(folder, 'n_1 copy.json'), JSON.stringify(notebook('n_1')))
    await writeFile(join(folder, 'mine.txt'), 'of somebody else')
    expect(await store.all()).toEqual([notebook('n_1')])
    const damaged = [join(folder, 'n_1 copy.json'), join(folder, 'n_2.json')]
    expect(await store.damaged()).toEqual(damaged)
    expect(lines.map((line) => damaged.findIndex((path) => line.includes(path)))).toEqual([0, 1])
    expect(await readFile(join(folder, 'n_2.json'), 'utf8')).toBe('{"id":"n_2","tit')
  })

  test('are looked over with the store', async () => {
    const folder = await temporaryFolder()
    const store = await testStore(folder)
    await store.notebooks.save(notebook('n_1'))
    expect((await store.check()).ok).toBe(true)
    await writeFile(join(folder, 'notes', 'n_1.json'), '')
    expect((await store.check()).problems).toEqual([
      { key: 'notebook_damaged', values: { path: join(folder, 'notes', 'n_1.json') } },
    ])
  })

  test('that cannot be written are told as what they are', async () => {
    const { folder, store } = await open()
    await writeFile(folder, 'a file where the folder should be')
    await expect(store.save(notebook('n_1'))).rejects.toThrow()
    await expect(store.all()).rejects.toThrow()
  })
})
