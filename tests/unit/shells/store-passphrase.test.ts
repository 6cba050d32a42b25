import { expect, test } from 'vitest'
import { passphraseFirst, takePassphrase } from '@shells/store-passphrase'

// Would catch a passphrase that every process started from here gets along.
test('a passphrase is taken out of the environment', () => {
  const environment: Record<string, string | undefined> = { CAIRN_STORE_PASSPHRASE: 'pelican lamp', HOME: '/home/u' }
  expect(takePassphrase(environment)).toBe('pelican lamp')
  expect(environment).toEqual({ HOME: '/home/u' })
  expect(takePassphrase(environment)).toBeUndefined()
  expect(takePassphrase({ CAIRN_STORE_PASSPHRASE: '' })).toBeUndefined()
})

// Would catch a store that cannot be opened a second time, and a person who is asked again for what they gave.
test('it is given until it is wrong, and then a person is asked, whose answer is given from then on', async () => {
  const asked: boolean[] = []
  const ask = passphraseFirst('pelican lamp', (wasWrong) => {
    asked.push(wasWrong)
    return Promise.resolve('typed')
  })
  expect(await ask(false)).toBe('pelican lamp')
  expect(await ask(false)).toBe('pelican lamp')
  expect(await ask(true)).toBe('typed')
  expect(await ask(false)).toBe('typed')
  expect(asked).toEqual([true])
  expect(await passphraseFirst(undefined)(false)).toBeUndefined()
})
