import { expect, test } from 'vitest'
import { absoluteStore, storePlace } from '@engine/platform/paths'

const machine = { platform: 'linux', home: '/home/u', env: {} } as const

// Would catch a mistyped address that becomes an empty store in a folder of that name.
test.each(['s3:/bucket', 's3:bucket', 's3:', 'S3:/bucket/x', 'file:/x', 'file:///x', 'gs://bucket'])(
  '%s is refused, also where it was made to mean the same elsewhere',
  (named) => {
    const refused = `“${named}” is no address of a store.`
    expect(() => storePlace(named, '/here', machine)).toThrow(refused)
    expect(() => storePlace(absoluteStore(named, '/here'), '/there', machine)).toThrow(refused)
  },
)

test.each([
  ['store', '/here/store'],
  ['./s3:bucket', '/here/s3:bucket'],
  ['a/b:c', '/here/a/b:c'],
  ['/media/a:b', '/media/a:b'],
  ['C:\\x', '/here/C:\\x'],
  ['c:/x', '/here/c:/x'],
])('%s is a path', (named, folder) => {
  expect(storePlace(named, '/here', machine)).toEqual({ folder })
})

test('an address of a library stays one', () => {
  expect(storePlace('s3://bucket/prefix/', '/here', machine).library).toBe('s3://bucket/prefix')
})
