import { expect, it } from 'vitest'
import { documentNamed } from '../../../../fakes/fake-engine'
import { FakeBrowser } from '../browser'

new FakeBrowser()
const { receiveDocuments, useLibrary } = await import('@renderer/state/library/library-store')

it('remembers what left the library until it comes back', () => {
  const [one, two] = [documentNamed('one.md'), documentNamed('two.md')]
  receiveDocuments([one, two], [], true)
  expect(useLibrary.getState().removed.size).toBe(0)
  receiveDocuments([], [one.id], false)
  expect([...useLibrary.getState().removed.values()]).toEqual([one])
  // Another window deleted it while this one was cut off.
  receiveDocuments([], [], true)
  expect([...useLibrary.getState().removed.values()]).toEqual([one, two])
  receiveDocuments([one], [], false)
  expect([...useLibrary.getState().removed.values()]).toEqual([two])
})
