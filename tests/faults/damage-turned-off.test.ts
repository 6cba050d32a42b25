import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { noteText } from '@shared/note'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { rounds } from '../rounds'
import { putTable, sayingOf } from './damage-document'
import { openKeychain, passphrase, prepareSealedStore, sealedKinds } from './damaged-sealed-store'
import {
  differencesBetween,
  drain,
  flipAt,
  keptIn,
  type Kept,
  kindsOfDamage,
  type StoredObjects,
} from './damaged-store'

/**
 * Sealed files that are damaged while encryption is turned off: what Cairn says of each before the key goes, and what is lost afterwards. With
 * CAIRN_DAMAGE_TABLE set, its table is written to docs/damage.md.
 */
const root = resolve(import.meta.dirname, '../..')
const opening = { resources: join(root, 'resources'), keychain: openKeychain }
const everything = rounds(0, 1) === 1 || process.env['CAIRN_DAMAGE_TABLE'] !== undefined
let folder = ''
let before: Kept
let objects: StoredObjects = { mobile: '', pumps: '', structure: '', gauge: '' }
const rows: string[][] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-turned-off-'))
  const place = { store: join(folder, 'store'), older: join(folder, 'older'), files: join(folder, 'files') }
  objects = await prepareSealedStore(place, { opening, fixtures: join(root, 'tests/fixtures/ocr') })
  const engine = await createEngine({ folder: place.store, ...opening })
  before = await keptIn(engine)
  await engine.close()
  await rename(place.store, join(folder, 'prepared'))
}, 400_000)

afterAll(async () => {
  if (process.env['CAIRN_DAMAGE_TABLE'] && rows.length > 0)
    await putTable(root, 'Encryption turned off over damage', ['File', 'Damage', 'Said', 'Lost'], rows)
  await rm(folder, { recursive: true, force: true })
})

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
const usual = new Set(['original whose file is gone', 'a chat', 'index of the search tables'])
const cases = Object.keys(named).flatMap((file) =>
  damages.filter(() => everything || usual.has(file)).map((damage) => [file, damage] as const),
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

test.each(cases)(
  '%s, %s while encryption is turned off: it is named, and nothing else is lost',
  async (file, damage) => {
    const store = join(folder, 'store')
    await rm(store, { recursive: true, force: true })
    await cp(join(folder, 'prepared'), store, { recursive: true, preserveTimestamps: true })
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
      rows.push([file, damage, sayingOf(said, store, folder) || '–', costs || 'nothing'])
    } finally {
      await engine.close()
    }
    expect((await readdir(store)).filter((name) => /^(?:vault|sealed-\d+$)/u.test(name))).toEqual([])
  },
)
