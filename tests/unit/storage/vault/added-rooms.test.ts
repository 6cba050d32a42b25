import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { StoreVault } from '@engine/storage/vault/store-vault'

// Would catch a room whose files stay in clear because it came while the last pass over the others was under way.
test('a room that comes while everything is written anew is written anew as well, before that is said to be done', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-vault-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'tmp'))
  const vault = await StoreVault.open({ folder, readOnly: false, log: () => undefined })
  const written: string[] = []
  let late = () => vault.takeRooms([{ resealing: () => Promise.resolve([piece('late')]) }])
  const piece = (name: string) => () => {
    written.push(name)
    // Nothing is otherwise, so that one pass is all there would be.
    late()
    late = () => undefined
    return Promise.resolve(false)
  }
  vault.takeRooms([{ resealing: () => Promise.resolve([piece('first')]) }])
  await vault.turnOn({ passphrase: 'pelican lamp 铁塔', keep: false })
  await vi.waitFor(async () => expect((await vault.state()).work).toBeNull(), { timeout: 10_000 })
  expect(written).toEqual(['first', 'first', 'late'])
  await vault.stop()
})
