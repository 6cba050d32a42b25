import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createEngine } from '@engine/engine'
import { rounds } from '../rounds'
import { putTable } from './damage-document'
import { DamageTrials, trialOf } from './damage-trial'
import { keptIn, kindsOfDamage, kindsOfFile, objectPath, prepareStore, type StoredObjects, swap } from './damaged-store'

/**
 * Every kind of damage to every kind of file of a store: what Cairn says, and what is lost. With CAIRN_DAMAGE_TABLE set, its table is written to
 * docs/damage.md.
 */
const root = resolve(import.meta.dirname, '../..')
const opening = { resources: join(root, 'resources') }
let folder = ''
let trials: DamageTrials
let objects: StoredObjects = { mobile: '', pumps: '', structure: '', gauge: '' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-damage-'))
  const store = join(folder, 'store')
  objects = await prepareStore(store, join(folder, 'files'), opening)
  // As it is once it was opened again: lists are made then.
  const engine = await createEngine({ folder: store, ...opening })
  const before = await keptIn(engine)
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
  const documents = ['gauge.md', 'mobile.md', 'pumps.md', 'tanks.csv']
  expect([...before.keys()].toSorted()).toEqual([...people, ...setUp, ...documents].toSorted())
  await engine.close()
  trials = await DamageTrials.of({ folder, opening, before })
}, 400_000)

afterAll(async () => {
  if (process.env['CAIRN_DAMAGE_TABLE'] && trials.rows.length > 0)
    await putTable(root, 'Files of a store', ['File', 'Damage', 'Said', 'Lost'], trials.rows)
  await rm(folder, { recursive: true, force: true })
})

const everything = rounds(0, 1) === 1 || process.env['CAIRN_DAMAGE_TABLE'] !== undefined
/** Usually each kind of file has one damage, the next kind of file the next; all of them in a long run. */
const cases = Object.entries(kindsOfFile(() => objects)).flatMap(([file, kind], row) =>
  Object.entries(kindsOfDamage)
    .filter((_, column, { length }) => everything || column === row % length)
    .map(([damage, harm]) => [file, damage, kind, harm] as const),
)

test.each(cases)('%s, %s: only what was damaged is lost, and it is named', (file, damage, kind, harm) =>
  trials.run(trialOf(file, damage, kind, harm)),
)

test('two objects swapped: only what was damaged is lost, and it is named', async () => {
  const harm = (copy: string) => swap(objectPath(copy, objects.mobile), objectPath(copy, objects.pumps))
  await trials.run({ file: 'two originals', damage: 'swapped', mayLose: ['mobile.md'], harm })
})

test('two chats swapped: both are named, and neither is shown as the other', async () => {
  const harm = (copy: string) => swap(join(copy, 'sessions/s_one.json'), join(copy, 'sessions/s_two.json'))
  await trials.run({ file: 'two chats', damage: 'swapped', mayLose: ['s_one', 's_two'], harm })
})

test.each([
  ['a year back', -1],
  ['a year on', 1],
  ['ten years back', -10],
  ['ten years on', 10],
])('the clock jumps %s: nothing is lost', async (jump, years) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + years * 365.25 * 86_400_000 })
  try {
    await trials.run({ file: 'the clock', damage: `jumps ${jump}`, mayLose: [], harm: () => Promise.resolve() })
  } finally {
    vi.useRealTimers()
  }
})
