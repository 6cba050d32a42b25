import { describe, expect, it } from 'vitest'
import { foldSteps, isWorking, withStep } from '@shared/research/fold-steps'
import type { RunLine, RunStep } from '@shared/research/research-run'
import { deepFreeze } from '../../fakes/deep-freeze'
import { foundIn, planOf, task } from '../../support/research/runs-kit'

const ts = Date.parse('2026-03-01T09:00:00Z')
const linesOf = (...steps: RunStep[]): RunLine[] => steps.map((step, seq) => ({ seq, ts: ts + seq * 1000, step }))
const item = (number: number) => ({ ...foundIn(`d${number}`, `Text ${number}.`), number })
const progress = { attempt: 1, rounds: 1, searches: 1, reading: [], found: 1, ms: 1 }
const claim = (id: string, taskId: string) => ({
  id,
  task_id: taskId,
  text: 'x',
  wording: 'quoted' as const,
  for: [{ evidence_id: 'e', selector: 'chars:0-1', document_id: 'd' }],
  against: [],
  date: null,
  confidence: 1,
})

const created: RunStep = { op: 'created', id: 'r_1', goal: 'goal', from_turn: null, again_of: null }
const planned: RunStep = { op: 'planned', plan: planOf([task(1), task(2, { depends_on: ['task_001'] })]) }
const first: readonly RunStep[] = [
  created,
  { op: 'titled', title: 'Huts' },
  planned,
  { op: 'state', state: 'running', error: null },
  { op: 'evidence', task_id: 'task_001', evidence: [item(1), item(2)] },
  { op: 'claims', task_id: 'task_001', claims: [claim('c1', 'task_001')], gaps: [] },
  { op: 'task', progress: { ...progress, task_id: 'task_001', state: 'done' } },
  { op: 'evidence', task_id: 'task_002', evidence: [item(2), item(3)] },
  { op: 'claims', task_id: 'task_002', claims: [claim('c2', 'task_002')], gaps: [] },
  { op: 'task', progress: { ...progress, task_id: 'task_002', state: 'done' } },
  { op: 'conflicts', conflicts: [{ id: 'x', claims: ['c1', 'c2'], kind: 'values', stated: [], by_time: false }] },
]

describe('the steps of a run', () => {
  it('make a run of which nothing is changed but what a step says', () => {
    const lines = deepFreeze(linesOf(...first))
    let run = deepFreeze(foldSteps('r_1', []))
    for (const line of lines) run = deepFreeze(withStep(run, line))
    expect(run).toEqual(foldSteps('r_1', lines))
    expect(run.header).toMatchObject({
      ...{ id: 'r_1', title: 'Huts', goal: 'goal', state: 'running', tasks: 2, tasks_done: 2 },
      ...{ created_at: '2026-03-01T09:00:00.000Z', updated_at: '2026-03-01T09:00:10.000Z' },
    })
    expect(isWorking(run.header)).toBe(true)
  })

  it('have each piece of evidence once, and know which tasks found it', () => {
    const run = foldSteps('r_1', linesOf(...first))
    expect(run.evidence.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(run.found_by).toEqual({
      task_001: ['e_d1_Text 1.', 'e_d2_Text 2.'],
      task_002: ['e_d2_Text 2.', 'e_d3_Text 3.'],
    })
  })

  it('cost only what they said where some are lost, the first of all as well', () => {
    for (const lost of first.keys()) {
      const run = foldSteps('r_1', linesOf(...first).toSpliced(lost, 1))
      expect([lost, run.header.id]).toEqual([lost, 'r_1'])
      expect([lost, run.progress.length >= 1]).toEqual([lost, true])
    }
  })

  it('of a changed plan keep what is asked as before, and not what needs something else', () => {
    const other: RunStep = {
      op: 'planned',
      plan: planOf([task(1, { description: 'another question' }), task(2, { depends_on: ['task_001'] }), task(3)]),
    }
    const run = foldSteps('r_1', linesOf(...first, other))
    expect(run.progress.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending'])
    expect([run.ledger.claims, run.ledger.conflicts, run.found_by]).toEqual([[], [], {}])
    expect(run.evidence).toHaveLength(3)
    const reordered = planOf([task(2, { depends_on: ['task_001'], priority: 1 }), task(1)])
    const same = foldSteps('r_1', linesOf(...first, { op: 'planned', plan: reordered }))
    expect(same.progress.map(({ task_id: id, state }) => [id, state])).toEqual([
      ['task_002', 'done'],
      ['task_001', 'done'],
    ])
    expect(same.ledger.claims).toHaveLength(2)
  })

  it('tell the same thing once', () => {
    const gone: RunStep = { op: 'noticed', notes: [{ key: 'research_document_gone', values: { name: 'a.md' } }] }
    expect(foldSteps('r_1', linesOf(created, gone, gone)).notices).toHaveLength(1)
  })
})
