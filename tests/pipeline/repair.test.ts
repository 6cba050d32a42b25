import fs from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteText } from '@shared/note'
import { createEngine } from '@engine/engine'
import { terminal } from '../unit/shells/terminal/terminal'

const resources = resolve(import.meta.dirname, '../../resources')
const passphrase = 'a long enough one'
const birds = ['avocet', 'bittern', 'curlew', 'dunlin', 'egret', 'fulmar', 'gannet', 'heron']
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-repair-'))
  await mkdir(join(folder, 'files'))
  for (const bird of birds)
    await writeFile(join(folder, 'files', `${bird}.md`), `# ${bird}\n\nThe ${bird} nests late.\n`)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (store: string) =>
  createEngine({ folder: store, resources, passphrase: () => Promise.resolve(passphrase) })

async function fill(store: string, isEncrypted: boolean): Promise<void> {
  const engine = await open(store)
  if (isEncrypted) {
    await engine.encryption.turnOn({ passphrase, keep: false })
    await vi.waitFor(
      async () => expect(await engine.encryption.state()).toMatchObject({ on: true, work: null }),
      60_000,
    )
  }
  for await (const event of engine.ingest({ paths: [join(folder, 'files')] })) expect(event.type).not.toBe('error')
  await engine.close()
}

/** Both lists are cut off behind a few lines. Returns the names of the documents that are gone. */
async function cutLists(store: string): Promise<string[]> {
  for (const name of ['documents.jsonl', 'documents.copy.jsonl']) {
    const path = join(store, name)
    await truncate(path, Math.floor((await stat(path)).size / 8))
  }
  const engine = await open(store)
  const left = new Set(engine.listDocuments({}).map(({ name }) => name))
  await engine.close()
  return birds.map((bird) => `${bird}.md`).filter((name) => !left.has(name))
}

// Would catch a repair that ends what it cannot mend without a word, and a check that knows nothing of it from then on.
test.each([false, true])(
  'a repair names what it could not mend, then and later (encrypted: %s)',
  async (isEncrypted) => {
    const store = join(folder, 'store')
    await fill(store, isEncrypted)
    const lost = await cutLists(store)
    expect(lost.length).toBeGreaterThan(0)
    const careOf = (act: string) =>
      terminal(undefined, { openEngine: () => open(store), cwd: folder }).run('store', act, '--store', store)
    for (const act of ['repair', 'check']) {
      const { code, out } = await careOf(act)
      expect(code).toBe(0)
      for (const name of lost) expect(out).toContain(`– document “${name}”`)
      expect(out).toContain('could not mend this')
      expect(out).toContain('The store is in order.')
    }
    const [time = ''] = await readdir(join(store, 'damaged'))
    const kept = await readFile(join(store, 'damaged', time, 'given-up.jsonl'), 'utf8')
    expect(lost.some((name) => kept.includes(name))).toBe(!isEncrypted)
    await rm(join(store, 'damaged'), { recursive: true })
    expect((await careOf('check')).out).not.toContain('could not mend')
  },
)

// Would catch names of documents in clear beside an encrypted list of them.
test('what was lost with the list of an encrypted store is noted sealed, before it is repaired', async () => {
  const store = join(folder, 'store')
  await fill(store, true)
  const [name = ''] = await cutLists(store)
  const engine = await open(store)
  const { problems } = await engine.check()
  await engine.close()
  expect(problems.map(noteText).join('\n')).toContain(name)
  expect(await readFile(join(store, 'lost-documents.json'), 'utf8')).not.toContain(name)
})

// Would catch a repair that one stubborn file keeps from mending all others, and a check that writes what is sealed in clear.
test('an upload that cannot be written anew keeps no other from being mended, and a check writes nothing', async () => {
  const store = join(folder, 'store')
  const engine = await open(store)
  try {
    await engine.encryption.turnOn({ passphrase, keep: false })
    await vi.waitFor(
      async () => expect(await engine.encryption.state()).toMatchObject({ on: true, work: null }),
      60_000,
    )
    for (const bird of ['heron', 'egret']) await engine.addText({ text: `The ${bird} nests late.`, name: bird })
    await vi.waitFor(() => expect(engine.listDocuments({ statuses: ['ready'] })).toHaveLength(2), 60_000)
    const [first = '', second = ''] = engine.listDocuments({}).map(({ source }) => dirname(source))
    for (const shelf of [first, second]) await rm(shelf, { recursive: true })
    // Nothing can be written below a file.
    await writeFile(first, 'in the way')
    const written = vi.spyOn(fs, 'createWriteStream')
    syncBuiltinESMExports()
    const keys = (await engine.check()).problems.map(({ key }) => key)
    expect(keys).toHaveLength(2)
    for (const key of keys) expect(key).toMatch(/^own_file_/u)
    expect(written).not.toHaveBeenCalled()
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    for await (const event of engine.repair()) expect(event.type).not.toBe('error')
    expect((await engine.check()).problems).toHaveLength(1)
    expect(await readdir(second)).toHaveLength(1)
    expect(await readdir(join(store, 'tmp'))).toEqual([])
  } finally {
    await engine.close()
  }
})
