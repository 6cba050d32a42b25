import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine } from '@engine/engine'
import { rounds } from '../rounds'
import { filesInClear } from '../support/sealed-files'
import { putTable } from './damage-document'
import { DamageTrials, type Trial, trialOf } from './damage-trial'
import {
  alsoInClear,
  documentsOfSealed,
  openKeychain,
  pairBelow,
  prepareSealedStore,
  putFrom,
  sealedKinds,
  sealedPath,
} from './damaged-sealed-store'
import { keptIn, kindsOfDamage, type StoredObjects, swap } from './damaged-store'

/**
 * Every kind of damage to every kind of file that is sealed in an encrypted store: what Cairn says, what is lost, and that nothing comes to lie in clear.
 * With CAIRN_DAMAGE_TABLE set, its table is written to docs/damage.md.
 */
const root = resolve(import.meta.dirname, '../..')
const opening = { resources: join(root, 'resources'), keychain: openKeychain }
const everything = rounds(0, 1) === 1 || process.env['CAIRN_DAMAGE_TABLE'] !== undefined
let folder = ''
let trials: DamageTrials
let objects: StoredObjects = { mobile: '', pumps: '', structure: '', gauge: '' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-damage-sealed-'))
  const place = { store: join(folder, 'store'), older: join(folder, 'older'), files: join(folder, 'files') }
  objects = await prepareSealedStore(place, { opening, fixtures: join(root, 'tests/fixtures/ocr') })
  const engine = await createEngine({ folder: place.store, ...opening })
  const before = await keptIn(engine)
  expect([...before.keys()]).toEqual(expect.arrayContaining(documentsOfSealed))
  expect((await engine.check()).problems).toEqual([])
  await engine.close()
  expect(await filesInClear(place.store, { besides: alsoInClear })).toEqual([])
  trials = await DamageTrials.of({ folder, opening, before, afterwards: expectSealed })
}, 400_000)

afterAll(async () => {
  if (process.env['CAIRN_DAMAGE_TABLE'] && trials.rows.length > 0)
    await putTable(root, 'An encrypted store', ['File', 'Damage', 'Said', 'Lost'], trials.rows)
  await rm(folder, { recursive: true, force: true })
})

/** What is harmed, or was and is put aside, is not sealed. */
async function expectSealed(store: string, harmed: ReadonlySet<string>): Promise<void> {
  const found = await filesInClear(store, { besides: alsoInClear })
  const isAside = /^(?:damaged|sealed-damaged|lance-damaged)/u
  expect(found.filter((name) => !isAside.test(name) && !harmed.has(join(store, name)))).toEqual([])
}

/** Usually each kind of file has one damage, the next kind of file the next; all of them in a long run. */
const cases = Object.entries(sealedKinds(() => objects)).flatMap(([file, kind], row) =>
  Object.entries(kindsOfDamage)
    .filter((_, column, { length }) => everything || column === row % length)
    .map(([damage, harm]) => [file, damage, trialOf(file, damage, kind, harm)] as const),
)

const both = (pair: (store: string) => Promise<readonly [string, string]>) => async (store: string) =>
  swap(...(await pair(store)))
const originals = (store: string) =>
  Promise.resolve([sealedPath(store, objects.mobile), sealedPath(store, objects.pumps)] as const)
const chats = (store: string) =>
  Promise.resolve([join(store, 'sessions/s_one.json'), join(store, 'sessions/s_two.json')] as const)

const swapped: readonly Omit<Trial, 'damage'>[] = [
  { file: 'two originals', harm: both(originals), mayLose: ['mobile.md'] },
  { file: 'two chats', harm: both(chats), mayLose: ['s_one', 's_two'] },
  { file: 'two notebooks', harm: both(pairBelow('notes', /n_[^/\\]+\.json$/u)), mayLose: [] },
  { file: 'two notebooks that are searched', harm: both(pairBelow('notes/documents', /./u)), mayLose: [] },
  { file: 'two pasted texts', harm: both(pairBelow('inbox', /./u)), mayLose: [] },
  { file: 'two runs of research', harm: both(pairBelow('research', /\.jsonl$/u)), mayLose: [] },
  { file: 'two sets of questions', harm: both(pairBelow('evaluation/sets', /\.json$/u)), mayLose: [] },
  { file: 'two runs of a set', harm: both(pairBelow('evaluation/runs', /\.jsonl$/u)), mayLose: [] },
  { file: 'what OCR has read of two', harm: both(pairBelow('ocr', /\.jsonl$/u)), mayLose: [] },
  { file: 'what the graph read of two', harm: both(pairBelow('graph', /\.share$/u)), mayLose: [] },
  {
    file: 'cells of two tables',
    harm: both(pairBelow('tables', /\.duckdb$/u)),
    mayLose: [],
    answers: [['Which tank has the most litres?', /120/u]],
  },
]

/** Files of which an older copy is put back: of a single one, or of several at once. */
const older: readonly (Pick<Trial, 'file' | 'mayLose' | 'unseen'> & { readonly names: readonly string[] })[] = [
  { file: 'list of documents', names: ['documents.jsonl'], mayLose: [] },
  { file: 'its copy', names: ['documents.copy.jsonl'], mayLose: [] },
  { file: 'its seal', names: ['documents.seal'], mayLose: [] },
  { file: 'the list and its copy', names: ['documents.jsonl', 'documents.copy.jsonl'], mayLose: ['lever.md'] },
  { file: 'list of what is kept', names: ['kept.jsonl'], mayLose: [] },
  { file: 'list of tables', names: ['tables/index.jsonl'], mayLose: [] },
  // Whole, sealed by the same key, and what was true once.
  { file: 'a chat', names: ['sessions/s_two.json'], mayLose: ['s_two'], unseen: /older/u },
]
const replaced = older.map(({ names, ...one }) => ({
  ...one,
  damage: 'an older copy',
  harm: async (store: string) => {
    for (const name of names) await putFrom(join(folder, 'older'), store, join(store, name))
  },
}))

test.each(cases)('%s, %s: only what was damaged is lost, and it is named', (_file, _damage, trial) => trials.run(trial))

const usual = new Set(['two originals', 'two pasted texts', 'what OCR has read of two'])
test.each(swapped.filter(({ file }) => everything || usual.has(file)).map((one) => [one.file, one] as const))(
  '%s swapped: only what was damaged is lost, and it is named',
  (_file, one) => trials.run({ ...one, damage: 'swapped' }),
)

const usuallyOlder = new Set(['the list and its copy'])
test.each(replaced.filter(({ file }) => everything || usuallyOlder.has(file)).map((one) => [one.file, one] as const))(
  '%s, an older copy in its place: only what was damaged is lost, and it is named',
  (_file, trial) => trials.run(trial),
)
