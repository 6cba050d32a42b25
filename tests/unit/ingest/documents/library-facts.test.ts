import { expect, it } from 'vitest'
import { libraryFacts } from '@engine/ingest/documents/library-facts'
import type { CatalogueChange } from '@engine/ports/storage/document-store'
import { documentRecord } from '../../storage/store-fixture'

it('lists documents anew after every change, and not in between', () => {
  const records = new Map([
    ['d1', documentRecord('d1', 'r1', { updated_at: 1 })],
    ['d2', documentRecord('d2', null)],
  ])
  let changed: (change: CatalogueChange) => void = () => undefined
  let listed = 0
  const library = libraryFacts({
    list: () => ((listed += 1), [...records.values()]),
    get: (id) => records.get(id),
    onChange: (listener) => ((changed = listener), () => undefined),
  })
  expect(library.documents().map(({ id }) => id)).toEqual(['d1'])
  expect(library.unread().map(({ id }) => id)).toEqual(['d2'])
  expect(listed).toBe(1)

  const { live } = documentRecord('d2', 'r1')
  records.set('d2', documentRecord('d2', 'r1', { updated_at: 2, live: live && { ...live, vectors: 'waiting' } }))
  records.set('d1', documentRecord('d1', 'r1', { trashed_at: 5 }))
  changed({ changed: [...records.values()], removed: [] })
  expect(library.documents().map(({ id }) => id)).toEqual(['d2'])
  expect(library.unread()).toEqual([])
  expect(library.withoutVectors().map(({ id }) => id)).toEqual(['d2'])
  expect(listed).toBe(2)
})
