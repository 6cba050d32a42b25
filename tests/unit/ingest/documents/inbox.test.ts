import { createSecretKey, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Inbox } from '@engine/ingest/documents/inbox'
import { limits } from '@engine/ingest/files/read-regular-file'
import { nameOfText } from '@engine/ingest/files/file-name'
import { safeFileName } from '@engine/ingest/files/safe-file-name'
import { SealedFiles } from '@engine/platform/sealing/sealed-files'
import { createDurableFiles } from '@engine/storage/files/durable-file'
import { OwnSources } from '@engine/storage/files/sources/own-sources'

let store = ''
let inbox: Inbox
const now = Date.UTC(2026, 0, 10)

beforeEach(async () => {
  store = await mkdtemp(join(tmpdir(), 'cairn-inbox-'))
  await mkdir(join(store, 'tmp'))
  seal = new SealedFiles()
  inbox = inboxAt(now)
})

afterEach(() => rm(store, { recursive: true, force: true }))

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text))
}

let seal = new SealedFiles()
const sources = () => new OwnSources(store, seal)
const resealing = (own: OwnSources) => own.resealing()
const inboxAt = (moment: number) =>
  new Inbox({
    ...{ folder: join(store, 'inbox'), sources: sources(), now: () => moment },
    files: createDurableFiles(join(store, 'tmp')),
  })

/** Where a received file lies. */
const placeOf = (path: string) => sources().placeOf(path)
const all = () => sources().list(store)

const leftovers = async () => [
  ...(await readdir(join(store, 'tmp'))),
  ...(existsSync(join(store, 'inbox')) ? ['inbox'] : []),
]

describe('Inbox', () => {
  test('the same bytes under the same name are one file, under another name two', async () => {
    const path = await inbox.receive('报告.md', pieces('水位', ' 40'))
    expect(path).toMatch(/[/\\]inbox[/\\][0-9a-f]{16}[/\\]报告\.md$/u)
    expect(await readFile(path, 'utf8')).toBe('水位 40')
    const again = await Promise.all([
      inbox.receive('报告.md', pieces('水位 40')),
      inbox.receive('b.md', pieces('水位 40')),
    ])
    expect(again).toEqual([path, path.replace('报告', 'b')])
    expect(await readdir(join(store, 'tmp'))).toEqual([])
  })

  // Catches half a file that stays in the store after the tab was closed, or that gets a name as if it were whole.
  test('an upload that is cancelled, breaks off or is too large leaves nothing behind', async () => {
    const stop = new AbortController()
    const endless = (async function* () {
      yield await Promise.resolve(Buffer.from('a'))
      stop.abort()
      yield Buffer.from('b')
    })()
    await expect(inbox.receive('a.md', endless, stop.signal)).rejects.toMatchObject({ code: 'CANCELLED' })
    const stalled = (async function* () {
      yield await Promise.resolve(Buffer.from('a'))
      await new Promise(() => undefined)
    })()
    await expect(inbox.receive('a.md', stalled, AbortSignal.timeout(20))).rejects.toMatchObject({ code: 'CANCELLED' })
    const full = (async function* () {
      yield await Promise.resolve(Buffer.from('a'))
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    })()
    await expect(inbox.receive('a.md', full)).rejects.toMatchObject({ code: 'DISK_FULL' })
    const huge = (async function* () {
      const piece = Buffer.alloc(64 * 1024 * 1024)
      for (let size = 0; size <= limits.fileBytes; size += piece.length) yield await Promise.resolve(piece)
    })()
    await expect(inbox.receive('a.md', huge)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
    expect(await leftovers()).toEqual([])
  })

  test('discards what a document had, but neither a fresh upload of it nor a file elsewhere', async () => {
    const path = await inbox.receive('a.md', pieces('a'))
    const elsewhere = join(store, 'tmp', 'mine.md')
    await createDurableFiles(join(store, 'tmp')).write(elsewhere, 'mine')
    let known = false
    const isKnown = () => known
    await inbox.discard([path, elsewhere], isKnown)
    expect(existsSync(path)).toBe(true)
    inbox.claim(path)
    // A new document stands for it since.
    known = true
    await inbox.discard([path], isKnown)
    expect(existsSync(path)).toBe(true)
    known = false
    await inbox.discard([path, elsewhere, join(store, 'inbox', '..', 'tmp', 'mine.md')], isKnown)
    expect([existsSync(path), existsSync(join(path, '..')), existsSync(elsewhere)]).toEqual([false, false, true])
  })

  test('sweeps orphans of more than a day, and no others', async () => {
    const [known, old, young] = await Promise.all(
      ['known.md', 'old.md', 'young.md'].map((name) => inbox.receive(name, pieces(name))),
    )
    const twoDays = new Date(now - 2 * 86_400_000)
    await Promise.all([utimes(known ?? '', twoDays, twoDays), utimes(old ?? '', twoDays, twoDays)])
    const next = inboxAt(now)
    await next.sweep((path) => path === known)
    expect([known, old, young].map((path) => existsSync(path ?? ''))).toEqual([true, false, true])
  })
})

test('what is received while the store is encrypted is sealed, and brought in clear for as long as it is read', async () => {
  seal.use(createSecretKey(randomBytes(32)), true)
  const path = await inbox.receive('报告.md', pieces('水位', ' 40'))
  const at = await placeOf(path)
  expect((await readFile(at)).includes('水位')).toBe(false)
  expect(relative(store, at)).toMatch(/^inbox.[0-9a-f]{16}.[\w-]+$/u)
  const { path: copy, release } = await sources().bring(path)
  expect(await readFile(copy, 'utf8')).toBe('水位 40')
  await release()
  expect(await readdir(join(store, 'tmp'))).toEqual([])
  // The same shelf as in clear: it is named by what came.
  expect(await inbox.receive('报告.md', pieces('水位 40'))).toBe(path)
})

// Would catch an upload that lands in clear behind the last pass, or sealed when its key is gone.
test('what is being received while encryption is turned on or off takes the form of then', async () => {
  const key = createSecretKey(randomBytes(32))
  for (const isSealing of [true, false]) {
    seal.use(key, !isSealing)
    let go: () => void = () => undefined
    const half = new Promise<void>((resolve) => (go = resolve))
    const own = sources()
    const receiving = new Inbox({
      ...{ folder: join(store, 'inbox'), sources: own, now: () => now },
      files: createDurableFiles(join(store, 'tmp')),
    }).receive(
      `${isSealing}.md`,
      (async function* () {
        yield Buffer.from('水位')
        await half
        yield Buffer.from(' 40')
      })(),
    )
    seal.use(key, isSealing)
    // Nobody waits for who is slow to send.
    await inTurn(await resealing(own))
    seal.use(createSecretKey(randomBytes(32)), isSealing)
    go()
    const path = await receiving
    const at = await placeOf(path)
    expect([at === path, (await readFile(at)).includes('水位')]).toEqual([!isSealing, !isSealing])
    const { path: copy, release } = await own.bring(path)
    expect(await readFile(copy, 'utf8')).toBe('水位 40')
    await release()
  }
})

// Would catch sealed bytes that are read as if they were the document's.
test('a sealed file that is damaged is said to be, and does not keep others from being turned', async () => {
  const key = createSecretKey(randomBytes(32))
  seal.use(key, true)
  const [one, other] = [await inbox.receive('a.md', pieces('水位 40')), await inbox.receive('b.md', pieces('水位 50'))]
  const at = await placeOf(one)
  const bytes = await readFile(at)
  bytes[40] = (bytes[40] ?? 0) ^ 1
  await writeFile(at, bytes)
  await expect(sources().bring(one)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  seal.use(key, false)
  const turned = await Promise.all((await resealing(sources())).map((piece) => piece()))
  expect(turned.toSorted()).toEqual([false, true])
  expect([await sources().isSealed(one), await readFile(other, 'utf8')]).toEqual([true, '水位 50'])
})

// Would catch an upload whose name a copy of the disk still shows, and one that is swept or lost because it is looked for under its name.
test('names go and come with encryption, however long, and the files are found, swept and discarded by their names', async () => {
  const key = createSecretKey(randomBytes(32))
  const long = `${'水'.repeat(58)}.md`
  const names = ['Kündigung 2026.md', long]
  const paths = await Promise.all(names.map((name) => inbox.receive(name, pieces(name))))
  for (const isSealing of [true, false, true]) {
    seal.use(key, isSealing)
    let again = true
    while (again) again = (await inTurn(await resealing(sources()))).some(Boolean)
    const there = (await readdir(join(store, 'inbox'), { recursive: true })).join('\n')
    expect(names.map((name) => there.includes(name.slice(0, 9)))).toEqual(names.map(() => !isSealing))
    expect((await all()).map(({ path }) => path).toSorted()).toEqual(paths.toSorted())
    for (const [at, path] of paths.entries()) {
      const { path: copy, release } = await sources().bring(path)
      expect(await readFile(copy, 'utf8')).toBe(names[at])
      await release()
    }
  }
  const [short = '', other = ''] = paths
  const twoDays = new Date(now - 2 * 86_400_000)
  for (const { at } of await all()) await utimes(at, twoDays, twoDays)
  const next = inboxAt(now)
  await next.sweep((path) => path === short)
  expect([existsSync(await placeOf(short)), existsSync(await placeOf(other))]).toEqual([true, false])
  await next.discard([short], () => false)
  expect(await readdir(join(store, 'inbox'))).toEqual([])
})

// Would catch an older text that comes back because a crash left it beside the newer one.
test('of two files that a crash left under both names the newer one stays', async () => {
  const key = createSecretKey(randomBytes(32))
  const path = join(store, 'notes', 'documents', 'n1', 'Plan.cairn-notes')
  await mkdir(join(store, 'notes', 'documents', 'n1'), { recursive: true })
  for (const isSealing of [true, false]) {
    seal.use(key, isSealing)
    await sources().write(path, 'newer')
    const at = await placeOf(path)
    seal.use(key, !isSealing)
    await sources().write(path, 'older')
    const before = await placeOf(path)
    await utimes(before, 1, 1)
    const old = await readFile(before)
    seal.use(key, isSealing)
    await sources().write(path, 'newer')
    await writeFile(before, old)
    await utimes(before, 1, 1)
    expect((await all()).map((one) => one.at).toSorted()).toEqual([at, before].toSorted())
    for (const turn of [isSealing, !isSealing]) {
      seal.use(key, turn)
      await inTurn(await resealing(sources()))
      const { path: copy, release } = await sources().bring(path)
      expect(await readFile(copy, 'utf8')).toBe('newer')
      await release()
    }
    expect(await all()).toHaveLength(1)
    await sources().remove(path)
    await mkdir(join(store, 'notes', 'documents', 'n1'), { recursive: true })
  }
})

// Would catch a damaged upload that keeps its name in clear in a store that says that names are sealed (a store of version 5 has sealed files under clear names).
test('what cannot be opened gets its sealed name', async () => {
  const key = createSecretKey(randomBytes(32))
  seal.use(key, true)
  const path = await inbox.receive('Kündigung.md', pieces('水位 40'))
  const at = await placeOf(path)
  await rename(at, path)
  await truncate(path, 40)
  await inTurn(await resealing(sources()))
  expect([existsSync(path), await placeOf(path)]).toEqual([false, at])
})

// Would catch files that a pass does not see because a folder went while it looked, and then says that all is done.
test('uploads that go while everything is written anew keep no other from it', async () => {
  seal.use(createSecretKey(randomBytes(32)), false)
  const paths = await Promise.all(Array.from({ length: 40 }, (_, at) => inbox.receive(`${at}.md`, pieces(`${at}`))))
  const own = sources()
  seal.use(seal.key() ?? createSecretKey(randomBytes(32)), true)
  const removing = Promise.all(paths.slice(0, 20).map((path) => own.remove(path)))
  await inTurn(await resealing(own))
  await removing
  expect((await all()).map(({ path }) => path).toSorted()).toEqual(paths.slice(20).toSorted())
  expect((await all()).filter(({ path, at }) => path === at)).toEqual([])
})

// Would catch a notebook's file that is taken for nobody's, because its name could not be opened any more.
test('once the key is given up nothing is listed under a name that is not its own', async () => {
  for (const isSealing of [true, false]) {
    seal.use(createSecretKey(randomBytes(32)), isSealing)
    await inbox.receive('a.md', pieces('水位'))
    seal.forget()
    await expect(all()).rejects.toMatchObject({ code: 'CANCELLED' })
  }
})

test('a path outside, and one that no file system takes, is nobody’s', async () => {
  seal.use(createSecretKey(randomBytes(32)), true)
  const outside = join(store, 'tmp', 'mine.md')
  await writeFile(outside, 'mine')
  await sources().remove(outside)
  await sources().remove(join(store, 'inbox'))
  expect([existsSync(outside), await placeOf(outside)]).toEqual([true, outside])
  const long = join(store, 'inbox', 'abc', 'x'.repeat(300))
  expect(await placeOf(long)).toBe(long)
  await sources().write(long, '水位')
  const { path, release } = await sources().bring(long)
  expect(await readFile(path, 'utf8')).toBe('水位')
  await release()
})

async function inTurn(pieces: readonly (() => Promise<boolean>)[]): Promise<boolean[]> {
  const done: boolean[] = []
  for (const piece of pieces) done.push(await piece())
  return done
}

test.each([
  ['../../etc/passwd', '_.._etc_passwd'],
  ['..', 'document'],
  ['...\u0000', 'document'],
  ['', 'document'],
  ['.hidden', 'hidden'],
  ['a\u202egpj.exe', 'agpj.exe'],
  ['C:\\temp\\x.txt', 'C__temp_x.txt'],
  ['con.txt', '_con.txt'],
  ['name. ', 'name'],
  ['\ud800.md', '\ufffd.md'],
  ['冬季 手册.pdf', '冬季 手册.pdf'],
])('%j is kept as %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe)
})

// Catches a name cut in the middle of a character, or without its extension, by which its format is known.
test('a long name is cut between characters and keeps its extension', () => {
  const safe = safeFileName(`${'😀水'.repeat(200)}.pdf`)
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(180)
  expect(safe).toMatch(/^(?:😀水)+😀?\.pdf$/u)
  expect(basename(safe)).toBe(safe)
})

test.each([
  ['# 水位 *监测*\n\nText', undefined, '水位 监测.md'],
  ['\n\n  First line here\nsecond', undefined, 'First line here.md'],
  ['---\nx', undefined, 'note.md'],
  ['x', 'Mine.md', 'Mine.md'],
  ['word '.repeat(40), undefined, `${'word '.repeat(12).trim()}.md`],
])('the pasted text %j with the name %j is called %j', (text, name, expected) => {
  expect(nameOfText(text, name)).toBe(expected)
})
