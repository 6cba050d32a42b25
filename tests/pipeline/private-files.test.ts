import { chmod, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { createEngine } from '@engine/engine'
import { PrivateFiles } from '@engine/storage/opening/private-files'

const resources = resolve(import.meta.dirname, '../../resources')
let folder = ''
const lines: string[] = []
const log = (line: string) => void lines.push(line)
const before = process.umask(0o022)

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'cairn-private-')), 'store')
})
afterEach(async () => {
  process.umask(before)
  lines.length = 0
  await rm(join(folder, '..'), { recursive: true, force: true })
})

async function run(events: AsyncIterable<CairnEvent>): Promise<void> {
  const all: CairnEvent[] = []
  for await (const event of events) all.push(event)
}

/** What others may do something with, as `mode path`. */
async function open(path: string): Promise<string[]> {
  const found = await lstat(path)
  if (found.isSymbolicLink()) return []
  const own = (found.mode & 0o077) === 0 ? [] : [`${(found.mode & 0o777).toString(8)} ${path}`]
  if (!found.isDirectory()) return own
  const inside = await Promise.all((await readdir(path)).map((name) => open(join(path, name))))
  return [...own, ...inside.flat()]
}

describe.skipIf(process.platform === 'win32')('what others on this machine may read of a store', () => {
  // Would catch a library or a new room that writes with the rights the system gives new files.
  test('nothing, after the main job with a usual umask', async () => {
    process.umask(0o022)
    const engine = await createEngine({ folder, resources, log })
    const paths = ['annual-report-2024.pdf', 'inventory.csv', '会议纪要-2024-11.txt'].map((name) =>
      join(resources, 'sample', name),
    )
    await run(engine.ingest({ paths }))
    await run(engine.ask({ question: 'How many litres of diesel are there?' }))
    await engine.changeSettings({ models: { allowed_hosts: ['example.org'] } })
    const book = await engine.notes.create('Mine')
    expect(book.title).toBe('Mine')
    await engine.close()
    expect(await open(folder)).toEqual([])
    expect(lines.filter((line) => line.includes('kept from others'))).toEqual([])
  })

  test('nothing of a store that was made, copied or unpacked with other rights, once it was opened', async () => {
    process.umask(0o022)
    await mkdir(join(folder, 'objects', 'ab'), { recursive: true })
    await writeFile(join(folder, 'objects', 'ab', 'cd'), 'words')
    await writeFile(join(folder, 'private'), '', { mode: 0o644 })
    await writeFile(join(folder, '..', 'elsewhere'), 'theirs', { mode: 0o644 })
    await symlink(join(folder, '..', 'elsewhere'), join(folder, 'link'))
    const kept = new PrivateFiles(folder, log)
    await kept.begin()
    expect((await lstat(folder)).mode & 0o777).toBe(0o700)
    await kept.end()
    expect(await open(folder)).toEqual([])
    // What a link leads to is not the store's.
    expect((await lstat(join(folder, '..', 'elsewhere'))).mode & 0o777).toBe(0o644)
  })

  test('is looked through whole once; then only what libraries write', async () => {
    await mkdir(join(folder, 'lance'), { recursive: true })
    const first = new PrivateFiles(folder, log)
    await first.begin()
    await first.end()
    for (const name of ['own', 'lance/theirs']) {
      await writeFile(join(folder, name), '')
      await chmod(join(folder, name), 0o644)
    }
    const second = new PrivateFiles(folder, log)
    await second.begin()
    await second.end()
    expect(await open(folder)).toEqual([`644 ${join(folder, 'own')}`])
  })
})
