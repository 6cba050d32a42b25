import { describe, expect, it } from 'vitest'
import { failureGroups, reasonOf } from '@renderer/features/library/filters/failure-groups'
import { documentRecord } from '../../../../storage/store-fixture'

const failed = (id: string, name: string, message: string | null) => ({
  ...documentRecord(id, 'failed'),
  name,
  status: 'failed' as const,
  error: message === null ? null : { code: 'FILE_CORRUPT' as const, message, action: '' },
})

describe('failures by reason', () => {
  // Catches numbers that make a reason of every file, and kinds of files thrown together.
  it('groups what failed alike, the largest group first', () => {
    const groups = failureGroups([
      failed('a', 'a.eml', 'The message cannot be read.'),
      failed('b', 'b.pdf', 'Broken at byte 1,204.'),
      failed('c', 'c.PDF', 'Broken at byte 17.'),
      failed('d', 'd.eml', 'The message cannot be read.'),
      failed('e', 'e.eml', 'The message cannot be read.'),
      failed('f', 'fine.md', null),
      failed('g', 'nothing', 'The message cannot be read.'),
    ])
    expect(groups.map(({ extension, ids }) => [extension, ids.join('')])).toEqual([
      ['eml', 'ade'],
      ['pdf', 'bc'],
      ['', 'g'],
    ])
    expect(groups[0]?.reason).toBe(reasonOf(failed('x', 'other.eml', 'The message cannot be read.')))
  })
})
