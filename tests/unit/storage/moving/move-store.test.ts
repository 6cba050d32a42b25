import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { askedMove, askForMove, storeNow, takeBackMove } from '@engine/platform/place/store-place'
import { moveIfAsked, moveStore } from '@engine/storage/moving/move-store'
import { openStore } from '@engine/storage/opening/open-store'
import { documentRecord } from '../store-fixture'

let folder = ''
/** An open store has another one. */
const temporary = tmpdir()
const address = createHash('sha256').update('阀门是红色的。').digest('hex')
const embedder = { dimensions: 4, embedderId: 'test/embedder' }

beforeEach(async () => {
  folder = await mkdtemp(join(temporary, 'cairn-move-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

function options(signal = new AbortController().signal) {
  const lines: string[] = []
  return { lines, signal, now: Date.now, log: (line: string) => lines.push(line) }
}

/** A store with a document whose file lies in it, one whose file does not, and a file of its own. */
async function makeStore(): Promise<string> {
  const path = join(folder, 'store')
  const store = await openStore(path, embedder)
  await store.objects.put(Buffer.from('阀门是红色的。'))
  const inside = join(path, 'inbox', 'ab', '阀门.md')
  await mkdir(join(path, 'inbox', 'ab'), { recursive: true })
  await writeFile(inside, '阀门是红色的。')
  await store.catalogue.put(documentRecord('a', 'r-a', { source: inside }))
  await store.catalogue.put(documentRecord('b', 'r-b', { source: '/papers/b.md' }))
  await store.close()
  await writeFile(join(path, 'settings.json'), '{"theme":"dark"}', { mode: 0o600 })
  return path
}

async function contents(of: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of (await readdir(of, { recursive: true })).toSorted()) {
    if ((await stat(join(of, name))).isFile()) found[name] = await readFile(join(of, name), 'base64')
  }
  return found
}

describe('moving the data folder', () => {
  test('whoever names the old folder opens the new one, whose own files lie there', async () => {
    const from = await makeStore()
    const before = await contents(from)
    const to = join(folder, '新 disk', 'cairn')
    const { files } = await moveStore(from, to, options())
    expect(files).toBeGreaterThan(3)
    expect(storeNow(from)).toBe(to)
    const moved = await openStore(to, embedder)
    expect(moved.catalogue.get('a')?.source).toBe(join(to, 'inbox', 'ab', '阀门.md'))
    expect(moved.catalogue.get('b')?.source).toBe('/papers/b.md')
    expect(Buffer.from(await moved.objects.read(address)).toString('utf8')).toBe('阀门是红色的。')
    await moved.close()
    // The old one is as it was, to the last byte.
    expect(await contents(from)).toEqual(before)
    expect((await stat(join(to, 'settings.json'))).mode & 0o777).toBe(0o600)
    expect(existsSync(join(to, 'moving.json'))).toBe(false)
    // It may be deleted by hand, and moved on from there.
    await rm(from, { recursive: true })
    expect(storeNow(from)).toBe(to)
    await moveStore(to, join(folder, 'third'), options())
    expect(storeNow(from)).toBe(join(folder, 'third'))
  })

  test('and back again to the first place, once that is empty (bug: two notes that lead to each other)', async () => {
    const from = await makeStore()
    const to = join(folder, 'other')
    await moveStore(from, to, options())
    await expect(moveStore(to, from, options())).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await rm(from, { recursive: true })
    await moveStore(to, from, options())
    expect([storeNow(from), storeNow(to)]).toEqual([from, from])
  })

  test('stopped half-way the old one stays in use, and the next try begins anew', async () => {
    const from = await makeStore()
    const to = join(folder, 'other')
    const stop = new AbortController()
    const stopping = { ...options(stop.signal), progress: () => stop.abort() }
    await expect(moveStore(from, to, stopping)).rejects.toBeDefined()
    expect(storeNow(from)).toBe(from)
    await (await openStore(from, embedder)).close()
    await writeFile(join(to, 'half'), 'of a copy')
    await moveStore(from, to, options())
    expect(existsSync(join(to, 'half'))).toBe(false)
    expect(storeNow(from)).toBe(to)
  })

  test('a folder with other things in it, the folder itself and one inside of it are refused', async () => {
    const from = await makeStore()
    const full = join(folder, 'full')
    await mkdir(full)
    await writeFile(join(full, 'thesis.md'), 'mine')
    for (const to of [full, from, join(from, 'inside'), folder, 'relative'])
      await expect(moveStore(from, to, options())).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await readdir(full)).toEqual(['thesis.md'])
    expect(storeNow(from)).toBe(from)
  })

  test('a store that somebody has open is not moved', async () => {
    const from = await makeStore()
    const store = await openStore(from, embedder)
    await expect(moveStore(from, join(folder, 'other'), options())).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    await store.close()
  })

  test('a place that is not there is said, and no empty library opened in its stead', async () => {
    const from = await makeStore()
    const to = join(folder, 'drive')
    await moveStore(from, to, options())
    await rm(to, { recursive: true })
    expect(() => storeNow(from)).toThrow(expect.objectContaining({ code: 'STORE_UNUSABLE' }))
  })

  test('a disk without room is said before anything is copied', async (context) => {
    const from = await makeStore()
    const disk = join(folder, 'small')
    await mkdir(disk)
    await writeFile(join(from, 'models.bin'), Buffer.alloc(3_000_000))
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status !== 0) return context.skip()
    onTestFinished(() => void spawnSync('umount', ['--lazy', disk]))
    await expect(moveStore(from, join(disk, 'cairn'), options())).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(storeNow(from)).toBe(from)
  })
})

describe('a move that is asked for while the store is open', () => {
  test('is made before the next opening, into a folder of its own where the chosen one holds something', async () => {
    const from = await makeStore()
    const chosen = join(folder, 'Documents')
    await mkdir(chosen)
    await writeFile(join(chosen, 'thesis.md'), 'mine')
    await askForMove(from, chosen)
    expect(await askedMove(from)).toEqual({ to: join(chosen, 'Cairn'), failed: null })
    await moveIfAsked(from, options())
    expect(storeNow(from)).toBe(join(chosen, 'Cairn'))
    expect(await askedMove(from)).toBeNull()
  })

  test('can be taken back; where it fails, why is kept and it is not tried again at every start', async () => {
    const from = await makeStore()
    await askForMove(from, join(folder, 'other'))
    await takeBackMove(from)
    await moveIfAsked(from, options())
    expect(storeNow(from)).toBe(from)
    await askForMove(from, join(folder, 'other'))
    // In the meantime somebody has put something there.
    await mkdir(join(folder, 'other'))
    await writeFile(join(folder, 'other', 'x'), 'x')
    await moveIfAsked(from, options())
    expect(storeNow(from)).toBe(from)
    expect((await askedMove(from))?.failed).toMatchObject({ code: 'INVALID_INPUT' })
    const { lines, ...again } = options()
    await moveIfAsked(from, again)
    expect(lines).toEqual([])
  })
})
