import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createEngine } from '@engine/engine'
import type { Store } from '@engine/storage/store'
import { seededRandom } from '../../bench/speed/generated-sessions'
import { rounds } from '../rounds'
import { textQuery } from '../unit/storage/store-fixture'
import { fullFrom } from './full-from-write'
import { killWhileTurning, openedInTurning, passphrase } from './kill-turning'

const resources = resolve(import.meta.dirname, '../../resources')
const documents = rounds(6, 30)
const word = 'zanzibar'

let scratch = ''
/** A store with documents, in clear. */
let template = ''

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-sealed-tables-'))
  template = join(scratch, 'template')
  const engine = await createEngine({ folder: template, resources })
  const lines = (at: number) =>
    Array.from({ length: 120 }, (_, line) => `Report ${at}.${line} from ${word}: all is well.\n\n`)
  for (let at = 0; at < documents; at += 1) await engine.addText({ text: lines(at).join(''), name: `report ${at}` })
  const isReady = () => expect(engine.listDocuments({}).every(({ status }) => status === 'ready')).toBe(true)
  await vi.waitFor(isReady, { timeout: 60_000 })
  await engine.close()
})

afterAll(() => rm(scratch, { recursive: true, force: true }))

const found = async (store: Store) =>
  (await store.index.textSearch(textQuery({ terms: [word] }), { limit: 1000 })).map(({ chunk }) => chunk.id).toSorted()

/** Opens a store, whichever way it was going, waits until that is done, and sees that every row is there and nothing else is. */
async function expectWhole(folder: string, before: readonly string[]): Promise<void> {
  const store = await openedInTurning(folder)
  try {
    expect([store.needsRebuild, store.missing(), await found(store)]).toEqual([false, [], before])
    store.vault.begin(() => undefined)
    await vi.waitFor(async () => expect((await store.vault.state()).work).toBeNull(), { timeout: 30_000 })
    const { on, trouble } = await store.vault.state()
    expect([trouble, await found(store)]).toEqual([null, before])
    const names = (await readdir(folder)).filter((name) => /^(?:lance|sealed)/u.test(name))
    expect(names).toEqual([expect.stringMatching(on ? /^sealed-\d+$/u : /^lance(?:-\d+)?$/u)])
    expect((await store.check()).problems).toEqual([])
  } finally {
    await store.close()
  }
}

async function rowsOf(folder: string): Promise<string[]> {
  const store = await openedInTurning(folder)
  const rows = await found(store)
  await store.close()
  expect(rows.length).toBeGreaterThan(documents)
  return rows
}

// Would catch a switch to half a copy, rows that a start takes for lost and adds again, and folders in clear that are left behind.
test('kill -9 while tables are sealed or opened loses no row and leaves no other folder', async () => {
  const folder = join(scratch, 'killed')
  await cp(template, folder, { recursive: true })
  const before = await rowsOf(folder)
  const random = seededRandom(17)
  let unfinished = 0
  for (let kill = 0; kill < rounds(6, 40); kill += 1) {
    await killWhileTurning(folder, { turn: 1 + (kill % 2), at: random() * 150 })
    const names = (await readdir(folder)).filter((name) => /^(?:lance|sealed)/u.test(name))
    const isUnfinished = (await readFile(join(folder, 'vault.json'), 'utf8').catch(() => '')).includes('"done":false')
    if (names.length > 1 || isUnfinished) unfinished += 1
    const store = await openedInTurning(folder)
    expect([store.needsRebuild, await found(store)]).toEqual([false, before])
    await store.close()
  }
  // Else nothing was killed in the middle.
  expect(unfinished).toBeGreaterThan(0)
  await expectWhole(folder, before)
})

test('a disk that is full at any write of it loses no row, whichever way it goes', async () => {
  const folder = join(scratch, 'full')
  await cp(template, folder, { recursive: true })
  const before = await rowsOf(folder)
  let failed = 0
  for (let nth = 0; nth < rounds(12, 80); nth += rounds(3, 1)) {
    const store = await openedInTurning(folder)
    store.vault.begin(() => undefined)
    await vi.waitFor(async () => expect((await store.vault.state()).work).toBeNull(), { timeout: 30_000 })
    const disk = fullFrom(nth, folder)
    try {
      const { on } = await store.vault.state()
      const turned = await (
        on ? store.vault.turnOff(passphrase) : store.vault.turnOn({ passphrase, keep: false })
      ).then(
        () => true,
        () => false,
      )
      const isOver = async () => {
        const { work, trouble } = await store.vault.state()
        expect(work === null || trouble !== null).toBe(true)
      }
      await vi.waitFor(isOver, { timeout: 30_000 })
      if (!turned || (await store.vault.state()).trouble) failed += 1
      expect(await found(store)).toEqual(before)
    } finally {
      disk.free()
      await store.close()
    }
    await expectWhole(folder, before)
  }
  expect(failed).toBeGreaterThan(0)
})
