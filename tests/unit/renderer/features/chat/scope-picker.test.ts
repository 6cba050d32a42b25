import { describe, expect, it } from 'vitest'
import { scopeOptions } from '@renderer/state/library/scope-options'
import { scopeQueryAt, withoutQuery } from '@renderer/features/chat/composer/scope-query'
import { aDocument } from './document-fixture'

describe('scopeQueryAt', () => {
  it.each([
    ['#', 1, ''],
    ['#lake', 5, 'lake'],
    ['depth #la', 9, 'la'],
    ['深度＃水', 4, '水'],
    ['水位#湖', 4, '湖'],
  ])('finds the query the caret stands in: %j', (text, caret, words) => {
    expect(scopeQueryAt(text, caret)?.words).toBe(words)
  })

  it.each([
    ['C#', 2],
    ['issue#12', 8],
    ['#lake now', 9],
    ['##', 2],
  ])('leaves other signs alone: %j', (text, caret) => {
    expect(scopeQueryAt(text, caret)).toBeNull()
  })

  it('takes only the query away', () => {
    const text = 'How deep #la is it?'
    const query = scopeQueryAt(text, 12)
    expect(query && withoutQuery(text, query)).toEqual({ text: 'How deep is it?', caret: 9 })
  })
})

describe('scopeOptions', () => {
  const documents = [
    aDocument({ id: 'a', name: 'lake.md', collection: 'field', tags: ['water'] }),
    aDocument({ id: 'b', name: 'my lake.pdf', collection: 'field', tags: ['water', 'lakeside'] }),
  ]
  const none = { collections: [], documents: [], tags: [], formats: [], dates: [], changed: [] }

  it('offers collections, tags and documents, names that begin with the words first', () => {
    expect(scopeOptions(documents, 'LAKE', none).map(({ name }) => name)).toEqual([
      'lakeside',
      'lake.md',
      'my lake.pdf',
    ])
    expect(scopeOptions(documents, 'field', none)).toEqual([
      { kind: 'collections', value: 'field', name: 'field', count: 2 },
    ])
  })

  it('offers formats and years once words name them', () => {
    const dated = aDocument({ id: 'd', name: 'report.pdf', format: 'pdf', written_at: '2024-05-01' })
    const found = scopeOptions([dated], '2024', none)
    expect(found).toMatchObject([{ kind: 'dates', value: '2024-01-01/2024-12-31', name: '2024', count: 1 }])
    expect(scopeOptions([dated], '', none).map(({ kind }) => kind)).toEqual(['collections', 'documents'])
  })

  // Would catch days that are taken for the name of nothing, and a year that is offered twice.
  it('offers the days that are written, where a document is of one of them', () => {
    const dated = aDocument({ id: 'd', name: 'report.pdf', format: 'pdf', written_at: '2024-05-01' })
    const range = '2023-01-01/2024-06-30'
    expect(scopeOptions([dated, ...documents], '2023..2024-06', none)).toMatchObject([
      { kind: 'dates', value: range, count: 1 },
    ])
    expect(scopeOptions([dated], '2024', none)).toHaveLength(1)
    expect(scopeOptions([dated], '2023..2024-06', { ...none, dates: [range], changed: [] })).toEqual([])
    expect(scopeOptions([dated], '2025..', none)).toEqual([])
  })

  it('leaves out documents that could not be read', () => {
    const failed = aDocument({ id: 'c', name: 'lake scan.pdf', collection: 'scans', status: 'failed' })
    expect(scopeOptions([...documents, failed], 'scan', none)).toEqual([])
    expect(scopeOptions([...documents, failed], 'lake', none).map(({ value }) => value)).not.toContain('c')
  })

  it('leaves out what is chosen already', () => {
    const chosen = { ...none, documents: ['a'] }
    expect(scopeOptions(documents, 'lake.', chosen).map(({ value }) => value)).toEqual(['b'])
  })
})
