import { createSecretKey, randomBytes } from 'node:crypto'
import fs, { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Inbox } from '@engine/ingest/documents/inbox'
import type { CairnError } from '@shared/errors'
import { SealedFiles } from '@engine/platform/sealing/sealed-files'
import { createDurableFiles } from '@engine/storage/files/durable-file'
import { OwnSources } from '@engine/storage/files/sources/own-sources'
import { rounds } from '../../../rounds'
import { deadFrom, fullFrom } from '../../../faults/full-from-write'

/** So long that its sealed name is two folders' worth. */
const long = `${'水'.repeat(58)}.md`
const key = createSecretKey(randomBytes(32))
const ways = [true, false]
let folder = ''
let made = 0
let store = ''
let seal = new SealedFiles()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-own-sources-'))
  await freshStore()
})

afterEach(() => rm(folder, { recursive: true, force: true }))

async function freshStore(): Promise<void> {
  store = join(folder, `store-${(made += 1)}`)
  await mkdir(join(store, 'tmp'), { recursive: true })
}

/** As at a start: `isSealing` says which way the store goes. */
function opened(isSealing: boolean): OwnSources {
  seal = new SealedFiles()
  seal.use(key, isSealing)
  return new OwnSources(store, seal)
}

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text))
}

const inboxOf = (sources: OwnSources) =>
  new Inbox({
    ...{ folder: join(store, 'inbox'), sources, now: Date.now },
    files: createDurableFiles(join(store, 'tmp')),
  })

/** Two of the same bytes, one of a long name, a notebook. Returns what each says, by its path. */
async function fill(own: OwnSources): Promise<Map<string, string>> {
  const inbox = inboxOf(own)
  const texts = new Map<string, string>()
  const names = [
    ['a.md', 'the same'],
    ['b.md', 'the same'],
    [long, 'long'],
  ] as const
  for (const [name, text] of names) texts.set(await inbox.receive(name, pieces(text)), text)
  const notebook = join(store, 'notes', 'documents', 'n1', 'Plan.cairn-notes')
  await own.write(notebook, 'plan')
  return texts.set(notebook, 'plan')
}

const resealing = (own: OwnSources) => own.resealing()

/** Passes until one has changed nothing, as the vault does it. */
async function turn(own: OwnSources): Promise<void> {
  for (let again = true; again;) {
    again = false
    for (const piece of await resealing(own)) if (await piece()) again = true
  }
}

async function textOf(own: OwnSources, path: string): Promise<string> {
  const { path: copy, release } = await own.bring(path)
  try {
    return await readFile(copy, 'utf8')
  } finally {
    await release()
  }
}

async function textsOf(own: OwnSources, paths: Iterable<string>): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const path of paths) texts.set(path, await textOf(own, path))
  return texts
}

/** Everything is there, once, and as it is wanted; and no folder without a file. */
async function expectTurned(own: OwnSources, texts: ReadonlyMap<string, string>): Promise<void> {
  expect(await textsOf(own, texts.keys())).toEqual(texts)
  const files = await own.list(store)
  expect(files.map(({ path }) => path).toSorted()).toEqual([...texts.keys()].toSorted())
  for (const { path, at } of files) {
    const bytes = await readFile(at)
    const isSealed = bytes.subarray(0, 8).toString() === 'CAIRNSF1'
    expect([isSealed, at === path, bytes.includes(texts.get(path) ?? '')]).toEqual([
      seal.isSealing,
      !seal.isSealing,
      !seal.isSealing,
    ])
  }
  const found = await readdir(join(store, 'inbox'), { recursive: true, withFileTypes: true })
  const folders = found.filter((one) => one.isDirectory()).map((one) => join(one.parentPath, one.name))
  expect(folders.filter((one) => !files.some(({ at }) => at.startsWith(join(one, '/'))))).toEqual([])
}

/** Does work that is killed before each of its changes in turn, on a fresh store each time. Returns how many deaths it took until it went through. */
async function dying(prepare: () => Promise<() => Promise<unknown>>, then: () => Promise<void>): Promise<number> {
  for (let nth = 0; ; nth += rounds(3, 1)) {
    await freshStore()
    const work = await prepare()
    const disk = deadFrom(nth, store)
    const died = await work()
      .then(
        () => disk.asked() > nth,
        () => true,
      )
      .finally(disk.free)
    await then()
    if (!died) return nth
  }
}

describe('killed before any change', () => {
  // Would catch a form that goes before the other one is there, and one of two that stays.
  test.each(ways)(
    'of turning (sealing: %s): all can be read at once, and there is one of each once it has gone on',
    async (isSealing) => {
      let texts = new Map<string, string>()
      const prepare = async () => {
        texts = await fill(opened(!isSealing))
        return () => turn(opened(isSealing))
      }
      const deaths = await dying(prepare, async () => {
        const own = opened(isSealing)
        expect(await textsOf(own, texts.keys())).toEqual(texts)
        expect(new Set((await own.list(store)).map(({ path }) => path))).toEqual(new Set(texts.keys()))
        await turn(own)
        await expectTurned(own, texts)
      })
      expect(deaths).toBeGreaterThan(20)
    },
  )

  // Would catch the text of before that comes back.
  test.each(ways)(
    'of writing anew what is not turned yet (sealing: %s): it is the one or the other, and stays that',
    async (isSealing) => {
      let [texts, path] = [new Map<string, string>(), '']
      const prepare = async () => {
        texts = await fill(opened(!isSealing))
        path = [...texts.keys()].at(-1) ?? ''
        return () => opened(isSealing).write(path, 'newer plan')
      }
      const said = new Set<string>()
      await dying(prepare, async () => {
        const own = opened(isSealing)
        // As where the clock is coarse, or was set back.
        for (const { at } of await own.list(store)) await utimes(at, 1, 1)
        const text = await textOf(own, path)
        said.add(text)
        await turn(own)
        await expectTurned(own, new Map(texts).set(path, text))
      })
      expect([...said]).toEqual(['plan', 'newer plan'])
    },
  )

  // Would catch a deleted document whose other form is left for ever, or takes another one with it.
  test.each(ways)('of deleting while it is turned (sealing: %s): the rest is there', async (isSealing) => {
    let [texts, gone] = [new Map<string, string>(), '']
    const prepare = async () => {
      texts = await fill(opened(!isSealing))
      gone = [...texts.keys()][2] ?? ''
      return () => opened(isSealing).remove(gone)
    }
    await dying(prepare, async () => {
      const own = opened(isSealing)
      await own.remove(gone)
      await turn(own)
      await expectTurned(own, new Map([...texts].filter(([path]) => path !== gone)))
    })
  })
})

// Would catch an upload that is lost or stays in clear because its place was just being turned.
test.each(ways)(
  'what comes, comes again and goes while everything is turned (sealing: %s) is as it was left',
  async (isSealing) => {
    const own = opened(!isSealing)
    const texts = await fill(own)
    const inbox = inboxOf(own)
    const [first = '', second = '', third = ''] = texts.keys()
    seal.use(key, isSealing)
    const turned = await resealing(own)
    const [twins] = await Promise.all([
      Promise.all(['twin.md', long, 'twin.md'].map((name) => inbox.receive(name, pieces('twins')))),
      inbox.receive('a.md', pieces('the same')),
      own.remove(second),
      own.remove(third),
      // As the vault does where what a piece was for has gone.
      ...turned.map((piece) => piece().catch((thrown: unknown) => expect(thrown).toMatchObject({ code: 'ENOENT' }))),
    ])
    expect(twins[0]).toBe(twins[2])
    await turn(own)
    const left = new Map([...texts].filter(([path]) => path !== second && path !== third))
    for (const path of twins) left.set(path, 'twins')
    expect(left.get(first)).toBe('the same')
    await expectTurned(own, left)
  },
)

// Would catch one that stays in clear under a sealed name, and is damaged whenever it is read.
test('an upload that begins as a sealed file does is sealed and read as any other', async () => {
  const own = opened(false)
  const texts = ['CAIRNSF1', `CAIRNSF1 ${'is how a sealed file begins. '.repeat(20)}`]
  const paths = await Promise.all(texts.map((text, at) => inboxOf(own).receive(`${at}.md`, pieces(text))))
  for (const isSealing of [true, false, true]) {
    seal.use(key, isSealing)
    await turn(own)
    expect(await Promise.all(paths.map((path) => textOf(own, path)))).toEqual(texts)
    for (const { path, at } of await own.list(store)) {
      expect((await readFile(at, 'utf8')).startsWith('CAIRNSF1 is')).toBe(!isSealing && path === paths[1])
      expect([at === path, await own.isSealed(path)]).toEqual([!isSealing, isSealing])
    }
  }
})

// Would catch a file of which a piece of the turn before makes what is not wanted any more.
test('turned over and over before any turn is through, all is there in the end', async () => {
  const own = opened(false)
  const texts = await fill(own)
  for (const isSealing of [true, false, true, false, true]) {
    seal.use(key, isSealing)
    const begun = (await resealing(own)).map((piece) => piece())
    seal.use(key, !isSealing)
    const turned = await Promise.allSettled([...begun, ...(await resealing(own)).map((piece) => piece())])
    for (const one of turned) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'ENOENT' })
    expect(await textsOf(own, texts.keys())).toEqual(texts)
  }
  await turn(own)
  await expectTurned(own, texts)
})

// Would catch a list that ends where a folder has just gone: turning off would be over, and the key gone, before all is in clear.
test('what is deleted by the hundred meanwhile keeps nothing else from being seen', async () => {
  const own = opened(true)
  const inbox = inboxOf(own)
  const paths: string[] = []
  for (let at = 0; at < 120; at += 1) paths.push(await inbox.receive(`${at}.md`, pieces(`text ${at}`)))
  const [kept = '', ...gone] = paths
  const going = new AbortController()
  const all = Promise.all(gone.map((path) => own.remove(path))).finally(() => going.abort())
  while (!going.signal.aborted) expect((await own.list(store)).map(({ path }) => path)).toContain(kept)
  await all
})

// Would catch half a file, a folder that stays, and an upload of before that goes for one that does not fit.
test('on a disk that is full from any write on nothing is lost and nothing is left behind', async () => {
  const own = opened(false)
  const texts = await fill(own)
  const [first = ''] = texts.keys()
  seal.use(key, true)
  const deeds = [
    () => inboxOf(own).receive('new.md', pieces('new')),
    () => inboxOf(own).receive(`${'新'.repeat(58)}.md`, pieces('newer')),
    () => inboxOf(own).receive('a.md', pieces('the same')),
    () => own.write(first, 'the same'),
    () => turn(own),
  ]
  for (const deed of deeds) {
    let isDone = false
    for (let nth = 0; !isDone; nth += 1) {
      const before = await readdir(join(store, 'inbox'))
      const disk = fullFrom(nth, store)
      isDone = await deed()
        .then(
          () => true,
          (thrown: unknown) => {
            expect((thrown as CairnError).code).toMatch(/^(?:ENOSPC|DISK_FULL)$/u)
            return false
          },
        )
        .finally(disk.free)
      expect(await readdir(join(store, 'tmp'))).toEqual([])
      if (!isDone) expect(await readdir(join(store, 'inbox'))).toEqual(before)
      expect(await textsOf(own, texts.keys())).toEqual(texts)
    }
  }
  for (const { path } of await own.list(store)) if (!texts.has(path)) await own.remove(path)
  await expectTurned(own, texts)
})

// Would catch an upload that is written in clear because the store was closed before its end.
test('an upload that ends when the key is given up is refused and leaves nothing', async () => {
  const own = opened(true)
  const receiving = inboxOf(own).receive(
    'late.md',
    (async function* () {
      yield await Promise.resolve(Buffer.from('half'))
      seal.forget()
    })(),
  )
  await expect(receiving).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(await readdir(store)).toEqual(['tmp'])
  expect(await readdir(join(store, 'tmp'))).toEqual([])
})

// Would catch a document that is dated by when it was read, on a file system that knows no links.
test('what is brought has the times of its file, also where nothing can be linked', async () => {
  const own = opened(false)
  const [path = ''] = (await fill(own)).keys()
  const then = new Date(Date.UTC(2001, 1, 1))
  await utimes(path, then, then)
  vi.spyOn(fs, 'link').mockRejectedValue(Object.assign(new Error('EPERM'), { code: 'EPERM' }))
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  const { path: copy, release } = await own.bring(path)
  expect((await stat(copy)).mtimeMs).toBe(then.getTime())
  await release()
})
