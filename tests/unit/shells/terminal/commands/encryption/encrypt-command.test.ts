import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { EncryptionState } from '@shared/api/store/encryption-state'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

test('takes a new passphrase from the input, and says what is not encrypted', async () => {
  const engine = new FakeEngine()
  const { code, out, err } = await terminal(engine, { input: 'pelican lamp\n' }).run('encrypt', 'on')
  expect(code).toBe(0)
  expect(engine.encryption.asked).toEqual(['on'])
  expect(out).toContain('The data folder is encrypted')
  expect(err).toContain('Not encrypted: settings')
  expect(`${out}${err}`).not.toContain('pelican')
  expect(await terminal(engine, { input: 'pelican lamp\n' }).run('encrypt', 'off')).toMatchObject({ code: 0 })
  expect((await terminal(engine).run('encrypt', 'status')).out).toContain('is not encrypted.')
  await terminal(engine, { input: 'pelican lamp\n' }).run('encrypt', 'on', '--keychain')
  expect(engine.encryption.asked.at(-1)).toBe('on and keep')
})

test('another passphrase takes the one of before from the environment', async () => {
  const engine = new FakeEngine()
  await engine.encryption.turnOn({ passphrase: 'pelican lamp', keep: false })
  const given = { input: 'ledger moss\n', passphrase: 'pelican lamp' }
  expect(await terminal(engine, given).run('encrypt', 'passphrase')).toMatchObject({ code: 0 })
  expect(engine.encryption.asked.at(-1)).toBe('change')
  const wrong = await terminal(engine, { passphrase: 'pelican lamp' }).run('encrypt', 'off')
  expect(wrong.code).toBe(1)
  expect(wrong.err).toContain('wrong')
})

test('without a passphrase nothing is done', async () => {
  const engine = new FakeEngine()
  expect(await terminal(engine, { input: '\n' }).run('encrypt', 'on')).toMatchObject({ code: 2 })
  expect(await terminal(engine).run('encrypt', 'bogus')).toMatchObject({ code: 2 })
  expect(engine.encryption.asked).toEqual([])
})

// Would catch a way to give a passphrase that a backup has, and encryption lacks, and one that nobody is told of.
test('takes it from a file descriptor or the environment as well, and says so', async () => {
  const file = join(tmpdir(), `cairn-encrypt-${process.pid}`)
  writeFileSync(file, 'from a file\n')
  const descriptor = openSync(file, 'r')
  onTestFinished(() => {
    closeSync(descriptor)
    rmSync(file)
  })
  const engine = new FakeEngine()
  const asked = await terminal(engine).run('encrypt', 'on', '--passphrase-fd', String(descriptor))
  expect(asked.code).toBe(0)
  const env = { CAIRN_PASSPHRASE: 'ledger moss' }
  const before = { passphrase: 'from a file' }
  expect(await terminal(engine, { env, ...before }).run('encrypt', 'passphrase', '--passphrase')).toMatchObject({
    code: 0,
  })
  expect(await terminal(engine, { env }).run('encrypt', 'off', '--passphrase')).toMatchObject({ code: 0 })
  await terminal(engine, { input: 'pelican lamp\n' }).run('encrypt', 'on')
  const both = { input: 'pelican lamp\nledger moss\n' }
  expect(await terminal(engine, both).run('encrypt', 'passphrase')).toMatchObject({ code: 0 })
  const nothing = await terminal(new FakeEngine()).run('encrypt', 'on')
  for (const said of [nothing.err, (await terminal().run('help', 'encrypt')).out]) {
    expect(said).toMatch(/first line of the (?:standard )?input/u)
    expect(said).toContain('--passphrase-fd')
    expect(said).toContain('CAIRN_PASSPHRASE')
  }
})

// Would catch somebody who types a passphrase twice, only to hear that it is too short, or was not wanted.
test('asks for nothing in vain', async () => {
  const engine = new FakeEngine()
  const short = await terminal(engine, { typed: true, input: 'short\nshort\n' }).run('encrypt', 'on')
  expect(short.code).toBe(2)
  expect(short.err).toContain('fewer than 8 characters')
  expect(short.err).not.toContain('once more')
  expect(
    (await terminal(engine, { typed: true, input: 'pelican lamp\npelican lamp\n' }).run('encrypt', 'on')).code,
  ).toBe(0)
  const again = await terminal(engine, { typed: true }).run('encrypt', 'on')
  expect(again).toMatchObject({ code: 2, out: '' })
  expect(again.err).toContain('This store is encrypted already')
  expect(again.err).not.toContain('passphrase')
  expect((await terminal(new FakeEngine()).run('encrypt', 'off')).err).toContain('This store is not encrypted.')
  expect(engine.encryption.asked).toEqual(['on'])
})

// Would catch a command that ends, and with it the engine, before what there is was sealed.
test('stays until everything is written anew, and says why it stopped', async () => {
  const engine = new FakeEngine()
  const states: EncryptionState[] = [
    { on: false, work: null, trouble: null, keychain: 'no_keychain' },
    { on: true, work: { done: 1, total: 3 }, trouble: null, keychain: 'no_keychain' },
    { on: true, work: { done: 2, total: 3 }, trouble: null, keychain: 'no_keychain' },
  ]
  const trouble = { code: 'DISK_FULL' as const, message: 'The disk is full.', action: 'Free some space.' }
  engine.encryption.state = () =>
    Promise.resolve(states.shift() ?? { ...engine.encryption.standing, on: true, trouble })
  const { code, err } = await terminal(engine, { input: 'pelican lamp\n' }).run('encrypt', 'on')
  expect(err).toContain('1 of 3')
  expect(err).toContain('2 of 3')
  expect(err).toContain('The disk is full.')
  expect(code).toBe(1)
})
