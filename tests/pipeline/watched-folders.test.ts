import { appendFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import type { FolderState, NewFolder } from '@shared/folders/folder-shapes'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')

let scratch = ''
let root = ''
let count = 0
let engine: Engine

const open = () => createEngine({ folder: join(scratch, 'store'), resources })

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-watched-'))
  engine = await open()
})

beforeEach(async () => {
  root = join(scratch, `files-${++count}`)
  await mkdir(root)
})

afterEach(async () => {
  for (const { id } of engine.folders.list()) await engine.folders.remove(id)
  await engine.deleteDocuments(engine.listDocuments({}).map(({ id }) => id))
  await engine.emptyTrash()
  await rm(root, { recursive: true, force: true })
})

afterAll(async () => {
  await engine.close()
  await rm(scratch, { recursive: true, force: true })
})

async function write(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true })
  await writeFile(join(root, name), text)
}

/** What the library has of the folder: paths in it, and the states of the files where they are not as they were read. */
const there = () =>
  engine
    .listDocuments({})
    .map(({ source, status, on_disk }) => {
      const state = on_disk?.state === 'as_read' ? '' : ` ${String(on_disk?.state)}`
      return `${source.slice(root.length + 1)}${status === 'ready' ? '' : ` ${status}`}${state}`
    })
    .toSorted()

const becomes = (...paths: string[]) =>
  vi.waitFor(() => expect(there()).toEqual(paths), { timeout: 20_000, interval: 50 })

function at(name: string): DocumentRecord {
  const found = engine.listDocuments({}).find(({ source }) => source === join(root, name))
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

async function watched(rules: Partial<NewFolder> = {}): Promise<FolderState> {
  const folder = await engine.folders.add({ path: root, ...rules })
  await inStep()
  return folder
}

async function inStep(): Promise<void> {
  for await (const event of engine.folders.follow(undefined)) if (event.type === 'error') throw new Error('it failed')
}

const stateOf = (id: string) => engine.folders.list().find((folder) => folder.id === id)

describe('a watched folder', () => {
  // Would catch a .gitignore that counts at the next look through all only, and one whose going brings nothing back.
  test('leaves out what a .gitignore in it says as soon as it says so', async () => {
    await write('a.md', '# Pump\n\nThe pump moves 40 litres.')
    await write('in/b.md', '# Gauge\n\nThe gauge reads 7 bar.')
    await write('in/c.md', '# Valve\n\nThe valve opens at 9 bar.')
    await watched()
    await becomes('a.md', 'in/b.md', 'in/c.md')
    const id = at('in/b.md').id
    await write('in/.gitignore', '*.md\n!c.md\n')
    await becomes('a.md', 'in/c.md')
    await rm(join(root, 'in/.gitignore'))
    await becomes('a.md', 'in/b.md', 'in/c.md')
    expect(at('in/b.md').id).toBe(id)
    await write('.gitignore', 'in/\n')
    await becomes('a.md')
  })

  test('is kept in step: new, changed, moved and deleted files, and a folder that moves', async () => {
    await write('a.md', '# Pump\n\nThe pump moves 40 litres.')
    await write('in/b.md', '# Gauge\n\nThe gauge reads 7 bar.')
    await watched({ collection: 'plant', folders: 'collections' })
    await becomes('a.md', 'in/b.md')
    expect([at('a.md').collection, at('in/b.md').collection]).toEqual(['plant', 'plant/in'])
    const [a, b] = [at('a.md'), at('in/b.md')]

    await write('c.md', '# Valve\n\nThe valve is blue.')
    await becomes('a.md', 'c.md', 'in/b.md')
    await appendFile(join(root, 'a.md'), ' It was bought in 1998.')
    await vi.waitFor(async () => expect((await engine.readDocument(a.id)).text).toContain('1998'), { timeout: 20_000 })
    expect(at('a.md').id).toBe(a.id)

    await rename(join(root, 'in'), join(root, 'out'))
    await becomes('a.md', 'c.md', 'out/b.md')
    // The same document, and its content not read again.
    expect(at('out/b.md')).toMatchObject({ id: b.id, live: b.live, collection: 'plant/out' })

    await rm(join(root, 'c.md'))
    await becomes('a.md', 'out/b.md')
    expect(engine.listTrash().map(({ name, trashed_for }) => [name, trashed_for])).toEqual([['c.md', 'file_gone']])
  })

  // Catches documents that change places with each other's texts, or are read once more.
  test('files that change places keep their documents', async () => {
    await write('a.md', '# One\n\nThe first text of the two.')
    await write('b.md', '# Two\n\nThe other text, which is longer.')
    const { id } = await watched()
    const [a, b] = [at('a.md'), at('b.md')]
    // Paused, so that nobody looks half-way: then one file is missed, and its document is found in the trash.
    await engine.folders.change(id, { paused: true })
    await rename(join(root, 'a.md'), join(root, 'swap.tmp'))
    await rename(join(root, 'b.md'), join(root, 'a.md'))
    await rename(join(root, 'swap.tmp'), join(root, 'b.md'))
    await engine.folders.change(id, { paused: false })
    await vi.waitFor(() => expect(at('b.md').id).toBe(a.id), { timeout: 20_000 })
    await becomes('a.md', 'b.md')
    expect(at('a.md')).toMatchObject({ id: b.id, live: b.live })
    expect(at('b.md')).toMatchObject({ id: a.id, live: a.live })
  })

  test('what comes back leaves the trash as it was; what the user brings back stays without its file', async () => {
    await write('a.md', '# One\n\nThe first text.')
    await write('b.md', '# Two\n\nThe other text.')
    const { id } = await watched()
    const [a, b] = [at('a.md'), at('b.md')]
    await rename(join(root, 'a.md'), join(scratch, 'away.md'))
    await rm(join(root, 'b.md'))
    await becomes()
    await rename(join(scratch, 'away.md'), join(root, 'a2.md'))
    await becomes('a2.md')
    expect(at('a2.md')).toMatchObject({ id: a.id, live: a.live })
    expect(await engine.restoreDocuments([b.id])).toEqual([b.id])
    engine.folders.rescan(id, false)
    await inStep()
    expect(there()).toEqual(['a2.md', 'b.md gone'])
  })

  // Catches a deletion by the user that the next look at the folder takes back.
  test('what the user deletes stays out although its file is there, until it is asked for again', async () => {
    await write('a.md', '# One\n\nThe first text.')
    await write('b.md', '# Two\n\nThe other text.')
    const { id } = await watched()
    await engine.trashDocuments([at('a.md').id])
    engine.folders.rescan(id, false)
    await inStep()
    expect(there()).toEqual(['b.md'])
    await engine.emptyTrash()
    engine.folders.rescan(id, true)
    await inStep()
    expect(there()).toEqual(['b.md'])
    expect(stateOf(id)?.deleted).toBe(1)
    await engine.folders.takeBack(id)
    await becomes('a.md', 'b.md')
  })

  test('rules leave files out, and let them in again', async () => {
    await write('a.md', '# One\n\nThe first text.')
    await write('drafts/b.md', '# Two\n\nThe other text.')
    await write('deep/er/c.txt', 'The third text.')
    const rules = { ignore: 'drafts/\n', max_mb: 1, depth: 32, kinds: [] }
    const { id } = await watched({ rules })
    await becomes('a.md', 'deep/er/c.txt')
    await engine.folders.change(id, { rules: { ...rules, kinds: ['md'], ignore: '' } })
    await becomes('a.md', 'drafts/b.md')
    expect(engine.listTrash().map(({ trashed_for }) => trashed_for)).toEqual(['left_out'])
    await engine.folders.change(id, { rules: { ...rules, ignore: '' } })
    await becomes('a.md', 'deep/er/c.txt', 'drafts/b.md')
  })

  test('a pause holds changes back and tells of them', async () => {
    await write('a.md', '# One\n\nThe first text.')
    await write('b.md', '# Two\n\nThe other text.')
    const { id } = await watched()
    await engine.folders.change(id, { paused: true })
    await write('a.md', '# One\n\nAnother first text, and a longer one.')
    await rm(join(root, 'b.md'))
    await write('c.md', '# Three\n\nThe third text.')
    await becomes('a.md changed', 'b.md gone')
    await vi.waitFor(() => expect(stateOf(id)).toMatchObject({ state: 'paused', waiting: 3 }), { timeout: 20_000 })
    await engine.folders.change(id, { paused: false })
    await becomes('a.md', 'c.md')
  })

  // Catches an unplugged disk that empties the library.
  test('a folder that cannot be seen is away, and nothing of it is deleted', async () => {
    await write('a.md', '# One\n\nThe first text.')
    const { id } = await watched()
    await rename(root, `${root}-unplugged`)
    engine.folders.rescan(id, false)
    await vi.waitFor(() => expect(stateOf(id)?.state).toBe('away'), { timeout: 20_000 })
    expect(there()).toEqual(['a.md'])
    expect(engine.listTrash()).toEqual([])
    await rename(`${root}-unplugged`, root)
    await write('b.md', '# Two\n\nThe other text.')
    engine.folders.rescan(id, false)
    await becomes('a.md', 'b.md')
    expect(stateOf(id)?.told).toBe(true)
  })

  test('what happened while Cairn was closed is caught up with, and nothing is read twice', async () => {
    await write('a.md', '# One\n\nThe first text.')
    await write('b.md', '# Two\n\nThe other text.')
    await write('c.md', '# Three\n\nThe third text.')
    await watched()
    const [a, b] = [at('a.md'), at('b.md')]
    await engine.close()
    await rename(join(root, 'b.md'), join(root, 'moved.md'))
    await rm(join(root, 'c.md'))
    await write('d.md', '# Four\n\nThe fourth text.')
    engine = await open()
    await becomes('a.md', 'd.md', 'moved.md')
    expect([at('a.md').live, at('moved.md').live, at('moved.md').id]).toEqual([a.live, b.live, b.id])
  })

  test('the store’s own folder, a file, and a folder in a watched one are refused', async () => {
    await write('in/a.md', '# One\n\nThe first text.')
    await watched()
    const refused = (path: string) =>
      expect(engine.folders.add({ path })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await refused(join(root, 'in'))
    await refused(join(root, 'in/a.md'))
    await refused(join(scratch, 'store'))
    await refused(scratch)
    await expect(engine.folders.add({ path: join(root, 'none') })).rejects.toMatchObject({ code: 'FILE_VANISHED' })
    expect(engine.folders.list()).toHaveLength(1)
    const kept: unknown = JSON.parse(await readFile(join(scratch, 'store/folders.json'), 'utf8'))
    expect(kept).toMatchObject([{ path: root }])
  })
})

// Catches an old answer that gives no hint that its document is another one by now.
test('a file that was added by itself says at once that it has changed or is gone', async () => {
  await write('a.md', '# One\n\nThe first text.')
  await write('b.md', '# Two\n\nThe other text.')
  for await (const event of engine.ingest({ paths: [join(root, 'a.md'), join(root, 'b.md')] })) void event
  // The folder is followed a moment after the document came.
  await vi.waitFor(
    async () => {
      await write('a.md', `# One\n\nThe first text, changed at ${performance.now()}.`)
      expect(there()).toContain('a.md changed')
    },
    { timeout: 20_000, interval: 1000 },
  )
  await rm(join(root, 'b.md'))
  await becomes('a.md changed', 'b.md gone')
  await write('b.md', '# Two\n\nThe other text.')
  await becomes('a.md changed', 'b.md')
})
