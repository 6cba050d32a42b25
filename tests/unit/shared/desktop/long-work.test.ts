import { beforeEach, expect, test } from 'vitest'
import type { Change, Job } from '@shared/changes'
import { type EndedWork, LongWork } from '@shared/desktop/long-work'
import type { RunHeader } from '@shared/research/research-run'

let now = 0
let work: LongWork
beforeEach(() => {
  now = 0
  work = new LongWork(() => now)
})

function job(state: Job['state'], seconds: number, done = 3): Change {
  const times = { started_at: 1000, ended_at: state === 'running' ? null : 1000 + seconds * 1000 }
  return { type: 'job', job: { id: 'j', kind: 'ingest', state, done, total: 3, message: '', error: null, ...times } }
}

function run(state: RunHeader['state']): Change {
  const times = { created_at: '2026-11-26T10:00:00Z', updated_at: '2026-11-26T10:00:00Z' }
  const header = { id: 'r_1', title: 'Huts', goal: 'Huts', state, tasks: 1, tasks_done: 1, ...times }
  return { type: 'research', changed: [header], removed: [] }
}

const taken = (...changes: Change[]): EndedWork[] => changes.flatMap((change) => work.take(change))

test('reading documents that took its time is told once, with how many', () => {
  expect(taken(job('running', 0), job('done', 30), job('done', 30))).toEqual([
    { kind: 'documents', id: 'j', failed: false, documents: 3 },
  ])
})

// Would catch a notice for each file that is dropped, for what the user stopped, and for yesterday's work at every start.
test('what was short, was stopped, or was over before, is not told', () => {
  expect(taken(job('running', 0), job('done', 5))).toEqual([])
  expect(taken(job('running', 0), job('cancelled', 60))).toEqual([])
  expect(taken(job('done', 60))).toEqual([])
})

test('work that failed is told as failed', () => {
  expect(taken(job('running', 0), job('failed', 60, 1))).toEqual([
    { kind: 'documents', id: 'j', failed: true, documents: 1 },
  ])
})

test('a research is told when it has its report, counted from when it was seen at work', () => {
  taken(run('planning'))
  now = 30_000
  expect(taken(run('reporting'), run('done'))).toEqual([{ kind: 'research', id: 'r_1', failed: false, title: 'Huts' }])
})

// Would catch a notice that a research is done while it waits for its plan to be looked at, or was deleted.
test('a research that waits, was paused or deleted has not ended', () => {
  taken(run('running'))
  now = 60_000
  expect(taken(run('waiting'))).toEqual([])
  expect(taken(run('done'))).toEqual([])
  taken(run('running'), { type: 'research', changed: [], removed: ['r_1'] })
  now = 120_000
  expect(taken(run('done'))).toEqual([])
})
