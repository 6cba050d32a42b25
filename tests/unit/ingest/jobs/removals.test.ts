import { expect, test } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import type { KeptObjects } from '@engine/ingest/documents/kept-objects'
import { Removals } from '@engine/ingest/jobs/removals'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import { documentNamed } from '../../../fakes/fake-engine'

const live = { revision: 'r', content_hash: 'c', text_object: 't', structure_object: 's' }

async function rowsRemovedOf(documents: readonly DocumentRecord[]): Promise<string[]> {
  const records = new Map(documents.map((record) => [record.id, record]))
  const removed: string[] = []
  const removals = new Removals({
    catalogue: {
      get: (id: string) => records.get(id),
      membersOf: () => [],
      remove: (ids: readonly string[]) => {
        for (const id of ids) records.delete(id)
        return Promise.resolve()
      },
    } as unknown as DocumentCatalogue,
    vectors: {
      remove: (ids: readonly string[]) => {
        removed.push(...ids)
        return Promise.resolve()
      },
    } as never,
    kept: { forget: () => Promise.resolve() } as unknown as KeptObjects,
    stop: () => Promise.resolve(),
    removed: () => Promise.resolve(),
  })
  expect(await removals.remove(documents.map(({ id }) => id))).toHaveLength(documents.length)
  expect(records.size).toBe(0)
  return removed
}

// Would catch the deletion of files that were never read waiting for whoever writes the tables (bug: three seconds of a watched folder's ten).
test('rows are removed of documents that have some, or may: those that were never fetched have none', async () => {
  const unread = documentNamed('unread.md', { content_hash: '', live: null, pending: null })
  // Its newer content could not be read: rows of the one before may be there.
  const failed = documentNamed('failed.md', { content_hash: 'c', live: null, pending: null })
  const read = documentNamed('read.md', { content_hash: 'c', live, pending: null })
  expect(await rowsRemovedOf([unread, failed, read])).toEqual([failed.id, read.id])
  expect(await rowsRemovedOf([unread])).toEqual([])
})
