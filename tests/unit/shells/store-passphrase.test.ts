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

test('it is given once, and then a person is asked', async () => {
  const asked: boolean[] = []
  const ask = passphraseFirst('pelican lamp', (wasWrong) => {
    asked.push(wasWrong)
    return Promise.resolve('typed')
  })
  expect(await ask(false)).toBe('pelican lamp')
  expect(await ask(true)).toBe('typed')
  expect(asked).toEqual([true])
  expect(await passphraseFirst(undefined)(false)).toBeUndefined()
})
