import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '@shared/events'
import type { Claim } from '@shared/research/claim-ledger'
import { claimRows, sortedRows, type SortKey } from '@renderer/features/research/ledger/claim-rows'
import { foundIn, planOf, task } from '../../../../../support/research/runs-kit'

const evidence = new Map<string, EvidenceItem>(
  ['b', 'a'].map((name, at) => {
    const item = { ...foundIn(name, 'text'), number: at + 1 }
    return [item.evidence_id, item]
  }),
)
const source = (name: string) => ({ evidence_id: `e_${name}_text`, selector: 'chars:0-4', document_id: name })

function claim(id: string, more: Partial<Claim> = {}): Claim {
  const base = {
    id,
    task_id: 'task_001',
    text: id,
    wording: 'quoted' as const,
    against: [],
    date: null,
    confidence: 0.5,
  }
  return { ...base, for: [source('b')], ...more }
}

const ledger = {
  claims: [
    claim('late', { task_id: 'task_002', date: '2024-03' }),
    claim('twice', { for: [source('a'), source('b')] }),
    claim('early', { date: '1994', against: [source('a')] }),
    claim('gone', { for: [source('nobody')], confidence: 0.9 }),
  ],
  conflicts: [{ id: 'c', claims: ['twice', 'late'], kind: 'values' as const, stated: [], by_time: true }],
  gaps: [],
}
const rows = claimRows(ledger, planOf([task(1), task(2)]), evidence)
const sorted = (key: SortKey, falling = false) => sortedRows(rows, { key, falling }).map((row) => row.claim.id)

describe('the rows of a ledger', () => {
  it('say for each claim its task, its sources by number and whether documents disagree', () => {
    expect(rows.map((row) => [row.claim.id, row.task, row.refs.map(({ number }) => number), row.conflict])).toEqual([
      ['twice', 1, [2, 1], 'time'],
      ['early', 1, [1], 'yes'],
      ['gone', 1, [], 'none'],
      ['late', 2, [1], 'time'],
    ])
  })

  it('are sorted by any column, and stay in order where they are equal', () => {
    expect(sorted('support', true)).toEqual(['twice', 'early', 'late', 'gone'])
    expect(sorted('conflict', true)).toEqual(['early', 'twice', 'late', 'gone'])
    expect(sorted('claim')).toEqual(['early', 'gone', 'late', 'twice'])
    expect(sorted('source')).toEqual(['gone', 'twice', 'early', 'late'])
  })

  it('have claims without a date last, whichever way dates go', () => {
    expect(sorted('date')).toEqual(['early', 'late', 'twice', 'gone'])
    expect(sorted('date', true)).toEqual(['late', 'early', 'twice', 'gone'])
  })
})
