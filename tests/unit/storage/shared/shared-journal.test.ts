import { expect, test } from 'vitest'
import { SharedJournal } from '@engine/storage/shared/library/shared-journal'
import type { SharedLibrary } from '@engine/storage/shared/library/shared-library'

interface Published {
  readonly put?: Readonly<Record<string, unknown>>
  readonly removed?: readonly string[]
}

/** A library whose versions are confirmed, or fail, by hand. */
function slowLibrary() {
  const published: Published[] = []
  const waiting: { readonly confirm: () => void; readonly fail: (why: Error) => void }[] = []
  const library = {
    isWriting: true,
    publish(change: Published) {
      published.push(change)
      return new Promise<void>((confirm, fail) => waiting.push({ confirm, fail }))
    },
  } as unknown as SharedLibrary
  const journal = new SharedJournal(
    library,
    (record) => record,
    () => undefined,
  )
  const next = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    return waiting.shift()
  }
  const append = (id: string) => journal.append([JSON.stringify({ id })], true)
  return { journal, published, next, append }
}

const idsIn = ({ put = {} }: Published) => Object.keys(put)

// Would catch three requests for each document where three would do for all that came meanwhile.
test('what comes while a version is written goes along with the next one, and is confirmed with it', async () => {
  const { published, next, append } = slowLibrary()
  const first = append('a')
  const one = await next()
  const done: string[] = []
  const others = ['b', 'c', 'd'].map((id) => append(id).then(() => done.push(id)))
  await new Promise((resolve) => setImmediate(resolve))
  expect(published.map(idsIn)).toEqual([['document/a']])
  one?.confirm()
  await first
  expect(done).toEqual([])
  const two = await next()
  expect(published.map(idsIn)).toEqual([['document/a'], ['document/b', 'document/c', 'document/d']])
  two?.confirm()
  await Promise.all(others)
})

// Would catch a change that is told as done because another write had taken it along, and then failed.
test('a change that something else takes along is done only when that has arrived', async () => {
  const { journal, published, next, append } = slowLibrary()
  const first = append('a')
  const one = await next()
  const second = append('b')
  const removed = journal.replace(Buffer.alloc(0), ['z'])
  expect(published.at(-1)).toEqual({ put: { 'document/b': { id: 'b' } }, removed: ['document/z'] })
  one?.confirm()
  await first
  ;(await next())?.fail(new Error('the network is gone'))
  await expect(removed).rejects.toThrow('the network is gone')
  await expect(second).rejects.toThrow('the network is gone')
})

test('what waited when somebody else took over was not written, and says so', async () => {
  const { journal, published, next, append } = slowLibrary()
  const first = append('a')
  const one = await next()
  const second = append('b')
  journal.drop()
  one?.fail(new Error('somebody else writes'))
  await expect(first).rejects.toThrow('somebody else writes')
  await expect(second).rejects.toMatchObject({ code: 'STORE_LOCKED' })
  expect(published).toHaveLength(1)
})
