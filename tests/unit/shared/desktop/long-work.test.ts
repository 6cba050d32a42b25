import { beforeEach, expect, test } from 'vitest'
import type { Change, Job } from '@shared/changes'
import { type EndedWork, LongWork } from '@shared/desktop/long-work'
import type { EvaluationRunHeader } from '@shared/evaluation/evaluation-run'
import type { ModelsState } from '@shared/models/models'
import type { RunHeader } from '@shared/research/research-run'
import { someConditions } from '../../../fakes/evaluation'
import { modelsStateWith } from '../../../fakes/fake-models'

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

const models = (downloads: ModelsState['downloads'], embedding: Partial<ModelsState['embedding']>): Change => ({
  type: 'models',
  models: modelsStateWith({
    downloads,
    embedding: { current: 'built-in', dimensions: 4, usable: true, next: null, ...embedding },
  }),
})
const download = (state: ModelsState['downloads'][number]['state']) =>
  models(
    [{ id: 'd', entry_id: 'small-one', state, done: 1, total: 2, bytes_per_second: 1, verified: false, error: null }],
    {},
  )
const next = (state: 'running' | 'paused' | 'failed') =>
  models([], { next: { id: 'other', state, done: 1, total: 2, error: null } })

// Would catch hours of a download or of new vectors that end without a word.
test('a download and new vectors are told when they are there or failed, and not when they were stopped', () => {
  taken(download('running'), next('running'))
  now = 30_000
  expect(taken(download('verifying'))).toEqual([])
  expect(taken(download('done'))).toEqual([{ kind: 'download', id: 'd', failed: false, title: 'small-one' }])
  taken(next('running'))
  now = 60_000
  expect(taken(models([], { current: 'other' }))).toEqual([
    { kind: 'vectors', id: 'other', failed: false, title: 'other' },
  ])
  taken(download('running'), next('running'))
  now = 120_000
  expect(taken(next('failed'))).toEqual([{ kind: 'vectors', id: 'other', failed: true, title: 'other' }])
  taken(next('running'))
  now = 180_000
  expect(taken(download('paused'), models([], {}))).toEqual([])
})

test('an evaluation and a backup are told when they end by themselves', () => {
  taken(evaluation('running'), backup('making'))
  now = 30_000
  expect(taken(evaluation('done'))).toEqual([{ kind: 'evaluation', id: 'v_1', failed: false, title: 'Huts' }])
  expect(taken(backup('made'))).toEqual([{ kind: 'backup', id: 'backup', failed: false, title: '' }])
  taken(evaluation('running'), backup('making'))
  now = 60_000
  // The same failure as an hour ago.
  expect(taken(evaluation('cancelled'), backup('failed'))).toEqual([])
})

function backup(state: 'making' | 'made' | 'failed'): Change {
  return { type: 'backups', state, failed: null }
}

function evaluation(state: EvaluationRunHeader['state']): Change {
  const none = { asked: 0, passed: 0 }
  const checks = { outcome: none, keywords: none, sources: none, citations: none, tools: none }
  const counts = { asked: 1, passed: 1, led: 1, checks, ms: null }
  const facts = { set_id: 'e_1', set_title: 'Huts', set_version: 'a', label: null, total: 1, missing: [], error: null }
  const times = { started_at: '2026-11-26T10:00:00Z', ended_at: null }
  const run: EvaluationRunHeader = { id: 'v_1', state, conditions: someConditions, counts, ...facts, ...times }
  return { type: 'evaluation', sets: false, runs: [run], removed: [] }
}
