import { expect, test } from 'vitest'
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

// Would catch a command that ends, and with it the engine, before what there is was sealed.
test('stays until everything is written anew, and says why it stopped', async () => {
  const engine = new FakeEngine()
  const states: EncryptionState[] = [
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
