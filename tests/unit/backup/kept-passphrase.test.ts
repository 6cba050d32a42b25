import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { KeptPassphrase } from '@engine/backup/kept-passphrase'
import type { Keychain } from '@engine/platform/sealing/kept-secret'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-kept-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

/** A keychain that turns bytes round, and opens only what it has sealed. */
function turning(user: string, there = true): Keychain {
  return {
    isThere: () => Promise.resolve(there),
    seal: (secret) => Promise.resolve(Buffer.from(`${user}:${secret}`).reverse()),
    open(sealed) {
      const text = Buffer.from(sealed).reverse().toString('utf8')
      if (!text.startsWith(`${user}:`)) return Promise.reject(new Error('another user'))
      return Promise.resolve(text.slice(user.length + 1))
    },
  }
}
const keptBy = (keychain?: Keychain) =>
  new KeptPassphrase({ folder, keychain, write: (path, bytes) => writeFile(path, bytes, { mode: 0o600 }) })

test('a passphrase is kept sealed, given back, and forgotten', async () => {
  const kept = keptBy(turning('anna'))
  expect(await kept.state()).toBe('none')
  await expect(kept.open()).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
  await kept.keep('pelican lamp 铁塔')
  expect(await kept.state()).toBe('kept')
  expect(await kept.open()).toBe('pelican lamp 铁塔')
  expect((await readFile(join(folder, 'backup-passphrase'))).includes('pelican')).toBe(false)
  await kept.keep(null)
  expect(await kept.state()).toBe('none')
  await kept.keep(null)
})

// Would catch a passphrase in clear beside the documents, for want of a keychain.
test('without a keychain nothing is kept, and a sentence says what to do', async () => {
  for (const kept of [keptBy(), keptBy(turning('anna', false))]) {
    expect(await kept.state()).toBe('no_keychain')
    await expect(kept.keep('pelican lamp')).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    await expect(kept.open()).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
  }
  await expect(stat(join(folder, 'backup-passphrase'))).rejects.toThrow('ENOENT')
})

test('one that was kept by somebody else is asked for anew', async () => {
  await keptBy(turning('anna')).keep('pelican lamp')
  await expect(keptBy(turning('bert')).open()).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
})
