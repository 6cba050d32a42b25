import { describe, expect, it } from 'vitest'
import type { LibraryFilter } from '@renderer/state/library/library-filter'
import { changedCounts, facetsOf } from '@renderer/features/library/filters/library-facets'
import { collatorFor, documentLister, sortDocuments } from '@renderer/features/library/list/list-documents'
import { documentNamed } from '../../../../../fakes/fake-engine'

const collator = collatorFor('en')
const everything: LibraryFilter = {
  text: '',
  lookIn: null,
  status: null,
  reason: null,
  collection: null,
  tag: null,
  format: null,
  dates: null,
  changed: null,
  sort: { column: 'name', direction: 'ascending' },
}
const library = [
  documentNamed('note 10.md', { collection: 'trips', tags: ['alps'], created_at: 3, byte_size: 5 }),
  documentNamed('note 2.md', { collection: 'trips', tags: ['alps', 'maps'], created_at: 1, byte_size: 9 }),
  documentNamed('Ｆull.pdf', { format: 'pdf', status: 'partial', title: 'Über den Pass', created_at: 2, byte_size: 5 }),
  documentNamed('broken.pdf', { format: null, status: 'failed', created_at: 4, byte_size: 0 }),
  documentNamed('new.pdf', { format: null, status: 'embedding', created_at: 5, byte_size: 0 }),
]
const byId = new Map(library.map((record) => [record.id, record]))
const names = (filter: Partial<LibraryFilter>, list = documentLister()) =>
  list(byId, { ...everything, ...filter }, collator).map(({ name }) => name)

describe('listDocuments', () => {
  it('puts 2 before 10', () => {
    expect(names({ collection: 'trips' })).toEqual(['note 2.md', 'note 10.md'])
  })

  // Catches an archive below its own files, which all came a moment after it.
  it('puts what came in a file behind the file, as if added with it', () => {
    const outer = documentNamed('x.zip', { created_at: 2 })
    const part_of = { document: outer.id, path: 'a.md', content_hash: '' }
    const inner = documentNamed('x.zip › a.md', { created_at: 9, part_of })
    const all = [documentNamed('old.md', { created_at: 1 }), inner, documentNamed('new.md', { created_at: 3 }), outer]
    const sorted = documentLister()(
      new Map(all.map((record) => [record.id, record])),
      { ...everything, sort: { column: 'added', direction: 'descending' } },
      collator,
    )
    expect(sorted.map(({ name }) => name)).toEqual(['new.md', 'x.zip', 'x.zip › a.md', 'old.md'])
  })

  it('finds words in any order in name or title, whatever case, width or accent composition', () => {
    expect(names({ text: 'PASS full' })).toEqual(['Ｆull.pdf'])
    expect(names({ text: 'U\u0308BER' })).toEqual(['Ｆull.pdf'])
    expect(names({ text: 'pass note' })).toEqual([])
  })

  it('counts everything between dropped and searchable as being read', () => {
    expect(names({ status: 'reading' })).toEqual(['new.pdf'])
  })

  it('limits to tag and format together', () => {
    expect(names({ tag: 'maps', format: 'markdown' })).toEqual(['note 2.md'])
    expect(names({ tag: 'maps', format: 'pdf' })).toEqual([])
  })

  it('keeps what has no value last in both directions', () => {
    for (const direction of ['ascending', 'descending'] as const) {
      expect(
        names({ sort: { column: 'format', direction } })
          .slice(-2)
          .sort(),
      ).toEqual(['broken.pdf', 'new.pdf'])
    }
  })

  it('gives one order whatever the order before was', () => {
    const sort = { column: 'size', direction: 'descending' } as const
    const forward = sortDocuments([...library], sort, collator)
    expect(sortDocuments([...library].reverse(), sort, collator)).toEqual(forward)
  })

  it('follows changes: what was filtered away comes back, what was removed does not', () => {
    const list = documentLister()
    expect(names({ text: 'note' }, list)).toHaveLength(2)
    expect(names({}, list)).toHaveLength(5)
    const fewer = new Map([...byId].filter(([id]) => id !== 'id-new.pdf'))
    expect(list(fewer, everything, collator)).toHaveLength(4)
  })

  it('sorts Chinese names by pinyin for Chinese readers', () => {
    const chinese = ['张三', '李四', '白石', '陈五'].map((name) => documentNamed(name))
    const sorted = sortDocuments(chinese, { column: 'name', direction: 'ascending' }, collatorFor('zh'))
    expect(sorted.map(({ name }) => name)).toEqual(['白石', '陈五', '李四', '张三'])
  })
})

describe('facetsOf', () => {
  it('counts states of what passes the other filters, and collections of the whole library', () => {
    const facets = facetsOf(library, { ...everything, text: 'pdf', status: 'failed' }, collator)
    expect(facets.states).toEqual({ reading: 1, ready: 0, partial: 1, failed: 1 })
    expect(facets.all).toBe(3)
    expect(facets.collections).toEqual([
      { name: 'default', count: 3 },
      { name: 'trips', count: 2 },
    ])
    expect(facets.tags).toEqual([
      { name: 'alps', count: 2 },
      { name: 'maps', count: 1 },
    ])
  })
})

describe('changedCounts', () => {
  // Catches a menu that offers a range without saying how many documents it leaves.
  it('counts for each range, also those without any; what has no time of change counts from when it was added', () => {
    const at = (day: string) => Date.parse(`${day}T12:00:00`)
    const documents = [
      { ...documentNamed('old.txt'), modified_at: at('2024-01-05') },
      { ...documentNamed('new.txt'), modified_at: at('2024-03-05') },
      { ...documentNamed('pasted.txt'), modified_at: null, created_at: at('2024-03-06') },
    ]
    expect(changedCounts(documents, ['2024-03-01/..', '2024-01-01/..', '2025-01-01/..'])).toEqual([
      { name: '2024-03-01/..', count: 2 },
      { name: '2024-01-01/..', count: 3 },
      { name: '2025-01-01/..', count: 0 },
    ])
  })
})
