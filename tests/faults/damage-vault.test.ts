import { copyFile, cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toCairnError } from '@shared/errors'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { rounds } from '../rounds'
import { putTable, sayingOf } from './damage-document'
import { earlierPassphrase, passphrase, whenSealed } from './damaged-sealed-store'
import { ask, drain, keptIn, type Kept, kindsOfDamage, prepareStore } from './damaged-store'

/**
 * Damage to the files that hold the key of an encrypted store: one of them costs nothing; without both nothing opens, nothing is changed, and all is there
 * once one is put back. With CAIRN_DAMAGE_TABLE set, its table is written to docs/damage.md.
 */
const root = resolve(import.meta.dirname, '../..')
const opening = { resources: join(root, 'resources') }
const by = (given: string) => ({ passphrase: (wasWrong: boolean) => Promise.resolve(wasWrong ? undefined : given) })
const everything = rounds(0, 1) === 1 || process.env['CAIRN_DAMAGE_TABLE'] !== undefined
const names = ['vault.json', 'vault-copy.json'] as const
let folder = ''
let prepared = ''
let before: Kept
const rows: string[][] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-damage-vault-'))
  const store = join(folder, 'store')
  await prepareStore(store, join(folder, 'files'), opening)
  const engine = await createEngine({ folder: store, ...opening })
  before = await keptIn(engine)
  await engine.encryption.turnOn({ passphrase: earlierPassphrase, keep: false })
  await whenSealed(engine)
  for (const name of names) await copyFile(join(store, name), join(folder, `older-${name}`))
  await engine.encryption.changePassphrase(earlierPassphrase, passphrase)
  await engine.close()
  prepared = join(folder, 'prepared')
  await rename(store, prepared)
  await makeAnother()
}, 400_000)

afterAll(async () => {
  if (process.env['CAIRN_DAMAGE_TABLE'] && rows.length > 0)
    await putTable(root, 'The key of an encrypted store', ['File', 'Damage', 'Said', 'Lost'], rows)
  await rm(folder, { recursive: true, force: true })
})

/** Another store, by the same passphrase. */
async function makeAnother(): Promise<void> {
  const other = join(folder, 'other')
  const engine = await createEngine({ folder: other, ...opening })
  await ask(engine, 's_other')
  await engine.encryption.turnOn({ passphrase, keep: false })
  await whenSealed(engine)
  await engine.close()
  for (const name of names) await copyFile(join(other, name), join(folder, `other-${name}`))
}

/** Where a vault file of `older` or of `other` lies. */
const from = (which: 'older' | 'other') => async (path: string) =>
  copyFile(join(folder, `${which}-${path.endsWith(names[1]) ? names[1] : names[0]}`), path)

const damages = { ...kindsOfDamage, 'of another store': from('other'), 'an older copy': from('older') }
const usual = new Set(['vault.json a bit flipped', 'vault-copy.json missing', 'vault.json of another store'])
const cases = names.flatMap((name) => Object.entries(damages).map(([damage, harm]) => [name, damage, harm] as const))

async function fresh(): Promise<string> {
  const store = join(folder, 'store')
  await rm(store, { recursive: true, force: true })
  await cp(prepared, store, { recursive: true, preserveTimestamps: true })
  return store
}

async function expectWhole(engine: Engine): Promise<void> {
  expect(await keptIn(engine)).toEqual(before)
  expect((await engine.check()).problems).toEqual([])
}

const vaultsOf = (store: string) => Promise.all(names.map((name) => readFile(join(store, name), 'utf8')))

test.each(cases.filter(([name, damage]) => everything || usual.has(`${name} ${damage}`)))(
  '%s, %s: the store opens by the other file, which both are as then',
  async (name, damage, harm) => {
    const store = await fresh()
    await harm(join(store, name))
    const engine = await createEngine({ folder: store, ...opening, ...by(passphrase) })
    try {
      await expectWhole(engine)
      await drain(engine.repair())
    } finally {
      await engine.close()
    }
    const [one, other] = await vaultsOf(store)
    expect(one).toBe(other)
    expect(await vaultsOf(prepared)).toContain(one)
    rows.push([name, damage, 'healed, nothing to say', 'nothing'])
  },
)

const allBoth = Object.entries({ ...kindsOfDamage, 'of another store': from('other') })
const usuallyBoth = new Set(['missing', 'of another store'])
test.each(allBoth.filter(([damage]) => everything || usuallyBoth.has(damage)))(
  'both files, %s: the store does not open, says why, and is as it was once one is put back',
  async (damage, harm) => {
    const store = await fresh()
    for (const name of names) await harm(join(store, name))
    const refused = await createEngine({ folder: store, ...opening, ...by(passphrase) }).then(
      async (engine) => {
        await engine.close()
        return undefined
      },
      (thrown: unknown) => toCairnError(thrown),
    )
    // One flipped bit is put right, as in any line.
    if (damage === 'a bit flipped') expect(refused).toBeUndefined()
    else {
      expect(refused).toMatchObject({ code: 'STORE_DAMAGED' })
      expect(refused?.action).toContain('Put one of them back from a copy of the folder.')
      await copyFile(join(prepared, names[1]), join(store, names[1]))
    }
    if (damage === 'of another store') await rm(join(store, names[0]))
    const engine = await createEngine({ folder: store, ...opening, ...by(passphrase) })
    try {
      await expectWhole(engine)
    } finally {
      await engine.close()
    }
    const said = refused ? [`${refused.message} ${refused.action}`] : []
    const lost = refused ? 'nothing, once one of them is back; without, all that is sealed' : 'nothing'
    rows.push(['both of them', damage, sayingOf(said, store, folder) || 'healed, nothing to say', lost])
  },
)

test('both files, an older copy: the store opens by the passphrase of then', async () => {
  const store = await fresh()
  for (const name of names) await damages['an older copy'](join(store, name))
  const now = createEngine({ folder: store, ...opening, ...by(passphrase) })
  await expect(now).rejects.toMatchObject({ code: 'PASSWORD_WRONG' })
  const engine = await createEngine({ folder: store, ...opening, ...by(earlierPassphrase) })
  try {
    await expectWhole(engine)
  } finally {
    await engine.close()
  }
  rows.push(['both of them', 'an older copy', 'opens by the passphrase of then', 'nothing'])
})
