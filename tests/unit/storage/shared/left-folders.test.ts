import { utimes } from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FolderBucket } from '@engine/storage/shared/folder-bucket'
import { deleteLeftFolders } from '@engine/storage/shared/library/left-folders'

const readMs = 600_000

async function bucketOf(minutesAgo: Readonly<Record<string, number>>) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-left-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const bucket = new FolderBucket(folder)
  const now = Date.now()
  for (const [key, minutes] of Object.entries(minutesAgo)) {
    await bucket.put(key, new TextEncoder().encode(key))
    const at = new Date(now - minutes * 60_000)
    await utimes(join(folder, ...key.split('/')), at, at)
  }
  const keys = async () => {
    const all = [...(await bucket.list('lance-')).entries, ...(await bucket.list('objects/')).entries]
    return all.map(({ key }) => key)
  }
  return { bucket, keys }
}

// Would catch tables that stay, and are paid for, after each crash, and readers whose tables go under their hands.
test('tables that a crash left go ten minutes after others took their place, and nothing else', async () => {
  const { bucket, keys } = await bucketOf({
    'lance-9-1/chunks.lance/data/a.lance': 500,
    'lance-10-1/chunks.lance/data/a.lance': 400,
    'lance-10-1/chunks.lance/_versions/2.manifest': 300,
    'lance-11-1/chunks.lance/data/a.lance': 30,
    'lance-11-1/chunks.lance/data/b.lance': 1,
    'lance-12-1/chunks.lance/data/a.lance': 5,
    'lance-12-2/chunks.lance/data/a.lance': 60,
    'lance-other/file': 900,
    'objects/ab/file': 900,
  })
  const deleted = await deleteLeftFolders({ bucket, inUse: 'lance-12-1', readMs, isWriter: () => true })
  // What a reader may still be in was left five minutes ago, when the folder in use was made.
  expect(deleted).toEqual(['lance-9-1', 'lance-10-1', 'lance-12-2'])
  expect((await keys()).toSorted()).toEqual([
    'lance-11-1/chunks.lance/data/a.lance',
    'lance-11-1/chunks.lance/data/b.lance',
    'lance-12-1/chunks.lance/data/a.lance',
    'lance-other/file',
    'objects/ab/file',
  ])
})

test('nothing goes where the folder in use is not in the list, or once somebody else writes', async () => {
  const { bucket, keys } = await bucketOf({
    'lance-1-1/a': 500,
    'lance-2-1/a': 400,
    'lance-3-1/a': 300,
    'objects/x': 1,
  })
  const before = await keys()
  expect(await deleteLeftFolders({ bucket, inUse: 'lance-4-1', readMs, isWriter: () => true })).toEqual([])
  expect(await deleteLeftFolders({ bucket, inUse: 'lance-3-1', readMs, isWriter: () => false })).toEqual([])
  expect(await keys()).toEqual(before)
})
