import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SessionContext } from '@shared/session/session-context'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { sessionJson } from '@engine/session/export/bundle/canonical-json'
import { generateSession, seededRandom } from '../../bench/speed/generated-sessions'
import { rounds } from '../rounds'
import { sessionsBundle } from '../support/sessions-bundle'
import { fullFrom } from './full-from-write'
import { encrypt, killWhileTurning, openedInTurning, passphrase, unlock, whenTurned } from './kill-turning'
import { addUploads, expectReadable, expectTurned, shareInClear, type Uploads } from './turned-uploads'

const resources = resolve(import.meta.dirname, '../../resources')
const kills = rounds(5, 40)
const chats = rounds(40, 120)

let scratch = ''
/** A store with chats, a notebook, a document with a table, and what a person has decided about its names, in clear. */
let template = ''
let sessions: SessionContext[] = []
let before: unknown

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-encryption-'))
  template = join(scratch, 'template')
  const random = seededRandom(5)
  sessions = Array.from({ length: chats }, (_, at) =>
    generateSession(`s${String(at).padStart(3, '0')}`, 4, 1_700_000_000_000, random),
  )
  const file = join(scratch, 'all.cairn.zip')
  await writeFile(file, await sessionsBundle(sessions))
  const engine = await createEngine({ folder: template, resources })
  await engine.importSessions(file)
  const { id } = await engine.notes.create('Plans')
  await engine.notes.add(id, { kind: 'text', text: 'A note.', sources: [], refs: [], from: {} })
  await readTable(engine)
  before = await everything(engine)
  await engine.close()
})

/** A document whose names are in the graph and whose table is kept. */
async function readTable(engine: Engine): Promise<void> {
  const path = join(scratch, 'towns.md')
  await writeFile(
    path,
    '# Greta Lind\n\nGreta Lind was born in Ellerby. Ellerby is a town. Greta Lind uses LanceDB.\n\n| Town | People |\n|---|---|\n| Ellerby | 300 |\n| Quorn | 20 |\n',
  )
  for await (const event of engine.ingest({ paths: [path] })) void event
  const hit = await vi.waitFor(
    async () => {
      const [found] = await engine.graph.search('Greta Lind', 5)
      expect(found).toBeDefined()
      return found
    },
    { timeout: 20_000 },
  )
  await engine.graph.decide({ kind: 'rename', id: hit?.id ?? '', name: 'Gretchen' })
  const asked = { question: 'Which town has the most people?', session_id: 's_table', search_anyway: true }
  for await (const event of engine.ask(asked)) void event
  expect(await derivedInClear(template)).toHaveLength(4)
}

/** Files of the graph and of tables that hold words of the document or of what was decided. */
async function derivedInClear(store: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(store, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !/^(?:graph|tables)/u.test(path.slice(store.length + 1))) continue
    const bytes = await readFile(path)
    if (['Ellerby', 'Greta', 'Gretchen'].some((word) => bytes.includes(word))) found.push(path)
  }
  return found
}

afterAll(() => rm(scratch, { recursive: true, force: true }))

async function copyOf(name: string): Promise<string> {
  const store = join(scratch, name)
  await cp(template, store, { recursive: true })
  return store
}

async function everything(engine: Engine): Promise<unknown> {
  const headers = await engine.listSessions()
  const contexts = await Promise.all(headers.map(({ id }) => engine.getSession(id)))
  const notebooks = await Promise.all((await engine.notes.list()).map(({ id }) => engine.notes.get(id)))
  return { chats: contexts.map(sessionJson).toSorted(), notebooks, decisions: await engine.graph.decisions() }
}

async function turnOver(engine: Engine): Promise<void> {
  const { on } = await engine.encryption.state()
  await (on ? engine.encryption.turnOff(passphrase) : engine.encryption.turnOn({ passphrase, keep: false }))
}

/** Opens a store, whichever way it was going, waits until that is done, and sees that everything is there. */
async function expectWhole(store: string): Promise<void> {
  const engine = await createEngine({ folder: store, resources, ...unlock })
  try {
    await whenTurned(engine)
    expect(await everything(engine)).toEqual(before)
    expect((await engine.check()).problems).toEqual([])
    const { on } = await engine.encryption.state()
    // Tables that could not be read anew are read when they are asked for.
    if (on) expect(await derivedInClear(store)).toEqual([])
  } finally {
    await engine.close()
  }
}

/** Whether a store was left on its way. */
async function isUnfinished(store: string): Promise<boolean> {
  const text = await readFile(join(store, 'vault.json'), 'utf8').catch(() => '')
  return text.includes('"done":false')
}

test('kill -9 while everything is sealed or opened loses no word', async () => {
  const store = await copyOf('killed')
  const random = seededRandom(11)
  let unfinished = 0
  const ways = new Set<string | undefined>()
  for (let kill = 0; kill < kills; kill += 1) {
    ways.add(await killWhileTurning(store, { turn: 1 + (kill % 2), at: random() * 80 }))
    if (await isUnfinished(store)) unfinished += 1
  }
  // Else nothing was killed in the middle, or not of both ways.
  expect(unfinished).toBeGreaterThan(0)
  expect([...ways].toSorted()).toEqual(['off', 'on'])
  await expectWhole(store)
})

/** Kills the turning of a store when about so many of its uploads are in clear. Tells which way it then goes; undefined where that was over. */
async function killAmongNames(store: string, uploads: Uploads, share: number): Promise<string | undefined> {
  const at = () => Math.abs(shareInClear(uploads) - share) < 0.15
  await killWhileTurning(store, { turn: share > 0.5 ? 1 : 0, at })
  const inClear = shareInClear(uploads)
  const vault = await readFile(join(store, 'vault.json'), 'utf8').catch(() => '')
  const own = await openedInTurning(store)
  try {
    await expectReadable(own.sources, uploads)
  } finally {
    await own.close()
  }
  return inClear > 0 && inClear < 1 ? /"towards":"(\w+)"/u.exec(vault)?.[1] : undefined
}

// Would catch an upload that is lost with its name, lies there twice, or keeps its name for whoever copies the disk.
test('kill -9 while the names of uploads are sealed or opened loses none of them', async () => {
  const store = join(scratch, 'named')
  const engine = await createEngine({ folder: store, resources })
  const uploads = await addUploads(engine, rounds(6, 100))
  await engine.close()
  const random = seededRandom(23)
  const ways = new Set<string | undefined>()
  for (let kill = 0; kill < rounds(3, 30); kill += 1)
    ways.add(await killAmongNames(store, uploads, 0.15 + 0.7 * random()))
  ways.delete(undefined)
  // Else nothing was killed in the middle.
  expect(ways.size).toBeGreaterThanOrEqual(rounds(1, 2))
  const again = await createEngine({ folder: store, resources, ...unlock })
  try {
    for (const turn of [false, true, true]) {
      if (turn) await turnOver(again)
      await whenTurned(again)
      await expectTurned(again, store, uploads)
    }
    expect((await again.check()).problems).toEqual([])
  } finally {
    await again.close()
  }
})

// Would catch half a vault, a file that was replaced by a part of it, and a state that says what is not so.
/** Turns a store one way while its disk is full from a write on, and sees that all is there then and once there is room. Tells whether anything failed. */
async function turnOnFullDisk(
  store: string,
  nth: number,
  turn: (engine: Engine) => Promise<unknown>,
): Promise<boolean> {
  const engine = await createEngine({ folder: store, resources, ...unlock })
  const disk = fullFrom(nth, store)
  try {
    const { on } = await engine.encryption.state()
    const turned = await turn(engine).then(
      () => true,
      () => false,
    )
    await vi.waitFor(
      async () => {
        const { work, trouble } = await engine.encryption.state()
        expect(work === null || trouble !== null).toBe(true)
      },
      { timeout: 30_000 },
    )
    const state = await engine.encryption.state()
    expect(state.on).toBe(turned ? !on : on)
    expect(await everything(engine)).toEqual(before)
    return !turned || state.trouble !== null
  } finally {
    disk.free()
    await engine.close()
  }
}

test('a disk that is full at any write loses no word, whichever way it goes, and the store opens again', async () => {
  const tried = rounds(6, 60)
  const sealed = await copyOf('sealed')
  const engine = await createEngine({ folder: sealed, resources, ...unlock })
  await encrypt(engine)
  await engine.close()
  const ways = [
    { from: template, turn: (one: Engine) => one.encryption.turnOn({ passphrase, keep: false }) },
    { from: sealed, turn: (one: Engine) => one.encryption.turnOff(passphrase) },
  ]
  let failures = 0
  for (const [way, { from, turn }] of ways.entries()) {
    for (let nth = 0; nth < tried; nth += 1) {
      const store = join(scratch, `full-${way}-${nth}`)
      await cp(from, store, { recursive: true })
      if (await turnOnFullDisk(store, nth, turn)) failures += 1
      await expectWhole(store)
      await rm(store, { recursive: true })
    }
  }
  expect(failures).toBe(tried * ways.length)
})
