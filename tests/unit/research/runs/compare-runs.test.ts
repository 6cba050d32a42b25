import { describe, expect, it } from 'vitest'
import type { Claim } from '@shared/research/claim-ledger'
import { emptyRun } from '@shared/research/fold-steps'
import type { ResearchRun } from '@shared/research/research-run'
import { compareRuns } from '@engine/research/runs/journal/compare-runs'

function claim(document: string, text: string): Claim {
  const source = { evidence_id: `e_${text}`, selector: 'chars:0-1', document_id: document }
  const of = { task_id: 'task_001', wording: 'quoted' as const, against: [], date: null, confidence: 1 }
  return { id: text, text, for: [source], ...of }
}

function runOf(documents: Record<string, string>, ...claims: Claim[]): ResearchRun {
  const run = emptyRun('r_1')
  const header = { ...run.header, created_at: '2026-01-02T00:00:00Z' }
  return { ...run, header, library: { documents }, ledger: { ...run.ledger, claims } }
}

const day = Date.parse('2026-01-01')
const known = (id: string) =>
  id === 'removed' ? undefined : { name: id, hash: `${id} now`, addedAt: id === 'fresh' ? day + 2e8 : day }
const told = (before: ResearchRun, after: ResearchRun) =>
  compareRuns(before, after, known).map(({ change, claim: { text } }) => `${change}: ${text}`)

describe('what a run found otherwise than the one before', () => {
  it('is a sentence of a document that came or went, and not the choice of another in one that stayed', () => {
    const before = runOf(
      { old: 'old now', removed: 'x' },
      claim('old', 'The hut is red.'),
      claim('removed', 'It burned.'),
    )
    const after = runOf(
      { old: 'old now', fresh: 'fresh now', missed: 'missed now' },
      claim('old', 'The roof is flat.'),
      claim('fresh', 'A bridge was built.'),
      claim('missed', 'It was there all the time.'),
    )
    expect(told(before, after)).toEqual(['new: A bridge was built.', 'gone: It burned.'])
  })

  it('pairs what says nearly the same, in any script, and nothing else', () => {
    const before = runOf(
      { old: 'old then' },
      claim('old', '湖面水位是 3.26 米。'),
      claim('old', 'Yaks graze in summer.'),
    )
    const after = runOf({ old: 'old now' }, claim('old', 'The ferry runs daily.'), claim('old', '湖面水位是 3.31 米。'))
    expect(told(before, after)).toEqual([
      'new: The ferry runs daily.',
      'changed: 湖面水位是 3.31 米。',
      'gone: Yaks graze in summer.',
    ])
  })
})
