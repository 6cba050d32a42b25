import { expect, test } from 'vitest'
import { prepareNativeEnvironment } from '@engine/storage/opening/native-environment'

const name = process.platform === 'win32' ? 'TMP' : 'TMPDIR'

// Would catch two stores of one process, of which the later leaves the other's deleted folder behind as everybody's.
test.each([
  ['first', '/b'],
  ['second', '/a'],
] as const)(
  'the temporary folder is that of a store still open when the %s closes, then what it was',
  (first, left) => {
    const before = process.env[name]
    const stores = { first: prepareNativeEnvironment('/a'), second: prepareNativeEnvironment('/b') }
    expect(process.env[name]).toBe('/b')
    stores[first].restore()
    expect(process.env[name]).toBe(left)
    stores.first.restore()
    stores.second.restore()
    stores.second.restore()
    expect(process.env[name]).toBe(before)
  },
)
