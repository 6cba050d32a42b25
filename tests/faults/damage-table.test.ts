import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toCairnError } from '@shared/errors'
import { noteText } from '@shared/note'
import { createEngine } from '@engine/engine'
import { rounds } from '../rounds'
import { putTable, sayingOf } from './damage-document'
import {
  differencesBetween,
  drain,
  type FileKind,
  keptIn,
  type Kept,
  kindsOfDamage,
  kindsOfFile,
  objectPath,
  prepareStore,
  type StoredObjects,
  swap,
} from './damaged-store'

/**
 * Every kind of damage to every kind of file of a store: what Cairn says, and what is lost. With CAIRN_DAMAGE_TABLE set, its table is written to
 * docs/damage.md.
 */
const root = resolve(import.meta.dirname, '../..')
const resources = join(root, 'resources')
let folder = ''
let prepared = ''
let before: Kept
let objects: StoredObjects = { mobile: '', pumps: '', structure: '' }
const rows: string[][] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-damage-'))
  prepared = join(folder, 'prepared')
  objects = await prepareStore(prepared, join(folder, 'files'), resources)
  // As it is once it was opened again: lists are made then.
  const engine = await createEngine({ folder: prepared, resources })
  before = await keptIn(engine)
  const people = [
    'First try',
    'My notes',
    'My questions',
    's_one',
    's_two',
    'the research',
    'the settings',
    'the terms',
  ]
  const setUp = ['followed folders', 'decisions about names', 'servers of tools', 'what tools may', 'the rates']
  const documents = ['gauge.md', 'mobile.md', 'pumps.md']
  expect([...before.keys()].toSorted()).toEqual([...people, ...setUp, ...documents].toSorted())
  await engine.close()
}, 400_000)

afterAll(async () => {
  if (process.env['CAIRN_DAMAGE_TABLE'] && rows.length > 0)
    await putTable(root, 'Files of a store', ['File', 'Damage', 'Said', 'Lost'], rows)
  await rm(folder, { recursive: true, force: true })
})

const everything = rounds(0, 1) === 1 || process.env['CAIRN_DAMAGE_TABLE'] !== undefined
/** Usually each kind of file has one damage, the next kind of file the next; all of them in a long run. */
const cases = Object.entries(kindsOfFile(() => objects)).flatMap(([file, kind], row) =>
  Object.entries(kindsOfDamage)
    .filter((_, column, { length }) => everything || column === row % length)
    .map(([damage, harm]) => [file, damage, kind, harm] as const),
)

test.each(cases)('%s, %s: only what was damaged is lost, and it is named', async (file, damage, kind, harm) => {
  let harmed: ReadonlyMap<string, string> = new Map()
  const store = await damaged(async (copy) => {
    const found = await kind.find(copy)
    for (const path of found) expect((await stat(path)).size).toBeGreaterThan(0)
    expect(found).not.toEqual([])
    for (const path of found) await harm(path)
    harmed = await asTheyLie(found)
  })
  await judge(file, damage, store, kind, harmed)
})

test('two objects swapped: only what was damaged is lost, and it is named', async () => {
  const store = await damaged((copy) => swap(objectPath(copy, objects.mobile), objectPath(copy, objects.pumps)))
  await judge('two originals', 'swapped', store, { mayLose: ['mobile.md'] })
})

test('two chats swapped: both are named, and neither is shown as the other', async () => {
  const store = await damaged((copy) => swap(join(copy, 'sessions/s_one.json'), join(copy, 'sessions/s_two.json')))
  await judge('two chats', 'swapped', store, { mayLose: ['s_one', 's_two'] })
})

test.each([
  ['a year back', -1],
  ['a year on', 1],
  ['ten years back', -10],
  ['ten years on', 10],
])('the clock jumps %s: nothing is lost', async (jump, years) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + years * 365.25 * 86_400_000 })
  try {
    await judge('the clock', `jumps ${jump}`, await damaged(() => Promise.resolve()), { mayLose: [] })
  } finally {
    vi.useRealTimers()
  }
})

/** What is in files; nothing for one that is gone. */
async function asTheyLie(paths: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const read = async (path: string) => [path, await readFile(path, 'latin1').catch(() => '')] as const
  return new Map(await Promise.all([...paths].map(read)))
}

async function damaged(harm: (copy: string) => Promise<void>): Promise<string> {
  const store = join(folder, 'store')
  await rm(store, { recursive: true, force: true })
  await cp(prepared, store, { recursive: true, preserveTimestamps: true })
  await harm(store)
  return store
}

/** What says that a thing is damaged, or gone. */
const namedAs: Readonly<Record<string, RegExp>> = {
  'My notes': /notebook/u,
  'the research': /research/u,
  'My questions': /questions/u,
  'First try': /evaluation|run of one|First try/u,
  'the settings': /settings/iu,
  'the terms': /terms/u,
  'followed folders': /watched folders|folders\.json/u,
  'decisions about names': /decisions/u,
  'servers of tools': /tool-servers\.json/u,
  'what tools may': /tool-consents\.json/u,
  'the rates': /exchange.rates|European Central/iu,
}

async function judge(
  file: string,
  damage: string,
  store: string,
  kind: Omit<FileKind, 'find'>,
  harmed: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const { mayLose, mustSay } = kind
  const said: string[] = []
  const log = (line: string) => {
    if (/damaged|lost|missing|anew|whole|cannot|unusable|as it was written|defaults|left out/iu.test(line))
      said.push(line)
  }
  const open = () => createEngine({ folder: store, resources, log })
  let engine = await open().catch(async (thrown: unknown) => {
    const { message, action } = toCairnError(thrown)
    said.push(`${message} ${action}`)
    // As it is told: the one file goes.
    await rm(join(store, 'store.json'))
    return open()
  })
  try {
    await keptIn(engine, (why) => said.push(why))
    const { problems } = await engine.check()
    said.push(...problems.map(noteText))
    await drain(engine.repair())
    await engine.close()
    engine = await open()
    const after = await engine.check()
    const { lost, changed } = differencesBetween(before, await keptIn(engine))
    // Nothing but the damaged thing, and it is named.
    expect(mayLose).toEqual(expect.arrayContaining([...lost, ...changed]))
    for (const one of [...lost, ...changed]) expect(said.join('\n')).toMatch(namedAs[one] ?? new RegExp(one, 'u'))
    if (mustSay) expect(said.join('\n')).toMatch(mustSay)
    // What is left to say is about that, and says what to do.
    for (const problem of after.problems) expect(mayLose.some((one) => noteText(problem).includes(one))).toBe(true)
    const costs = [lost.join(', '), changed.map((one) => `${one} reads differently`).join(', ')].filter(Boolean)
    const isAsHarmed = [...(await asTheyLie(harmed.keys()))].some(([path, text]) => harmed.get(path) === text)
    const unsaid = harmed.size === 0 ? '–' : isAsHarmed ? 'left as it is' : 'healed, nothing to say'
    rows.push([file, damage, sayingOf(said, store, folder) || unsaid, costs.join('; ') || 'nothing'])
  } finally {
    await engine.close()
  }
}
