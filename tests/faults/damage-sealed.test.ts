import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { noteText } from '@shared/note'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { rounds } from '../rounds'
import { filesInClear } from '../support/sealed-files'
import { putTable } from './damage-document'
import { DamageTrials, type Trial, trialOf } from './damage-trial'
import {
  alsoInClear,
  documentsOfSealed,
  openKeychain,
  passphrase,
  pairBelow,
  prepareSealedStore,
  putFrom,
  sealedKinds,
  sealedPath,
} from './damaged-sealed-store'
import {
  differencesBetween,
  drain,
  flipAt,
  keptIn,
  type Kept,
  kindsOfDamage,
  type StoredObjects,
  swap,
} from './damaged-store'

/**
 * Every kind of damage to every kind of file that is sealed in an encrypted store: what Cairn says, what is lost, and that nothing comes to lie in clear.
 * Then the same while encryption is turned off. With CAIRN_DAMAGE_TABLE set, the tables are written to docs/damage.md.
 */
const root = resolve(import.meta.dirname, '../..')
const opening = { resources: join(root, 'resources'), keychain: openKeychain }
const everything = rounds(0, 1) === 1 || process.env['CAIRN_DAMAGE_TABLE'] !== undefined
/** They are read in a long run only. */
const pictures = everything ? join(root, 'tests/fixtures/ocr') : undefined
let folder = ''
let trials: DamageTrials
let before: Kept
const turnedRows: string[][] = []
let objects: StoredObjects = { mobile: '', pumps: '', structure: '', gauge: '' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-damage-sealed-'))
  const place = { store: join(folder, 'store'), older: join(folder, 'older'), files: join(folder, 'files') }
  objects = await prepareSealedStore(place, { opening, pictures })
  const engine = await createEngine({ folder: place.store, ...opening })
  before = await keptIn(engine)
  expect([...before.keys()]).toEqual(expect.arrayContaining(documentsOfSealed(everything)))
  expect((await engine.check()).problems).toEqual([])
  await engine.close()
  expect(await filesInClear(place.store, { besides: alsoInClear })).toEqual([])
  trials = await DamageTrials.of({ folder, opening, before, afterwards: expectSealed })
}, 400_000)

afterAll(async () => {
  if (process.env['CAIRN_DAMAGE_TABLE'] && trials.rows.length > 0)
    await putTable(root, 'An encrypted store', ['File', 'Damage', 'Said', 'Lost'], trials.rows)
  if (process.env['CAIRN_DAMAGE_TABLE'] && turnedRows.length > 0)
    await putTable(root, 'Encryption turned off over damage', ['File', 'Damage', 'Said', 'Lost'], turnedRows)
  await rm(folder, { recursive: true, force: true })
})

/** What is harmed, or was and is put aside, is not sealed. */
async function expectSealed(store: string, harmed: ReadonlySet<string>): Promise<void> {
  const found = await filesInClear(store, { besides: alsoInClear })
  const isAside = /^(?:damaged|sealed-damaged|lance-damaged)|\.damaged-\d+$/u
  expect(found.filter((name) => !isAside.test(name) && !harmed.has(join(store, name)))).toEqual([])
}

const usualKinds = new Set([
  ...[
    'list of documents',
    'original whose file is gone',
    'original of a pasted text',
    'store.json',
    'cells of a table',
  ],
  'rows of the search tables',
])
/** Usually a few kinds of file have one damage each, the next kind of file the next; all of them in a long run. */
const cases = Object.entries(sealedKinds(() => objects)).flatMap(([file, kind], row) =>
  Object.entries(kindsOfDamage)
    .filter((_, column, { length }) => everything || (usualKinds.has(file) && column === row % length))
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

const usual = new Set(['two pasted texts'])
test.each(swapped.filter(({ file }) => everything || usual.has(file)).map((one) => [one.file, one] as const))(
  '%s swapped: only what was damaged is lost, and it is named',
  (_file, one) => trials.run({ ...one, damage: 'swapped' }),
)

const usuallyOlder = new Set(['the list and its copy'])
test.each(replaced.filter(({ file }) => everything || usuallyOlder.has(file)).map((one) => [one.file, one] as const))(
  '%s, an older copy in its place: only what was damaged is lost, and it is named',
  (_file, trial) => trials.run(trial),
)

/** Each by what a person knows it by, as it is named when the key goes. */
const named: Readonly<Record<string, string>> = {
  'original whose file is there': 'the stored original of “pumps.md” is damaged',
  'original whose file is gone': 'the stored original of “mobile.md” is damaged',
  'original of a pasted text': 'the stored original of “gauge.md” is damaged',
  'structure of a text': 'the stored text of “pumps.md” is damaged',
  'a text that was pasted': 'was read from is damaged',
  'a notebook that is searched': 'the file in the store that “',
  'a chat': '(sessions/s_two.json) is damaged',
  'a notebook': '(notes/n_',
  'what OCR has read': 'what OCR has read of “hut',
  'rows of the search tables': 'the search tables are damaged and are made anew',
  'index of the search tables': 'the search tables are damaged and are made anew',
}
const damages = ['cut in half', ...(everything ? ['full of zeros', 'two bits flipped'] : [])] as const
const kinds = sealedKinds(() => objects)
const usuallyTurned = new Set(['original whose file is gone', 'a chat', 'index of the search tables'])
const turnedCases = Object.keys(named).flatMap((file) =>
  damages.filter(() => everything || usuallyTurned.has(file)).map((damage) => [file, damage] as const),
)

/** In the middle, and a quarter before the end: one alone is put right in a line. */
async function harm(path: string, damage: (typeof damages)[number]): Promise<void> {
  if (damage !== 'two bits flipped') return kindsOfDamage[damage]?.(path)
  await kindsOfDamage['a bit flipped']?.(path)
  await flipAt(path, 0.75)
}

async function whenOff(engine: Engine): Promise<void> {
  await vi.waitFor(async () => expect(await engine.encryption.state()).toMatchObject({ on: false, work: null }), {
    timeout: 60_000,
  })
}

test.each(turnedCases)(
  '%s, %s while encryption is turned off: it is named, and nothing else is lost',
  async (file, damage) => {
    const store = await trials.fresh()
    const { find, mayLose } = kinds[file] ?? { find: () => Promise.resolve([]), mayLose: [] }
    const said: string[] = []
    const log = (line: string) => {
      if (/damaged|missing|anew|cannot/iu.test(line)) said.push(line)
    }
    let engine = await createEngine({ folder: store, ...opening, log })
    try {
      for (const path of await find(store)) await harm(path, damage)
      await engine.encryption.turnOff(passphrase)
      await whenOff(engine)
      // What is full of zeros is not sealed, nor is it anything else: it is as damage in clear is.
      if (damage !== 'full of zeros' || file.startsWith('original')) expect(said.join('\n')).toContain(named[file])
      await engine.close()
      engine = await createEngine({ folder: store, ...opening, log })
      await keptIn(engine, (why) => said.push(why))
      const { problems } = await engine.check()
      said.push(...problems.map(noteText))
      if (mayLose.includes('mobile.md')) {
        const keys = problems.map(({ key }) => key)
        expect(keys).toEqual(expect.arrayContaining(['object_changed', 'document_not_mended']))
      }
      await drain(engine.repair())
      const after = await engine.check()
      const { lost, changed } = differencesBetween(before, await keptIn(engine))
      expect(mayLose).toEqual(expect.arrayContaining([...lost, ...changed]))
      for (const problem of after.problems) expect(mayLose.some((one) => noteText(problem).includes(one))).toBe(true)
      const [question, answer] = ['What colour is the pump?', /blue/u] as const
      for await (const event of engine.ask({ question, search_anyway: true }))
        if (event.type === 'final') expect(event.response).toMatch(answer)
      const costs = [...lost, ...changed.map((one) => `${one} reads differently`)].join(', ')
      turnedRows.push([file, damage, trials.saying(said) || '–', costs || 'nothing'])
    } finally {
      await engine.close()
    }
    expect((await readdir(store)).filter((name) => /^(?:vault|sealed-\d+$)/u.test(name))).toEqual([])
  },
)
