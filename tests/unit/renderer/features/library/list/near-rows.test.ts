import { expect, it } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { foldNearDocuments } from '@renderer/features/library/list/near-rows'
import { documentRecord, liveRevision } from '../../../../storage/store-fixture'

const grouped = (id: string, created_at: number, group: string): DocumentRecord =>
  documentRecord(id, 'r', { created_at, live: { ...liveRevision('r'), near_group: group } })
const records = [grouped('b', 2, 'g'), grouped('x', 1, 'h'), grouped('a', 1, 'g'), grouped('c', 3, 'g')]
const documents = new Map(records.map((record) => [record.id, record]))
const ids = (list: readonly DocumentRecord[]) => list.map(({ id }) => id)

// Would catch a document that can be found nowhere in the list.
it('shows a group once, and all of it when it is unfolded', () => {
  const folded = foldNearDocuments(records, documents, new Set())
  expect(ids(folded.list)).toEqual(['x', 'a'])
  expect(folded.rows.get('a')).toEqual({ kind: 'leads', others: 2, isOpen: false })
  const open = foldNearDocuments(records, documents, new Set(['a']))
  expect(ids(open.list)).toEqual(['x', 'a', 'b', 'c'])
  expect(open.rows.get('c')).toEqual({ kind: 'follows', leader: 'a.md' })
  expect(open.rows.has('x')).toBe(false)
})

it('lets another stand for the group where a filter hides the oldest', () => {
  const shown = records.filter(({ id }) => id !== 'a')
  const { list, rows } = foldNearDocuments(shown, documents, new Set())
  expect(ids(list)).toEqual(['b', 'x'])
  expect(rows.get('b')).toMatchObject({ kind: 'leads', others: 1 })
  expect(ids(foldNearDocuments([records[3] ?? grouped('c', 3, 'g')], documents, new Set()).list)).toEqual(['c'])
})
