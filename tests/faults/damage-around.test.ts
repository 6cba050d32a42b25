import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { RestoreStep } from '@shared/api/store/backup-api'
import { toCairnError } from '@shared/errors'
import { noteText } from '@shared/note'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { rounds } from '../rounds'
import { differencesBetween, drain, keptIn, type Kept, prepareStore } from './damaged-store'
import { putTable } from './damage-document'
import { fullFrom } from './full-from-write'

/**
 * What happens around a store: no room at each of its writes, a disk that may only be read, a folder that moves, backups that are damaged. With
 * CAIRN_DAMAGE_TABLE set, the second table is written to docs/damage.md.
 */
const root = resolve(import.meta.dirname, '../..')
const resources = join(root, 'resources')
const isLong = rounds(0, 1) === 1
let folder = ''
let prepared = ''
let before: Kept
const rows: string[][] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-around-'))
  prepared = join(folder, 'prepared')
  await prepareStore(prepared, join(folder, 'files'), { resources })
  const engine = await createEngine({ folder: prepared, resources })
  before = await keptIn(engine)
  await engine.close()
  await writeFile(join(folder, 'dams.md'), '# Dams\n\nThe dam is forty metres high.\n')
}, 120_000)

afterAll(async () => {
  if (process.env['CAIRN_DAMAGE_TABLE']) await putTable(root, 'Around a store', ['What', 'How', 'Said', 'Lost'], rows)
  await rm(folder, { recursive: true, force: true })
})

async function fresh(): Promise<string> {
  const store = join(folder, 'store')
  await rm(store, { recursive: true, force: true })
  await cp(prepared, store, { recursive: true })
  return store
}

const open = (store: string, log: (line: string) => void = () => undefined) =>
  createEngine({ folder: store, resources, log })

async function answerOf(engine: Engine, question = 'What colour is the pump?'): Promise<void> {
  for await (const event of engine.ask({ question, session_id: 's_two', search_anyway: true }))
    if (event.type === 'error') throw Object.assign(new Error(event.error.message), { ended: event.error })
}

const idOf = (engine: Engine, name: string) => engine.listDocuments({}).find((one) => one.name === name)?.id ?? ''

/** Everything that people do and that writes, and what of the store it may change. */
const deeds: Readonly<
  Record<string, { readonly does: (engine: Engine) => Promise<unknown>; readonly changes: string[] }>
> = {
  'an answer': { does: (engine) => answerOf(engine), changes: ['s_two'] },
  'a new document': {
    does: (engine) => drain(engine.ingest({ paths: [join(folder, 'dams.md')] })),
    changes: ['dams.md'],
  },
  'a deleted document': {
    does: (engine) => engine.deleteDocuments([idOf(engine, 'pumps.md')]),
    changes: ['pumps.md'],
  },
  'a document in the trash': {
    does: (engine) => engine.trashDocuments([idOf(engine, 'pumps.md')]),
    changes: ['pumps.md'],
  },
  'a tag': {
    does: (engine) => engine.updateDocuments({ ids: [idOf(engine, 'pumps.md')], add_tags: ['blue'] }),
    changes: [],
  },
  'a notebook': { does: (engine) => engine.notes.create('Second notes'), changes: ['Second notes'] },
  'a deleted chat': { does: (engine) => engine.trashSession('s_two'), changes: ['s_two'] },
  'a setting': { does: (engine) => engine.changeSettings({ theme: 'light' }), changes: ['the settings'] },
  'own terms': {
    does: (engine) => engine.setTerms([{ english: 'dam', chinese: ['坝'] }]),
    changes: ['the terms'],
  },
  'a set of questions': {
    does: (engine) => engine.evaluation.sets.save({ title: 'Second set', questions: [question] }),
    changes: ['Second set'],
  },
  'a repair': { does: (engine) => drain(engine.repair()), changes: [] },
}

const question = {
  ...{ id: 'q', question: 'How high is the dam?', keywords: [['forty']], expect: 'answer' as const },
  ...{ previous: [], sources: [], tools: [] },
}

/** The code of what a deed ends with; undefined where it succeeds. */
async function endOf(deed: Promise<unknown>): Promise<{ code: string; text: string } | undefined> {
  try {
    await deed
    return undefined
  } catch (thrown) {
    const { ended } = thrown as { ended?: { code: string; message: string; action: string } }
    const { code, message, action } = ended ?? toCairnError(thrown)
    return { code, text: `${message} ${action}` }
  }
}

/** What differs in a store from how it was made, when nothing is wrong with it; throws where something is. */
async function lossesIn(store: string): Promise<string[]> {
  const engine = await open(store)
  try {
    const { lost, changed } = differencesBetween(before, await keptIn(engine))
    expect((await engine.check()).problems.map(noteText)).toEqual([])
    return [...lost, ...changed]
  } finally {
    await engine.close()
  }
}

const usual = new Set(['an answer'])
test.each(Object.keys(deeds).filter((deed) => isLong || usual.has(deed)))(
  '%s, with no room from any of its writes on: it is said, nothing else is lost, and all is well with room again',
  async (name) => {
    const { does, changes } = deeds[name] ?? { does: () => Promise.resolve(), changes: [] }
    const said = new Set<string>()
    let nth = rounds(2, 0)
    for (; ; nth += 1) {
      const store = await fresh()
      const engine = await open(store)
      const disk = fullFrom(nth, store)
      const end = await endOf(does(engine))
      const wasFull = disk.asked() > nth
      const closed = await endOf(engine.close())
      disk.free()
      for (const one of [end, closed]) if (one) expect({ name, nth, ...one }).toMatchObject({ code: 'DISK_FULL' })
      if (end) said.add(end.text)
      const lost = await lossesIn(store)
      expect(changes, `full from write ${nth}`).toEqual(expect.arrayContaining(lost))
      if (!wasFull) break
      if (!isLong) break
      expect(nth).toBeLessThan(200)
    }
    rows.push([name, `no room from each of ${nth} writes on`, [...said].join('<br>') || '–', 'nothing'])
  },
  600_000,
)

test('a disk that may only be read: it is said, and nothing changes', async (context) => {
  const store = await fresh()
  const mounted = join(folder, 'mounted')
  await mkdir(mounted, { recursive: true })
  const options = ['bind', 'remount,bind,ro'].map((one) => ['-o', one, store, mounted])
  const isMounted = options.every((args) => spawnSync('mount', args).status === 0)
  onTestFinished(() => void spawnSync('umount', ['--lazy', mounted]))
  if (!isMounted) return context.skip()
  const end = await endOf(open(mounted))
  expect(end?.code).toMatch(/^PERMISSION_DENIED|STORE_UNUSABLE$/u)
  execFileSync('umount', ['--lazy', mounted])
  expect(await lossesIn(store)).toEqual([])
  rows.push(['the store', 'on a disk that may only be read', end?.text ?? '–', 'nothing'])
})

test.each(Object.keys(deeds).filter((deed) => isLong || usual.has(deed)))(
  '%s, while the folder is moved away: it is said, nothing is made at the old place, and the moved store is whole',
  async (name) => {
    const { does, changes } = deeds[name] ?? { does: () => Promise.resolve(), changes: [] }
    const store = await fresh()
    const moved = join(folder, 'moved')
    await rm(moved, { recursive: true, force: true })
    const engine = await open(store)
    await rename(store, moved)
    const end = await endOf(does(engine))
    const closed = await endOf(engine.close())
    for (const one of [end, closed]) expect({ name, code: one?.code }).not.toMatchObject({ code: 'INTERNAL' })
    if (end?.code === 'FILE_VANISHED') expect(end.text).toContain(`The folder ${store} is no longer there.`)
    const left = await readdir(store, { recursive: true }).catch(() => [])
    expect(left).toEqual([])
    // The lock went along, and its process is there as long as this test is.
    await rm(join(moved, 'lock'), { force: true })
    expect(changes).toEqual(expect.arrayContaining(await lossesIn(moved)))
    rows.push([name, 'the store’s folder was moved before', end?.text.replace(store, '<store>') ?? '–', 'nothing'])
  },
)

/** Every part of the file is as its name says; only bringing it back shows that one is not there. */
test('a backup from which a part was taken is refused, or says which documents it cannot bring back', async () => {
  const path = join(folder, 'library.tar')
  const engine = await open(await fresh())
  await drain(engine.backups.backUp({ path }))
  await engine.close()
  const whole = await readFile(path)
  const entries = entriesOf(whole)
  const said = new Set<string>()
  for (const [n, { name, from, to }] of entries.entries()) {
    if (!isLong && n % 8 > 0) continue
    await writeFile(path, Buffer.concat([whole.subarray(0, from), whole.subarray(to)]))
    const store = join(folder, `restored-${n}`)
    const restored = await open(store)
    onTestFinished(() => restored.close())
    const steps: RestoreStep[] = []
    const refused = await endOf(
      (async () => {
        for await (const step of restored.backups.restore({ path, whole_part: false })) steps.push(step)
      })(),
    )
    const done = steps.find((step) => step.type === 'done')
    const { lost } = differencesBetween(before, await keptIn(restored))
    if (refused) {
      said.add(refused.text)
      expect({ name, code: refused.code }).toMatchObject({
        code: expect.stringMatching(/^(?:NOT_FOUND|FILE_CORRUPT|FORMAT_UNSUPPORTED)$/u) as string,
      })
      expect(restored.listDocuments({})).toEqual([])
    } else expect({ name, lost }).toEqual({ name, lost: done?.report.documents.incomplete ?? ['?'] })
  }
  rows.push(['a backup', 'a part taken out', [...said].slice(0, 4).join('<br>'), 'what that part held; it is named'])
})

/** A backup of the store, and what harms it: each must be refused with nothing done, or bring back what was backed up. */
test('a backup of which anything is damaged is refused, or says the same', async () => {
  const path = join(folder, 'library.tar')
  // What the test before has left.
  await rm(path, { force: true })
  const engine = await open(await fresh())
  await drain(engine.backups.backUp({ path }))
  await engine.close()
  const whole = await readFile(path)
  const empty = await open(join(folder, 'empty'))
  onTestFinished(() => empty.close())
  const said = new Set<string>()
  const refused = async (what: string, bytes: Buffer) => {
    await writeFile(path, bytes)
    const found = await empty.backups.moments({ path }).then(
      () => undefined,
      (thrown: unknown) => toCairnError(thrown),
    )
    if (found === undefined) return false
    expect({ what, code: found.code }).toMatchObject({ code: 'FILE_CORRUPT' })
    said.add(`${found.message} ${found.action}`)
    return true
  }
  const entries = entriesOf(whole)
  for (let n = 0; n < rounds(3, 400); n += 1) {
    const at = Math.floor((whole.length * (n + 0.5)) / rounds(3, 400))
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ (1 << (n % 8))
    if (!(await refused(`bit at ${at}`, changed))) expect(isPadding(entries, at), `bit at ${at}`).toBe(true)
    // Behind the last part there are only zeros.
    const last = entries.at(-1)
    const isCut = last === undefined || at < last.from + 512 + last.size
    if (isCut) expect(await refused(`cut at ${at}`, whole.subarray(0, at)), `cut at ${at}`).toBe(true)
  }
  for (const [n, one] of entries.entries()) {
    if (n >= rounds(1, entries.length)) break
    const other = entries[n + 1]
    if (!other) continue
    const [a, b] = [whole.subarray(one.from, one.to), whole.subarray(other.from, other.to)]
    const named = Buffer.concat([b.subarray(0, 512), a.subarray(512), a.subarray(0, 512), b.subarray(512)])
    const swapped = Buffer.concat([whole.subarray(0, one.from), named, whole.subarray(other.to)])
    expect(await refused(`${one.name} and ${other.name} swapped`, swapped), `${n} swapped`).toBe(true)
  }
  expect(empty.listDocuments({})).toEqual([])
  const how = 'a bit flipped, cut off, two parts swapped'
  rows.push([
    'a backup',
    how,
    [...said]
      .slice(0, 4)
      .join('<br>')
      .replaceAll(/[0-9a-f]{64}/gu, '<sha256>'),
    'nothing here; of the backup what is not whole',
  ])
})

interface Entry {
  readonly name: string
  /** Of its header, and of what follows it. */
  readonly from: number
  readonly to: number
  readonly size: number
}

/** The entries of a tar. */
function entriesOf(bytes: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let from = 0; from < bytes.length && bytes[from] !== 0;) {
    const size = Number.parseInt(bytes.toString('latin1', from + 124, from + 136), 8)
    const to = from + 512 + Math.ceil(size / 512) * 512
    entries.push({ name: bytes.toString('latin1', from, from + 100).replaceAll('\0', ''), from, to, size })
    from = to
  }
  return entries
}

/** What fills a block up, or says of an entry when and by whom it was made. */
function isPadding(entries: readonly Entry[], at: number): boolean {
  const one = entries.find(({ from, to }) => at >= from && at < to)
  return !one || at < one.from + 512 || at >= one.from + 512 + one.size
}
