import { expect, test } from 'vitest'
import { giveUpAbsent } from '@engine/ingest/watch/loose/absent-machines'
import { documentRecord, testStore } from '../../storage/store-fixture'

const day = 86_400_000

// Would catch a list in which a colleague's document waits for ever, and one that is given up while that machine is only switched off for a night.
test('what another machine has left unread for a week fails with a sentence; what it read, what is younger and what lies here stays', async () => {
  const { catalogue } = await testStore()
  const now = 100 * day
  const put = (id: string, source: string, updated_at: number, status: 'queued' | 'ready') =>
    catalogue.put(documentRecord(id, 'r1', { source, updated_at, status, name: `${id}.md` }))
  await put('left', 'laptop-1f00ba42:/home/anna/left.md', now - 8 * day, 'queued')
  await put('young', 'laptop-1f00ba42:/home/anna/young.md', now - 6 * day, 'queued')
  await put('read', 'laptop-1f00ba42:/home/anna/read.md', now - 80 * day, 'ready')
  await put('here', '/home/bert/here.md', now - 80 * day, 'queued')
  await giveUpAbsent({ catalogue, now: () => now })
  const told = Object.fromEntries(
    catalogue.list().map(({ id, status, error }) => [id, [status, error?.message ?? null]]),
  )
  expect(told).toEqual({
    left: ['failed', '“left.md” lies on another machine (laptop-1f00ba42), which has not read it for a week.'],
    young: ['queued', null],
    read: ['ready', null],
    here: ['queued', null],
  })
  expect(catalogue.get('left')?.updated_at).toBe(now)
})
