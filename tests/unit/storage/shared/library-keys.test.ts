import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Keychain } from '@engine/platform/sealing/kept-secret'
import { LibraryKeys } from '@engine/storage/shared/library/library-keys'

let folder = ''
const logged: string[] = []
beforeEach(async () => {
  logged.length = 0
  folder = await mkdtemp(join(tmpdir(), 'cairn-keys-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const given = { AWS_ACCESS_KEY_ID: 'AKIAHUTS', AWS_SECRET_ACCESS_KEY: 'pelican/lamp+secret' }

/** A keychain that turns bytes round, and opens only what the same user has sealed. */
function turning(user: string, there = true): Keychain {
  return {
    isThere: () => Promise.resolve(there),
    seal: (secret) => Promise.resolve(Buffer.from(`${user}:${secret}`).reverse()),
    open(sealed) {
      const text = Buffer.from(sealed).reverse().toString('utf8')
      return text.startsWith(`${user}:`)
        ? Promise.resolve(text.slice(user.length + 1))
        : Promise.reject(new Error('another user'))
    },
  }
}

const open = (environment: Readonly<Record<string, string>>, keychain?: Keychain) =>
  LibraryKeys.open({
    ...{ folder, environment, keychain, log: (line) => logged.push(line) },
    write: (path, bytes) => writeFile(path, bytes, { mode: 0o600 }),
  })

test('keys are kept sealed, found without the environment, and forgotten (bug: in clear beside the settings)', async () => {
  const keys = await open({ ...given, AWS_REGION: 'eu-west-1' }, turning('anna'))
  expect(await keys.state()).toBe('not_kept')
  await keys.keep(true)
  expect(await keys.state()).toBe('kept')
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'latin1')
    for (const secret of Object.values(given)) expect(text).not.toContain(secret)
  }
  const later = await open({ AWS_ACCESS_KEY_ID: '', PATH: '/bin' }, turning('anna'))
  expect(later.environment).toEqual({ ...given, PATH: '/bin' })
  await later.keep(false)
  expect(await readdir(folder)).toEqual([])
  expect((await open({}, turning('anna'))).environment).toEqual({})
})

test('keys of the environment count, and take the place of kept ones once the library took them (bug: old keys for ever)', async () => {
  await (await open(given, turning('anna'))).keep(true)
  const fresh = { AWS_ACCESS_KEY_ID: 'AKIANEW', AWS_SECRET_ACCESS_KEY: 'other' }
  const keys = await open(fresh, turning('anna'))
  expect(keys.environment).toEqual(fresh)
  expect((await open({}, turning('anna'))).environment).toEqual(given)
  await keys.accepted()
  expect((await open({}, turning('anna'))).environment).toEqual(fresh)
})

test('keys are kept nowhere without a keychain, nor opened by somebody else, and no line of the log has any of them', async () => {
  for (const keychain of [undefined, turning('anna', false)]) {
    const keys = await open(given, keychain)
    expect(await keys.state()).toBe('no_keychain')
    await expect(keys.keep(true)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    await keys.accepted()
    expect(await readdir(folder)).toEqual([])
  }
  await (await open(given, turning('anna'))).keep(true)
  expect((await open({}, turning('bert'))).environment).toEqual({})
  expect(logged).toHaveLength(1)
  expect(logged.join('\n')).not.toMatch(/AKIAHUTS|pelican/u)
})
