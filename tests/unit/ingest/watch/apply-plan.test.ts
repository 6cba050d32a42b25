import { describe, expect, test } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { FolderRules, type WatchedFolder } from '@shared/folders/folder-shapes'
import { applyPlan, type LibraryHands } from '@engine/ingest/watch/apply-plan'
import type { Plan } from '@engine/ingest/watch/plan-changes'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import { documentOf, fileAt, root, standingAt } from './disk'

const none: Plan = { fresh: [], changed: [], moved: [], touched: [], back: [], gone: [], leftOut: [], away: [] }

const folder: WatchedFolder = {
  ...{ id: 'w', path: root, collection: 'c', folders: 'collections', paused: false, added_at: 0, deleted: [] },
  rules: FolderRules.parse({}),
}

function handsWith(all: readonly DocumentRecord[]) {
  const records = new Map(all.map((record) => [record.id, record]))
  const did: unknown[] = []
  const catalogue: Pick<DocumentCatalogue, 'get' | 'findBySource' | 'update' | 'membersOf'> = {
    get: (id) => records.get(id),
    findBySource: (path) => standingAt([...records.values()])(path),
    membersOf: () => [],
    update: (id, change) => {
      const current = records.get(id)
      if (current) records.set(id, change(current))
      return Promise.resolve(records.get(id))
    },
  }
  const note =
    (act: string) =>
    (ids: readonly string[], reason?: string): Promise<void> => {
      did.push([act, ids, ...(reason === undefined ? [] : [reason])])
      return Promise.resolve()
    }
  const acts = { trash: note('trash'), restore: note('restore'), remove: note('remove') }
  const hands: LibraryHands = { catalogue: catalogue as DocumentCatalogue, read: () => Promise.resolve(), ...acts }
  return { hands, records, did }
}

describe('applyPlan', () => {
  test('a moved document has its new path, and goes into the collection of its folder where it was in that of the old one', async () => {
    const from = fileAt('in/a.md')
    const mine = documentOf(fileAt('in/b.md'), 'B', { collection: 'my own' })
    const { hands, records } = handsWith([documentOf(from, 'A', { collection: 'c/in' }), mine])
    const [a, b] = [fileAt('out/a.md', { modified: 2 }), fileAt('out/b.md')].map((file) => ({
      ...file,
      folder: 'files/out',
    }))
    const moved = [a, b].flatMap((file, at) => (file ? { id: at === 0 ? 'id-in/a.md' : 'id-in/b.md', file } : []))
    expect(await applyPlan({ ...none, moved }, folder, hands)).toEqual([])
    expect(records.get('id-in/a.md')).toMatchObject({
      ...{ source: '/files/out/a.md', name: 'a.md', collection: 'c/out' },
      on_disk: { modified: 2, state: 'as_read' },
    })
    expect(records.get('id-in/b.md')).toMatchObject({ source: '/files/out/b.md', collection: 'my own' })
  })

  // Catches a document that a kill left half read, whose file then moved: nothing would ever read it again.
  test('what moved before it was read to the end is read', async () => {
    const file = fileAt('b.md')
    const cut = documentOf(fileAt('a.md'), 'A2', { live: null, status: 'parsing' })
    const { hands } = handsWith([cut])
    expect(await applyPlan({ ...none, moved: [{ id: cut.id, file }] }, folder, hands)).toEqual([file])
    const failed = documentOf(fileAt('a.md'), 'A', { status: 'failed' })
    expect(await applyPlan({ ...none, touched: [{ id: failed.id, file }] }, folder, handsWith([failed]).hands)).toEqual(
      [file],
    )
  })

  test('what is gone goes to the trash with its reason; what was never read goes for good', async () => {
    const records = [
      documentOf(fileAt('a.md'), 'A'),
      documentOf(fileAt('b.md'), 'B', { live: null }),
      documentOf(fileAt('c.md'), 'C'),
    ]
    const { hands, records: after, did } = handsWith(records)
    await applyPlan({ ...none, gone: ['id-a.md', 'id-b.md'], leftOut: ['id-c.md'] }, folder, hands)
    expect(did).toEqual([
      ['trash', ['id-a.md'], 'file_gone'],
      ['remove', ['id-b.md']],
      ['trash', ['id-c.md'], 'left_out'],
    ])
    expect([...after.values()].map(({ on_disk }) => on_disk?.state)).toEqual(['gone', 'gone', 'left_out'])
  })
})
