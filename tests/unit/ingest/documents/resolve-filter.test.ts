import { describe, expect, test } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { resolveFilter } from '@engine/ingest/documents/resolve-filter'
import { documentNamed } from '../../../fakes/fake-engine'

const named = (id: string, fields: Partial<DocumentRecord> = {}) => documentNamed(id, { id, ...fields })
const records = [
  named('a', { collection: 'work', tags: ['red'], written_at: '2024-03-05T10:00:00Z' }),
  named('b', { collection: 'work', tags: ['red', 'blue'], written_at: '2024' }),
  named('c', { collection: 'home', modified_at: new Date(2023, 5, 1).getTime() }),
]

describe('resolveFilter', () => {
  test('limits nothing where nothing is limited', () => {
    expect(resolveFilter(undefined, records)).toBeUndefined()
    expect(resolveFilter({}, records)).toBeUndefined()
    expect(resolveFilter({ formats: ['pdf'] }, records)).toEqual({ formats: ['pdf'] })
  })

  test.each([
    [{ tags: ['blue'] }, { documents: ['b'] }],
    [{ collections: ['home'] }, { documents: ['c'] }],
    [{ collections: ['work'], tags: ['blue'] }, { documents: ['b'] }],
    [{ collections: ['work'] }, { not_documents: ['c'] }],
    [
      { documents: ['a'], formats: ['pdf'] },
      { documents: ['a'], formats: ['pdf'] },
    ],
    [{ dates: ['2024-01-01/2024-03-31'] }, { not_documents: ['c'] }],
    [{ dates: ['../2023-12-31'] }, { documents: ['c'] }],
    [{ dates: ['2025-01-01/..'] }, { documents: [] }],
    [{ collections: ['work'], dates: ['2024-06-01/..', '2001-01-01/2001-01-02'] }, { documents: ['b'] }],
    [{ dates: [] }, { documents: [] }],
    [{ changed: ['2023-06-01/..'], collections: ['home'] }, { documents: ['c'] }],
    [{ changed: ['2023-06-02/..'], collections: ['home'] }, { documents: [] }],
  ])('%j becomes the documents it means now', (filter, resolved) => {
    expect(resolveFilter(filter, records)).toEqual(resolved)
  })

  // Would catch a question about a folder that knows nothing of the folders inside.
  test('a collection stands for those inside it', () => {
    const inside = [named('x', { collection: 'work/2024' }), named('y', { collection: 'works' }), ...records]
    expect(resolveFilter({ collections: ['work'] }, inside)).toEqual({ not_documents: ['y', 'c'] })
    expect(resolveFilter({ collections: ['work/2024'] }, inside)).toEqual({ documents: ['x'] })
  })

  // Would catch a question about an archive that finds nothing, as its own text is a mere list.
  test('a document stands for what came in its file, however deep, in whatever order they are listed', () => {
    const partOf = (document: string) => ({ document, path: 'x', content_hash: 'h' })
    const family = [named('deep', { part_of: partOf('in') }), named('in', { part_of: partOf('a') }), ...records]
    expect(resolveFilter({ documents: ['a'] }, family)).toEqual({ not_documents: ['b', 'c'] })
    expect(resolveFilter({ documents: ['in'] }, family)).toEqual({ documents: ['deep', 'in'] })
    expect(resolveFilter({ documents: ['deep'] }, family)).toEqual({ documents: ['deep'] })
  })

  // Catches a tag that no document has any more and that then limits nothing.
  test.each([{ tags: ['green'] }, { tags: [] }, { collections: ['gone'] }, { documents: [] }, { documents: ['x'] }])(
    '%j matches nothing, also in an empty library',
    (filter) => {
      expect(resolveFilter(filter, records)).toEqual({ documents: [] })
      expect(resolveFilter(filter, [])).toEqual({ documents: [] })
    },
  )

  test('what is in the trash is never found, named or not', () => {
    const trashed = [...records, named('d', { collection: 'work', tags: ['red'], trashed_at: 1 })]
    expect(resolveFilter(undefined, trashed)).toEqual({ not_documents: ['d'] })
    expect(resolveFilter({ documents: ['d'] }, trashed)).toEqual({ documents: [] })
    expect(resolveFilter({ collections: ['work'] }, trashed)).toEqual({ documents: ['a', 'b'] })
  })

  test('names the shorter list of ten thousand documents', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => named(`d${n}`, { tags: [n % 10 === 0 ? 'few' : 'most'] }))
    expect(resolveFilter({ tags: ['few'] }, many)?.documents).toHaveLength(1000)
    expect(resolveFilter({ tags: ['most'] }, many)?.not_documents).toHaveLength(1000)
  })
})
