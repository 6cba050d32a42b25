import { describe, expect, it } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { planDocuments } from '@engine/backup/plan-documents'
import { documentRecord, liveRevision } from '../storage/store-fixture'

function record(id: string, content: string, overrides: Partial<DocumentRecord> = {}): DocumentRecord {
  const live = { ...liveRevision(`r-${id}`), content_hash: content }
  return documentRecord(id, `r-${id}`, { content_hash: content, live, ...overrides })
}

function plan(records: DocumentRecord[], here: DocumentRecord[] = [], from = '/there/store') {
  const catalogue = {
    get: (id: string) => here.find((one) => one.id === id),
    findByContent: (hash: string) => here.filter(({ content_hash }) => content_hash === hash),
    findBySource: (source: string) => here.find((one) => one.source === source),
  }
  return planDocuments(records, { catalogue, folder: '/here/store', from, isThere: (address) => address !== 'missing' })
}

describe('what becomes of the documents of a backup', () => {
  it('new ones are added under their id and revision, to be indexed from their kept text', () => {
    const { add, here, beside } = plan([record('a', 'c1')])
    expect({ here, beside }).toEqual({ here: 0, beside: [] })
    expect(add).toMatchObject([{ id: 'a', status: 'embedding', live: null, pending: { revision: 'r-a' } }])
    // bug: how a file stood on another disk is taken for how it stands here
    expect(add[0]?.on_disk).toBeUndefined()
  })

  it.each([
    ['/there/store', '/there/store/inbox/ab/note.md'],
    ['C:\\Users\\me\\store', 'C:\\Users\\me\\store\\inbox\\ab\\note.md'],
  ])('what lay in the store %s lies in the store here', (from, source) => {
    expect(plan([record('a', 'c1', { source })], [], from).add[0]?.source).toBe('/here/store/inbox/ab/note.md')
    expect(plan([record('a', 'c1', { source: 'D:\\notes\\x.md' })], [], from).add[0]?.source).toBe('D:\\notes\\x.md')
  })

  it('a path that leads out of the store is refused (bug: a backup that writes anywhere)', () => {
    expect(() => plan([record('a', 'c1', { source: '/there/store/../../etc/passwd' })])).toThrow(
      /outside of its store/u,
    )
  })

  it('the same content is kept once, under whatever name and id', () => {
    expect(plan([record('a', 'c1')], [record('other', 'c1', { source: '/elsewhere.md' })])).toMatchObject({
      add: [],
      here: 1,
    })
  })

  it('another content of the same document, or of another one at its place, stands beside it', () => {
    for (const known of [record('a', 'newer'), record('other', 'c2', { source: '/papers/a.md' })]) {
      const { add, beside } = plan([record('a', 'c1')], [known])
      expect(beside).toEqual(['a.md'])
      expect(add[0]?.source).toBe('/here/store/inbox/c1/a.md')
      expect(add[0]?.id === known.id).toBe(false)
    }
  })

  it('what came in a file goes with it', () => {
    const inner = record('i', 'c2', {
      source: '/papers/z.zip › in.md',
      part_of: { document: 'z', path: 'in.md', content_hash: 'c2' },
    })
    const outer = record('z', 'c1', { source: '/papers/z.zip' })
    expect(plan([inner, outer]).add.map(({ id }) => id)).toEqual(['z', 'i'])
    expect(plan([inner, outer], [record('z', 'c1')])).toMatchObject({ add: [], here: 2 })
    const [first, second] = plan([inner, outer], [record('z', 'newer')]).add
    expect(second?.part_of?.document).toBe(first?.id)
    expect(second?.source).toBe('/here/store/inbox/c1/z.md › in.md')
  })

  it('one whose text the backup lacks is named', () => {
    const live = { ...liveRevision('r'), content_hash: 'c1', text_object: 'missing' }
    expect(plan([record('a', 'c1', { live })])).toMatchObject({ add: [], incomplete: ['a.md'] })
  })
})
