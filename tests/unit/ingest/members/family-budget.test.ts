import { describe, expect, it } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { limits } from '@engine/ingest/files/read-regular-file'
import { FamilyBudget } from '@engine/ingest/members/family-budget'
import { documentNamed } from '../../../fakes/fake-engine'

const megabyte = 1024 * 1024

function family() {
  const records = new Map<string, DocumentRecord>()
  const put = (id: string, outer: string | null, byte_size: number) => {
    const part_of = outer === null ? null : { document: outer, path: id, content_hash: id }
    const record = documentNamed(id, { id, part_of, byte_size })
    records.set(id, record)
    return record
  }
  const catalogue = {
    get: (id: string) => records.get(id),
    membersOf: (id: string) => [...records.values()].filter(({ part_of }) => part_of?.document === id),
  }
  return { put, records, budget: new FamilyBudget(catalogue) }
}

describe('FamilyBudget', () => {
  it('is one for a file on disk and all that lies in it', () => {
    const { put, budget } = family()
    const file = put('file', null, megabyte)
    expect(budget.of(file, megabyte)).toEqual({
      mayHold: true,
      count: limits.archiveEntries,
      bytes: limits.archiveBytes,
      bombBytes: 200 * megabyte,
    })
    const inner = put('inner', 'file', 10 * megabyte)
    put('other', 'file', 30 * megabyte)
    put('deep', 'other', 5 * megabyte)
    expect(budget.of(inner, 10 * megabyte)).toEqual({
      mayHold: true,
      count: limits.archiveEntries - 3,
      bytes: limits.archiveBytes - 45 * megabyte,
      bombBytes: 155 * megabyte,
    })
  })

  it('does not count what a document held before against what it holds now', () => {
    const { put, budget } = family()
    put('file', null, megabyte)
    const inner = put('inner', 'file', megabyte)
    put('old', 'inner', 50 * megabyte)
    expect(budget.of(inner, megabyte).bytes).toBe(limits.archiveBytes - megabyte)
  })

  it('is kept up as members come and go, and counted anew with the file itself', () => {
    const { put, records, budget } = family()
    const file = put('file', null, megabyte)
    const [first, second] = [put('first', 'file', megabyte), put('second', 'file', megabyte)]
    const before = budget.of(second, megabyte).bytes
    put('new', 'first', 7 * megabyte)
    budget.replaced(first, [], [{ size: 7 * megabyte }])
    expect(budget.of(second, megabyte).bytes).toBe(before - 7 * megabyte)
    records.delete('new')
    records.delete('first')
    budget.replaced(file, [], [])
    expect(budget.of(second, megabyte).bytes).toBe(before + megabyte)
  })

  it('ends three files deep', () => {
    const { put, budget } = family()
    const [one, two, three, four] = [put('1', null, 1), put('2', '1', 1), put('3', '2', 1), put('4', '3', 1)]
    expect([one, two, three, four].map((record) => budget.of(record, 1).mayHold)).toEqual([true, true, true, false])
  })
})
