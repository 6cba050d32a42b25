import type { Job } from '@shared/changes'
import { describe, expect, it } from 'vitest'
import { latestBatch, progressOf, resultOf, sendingOf } from '@renderer/state/library/activity'
import { documentNamed } from '../../../../fakes/fake-engine'

const job = (id: string, started_at: number, ended_at: number | null, fields: Partial<Job> = {}): Job => ({
  id,
  kind: 'ingest',
  state: ended_at === null ? 'running' : 'done',
  done: 1,
  total: 2,
  message: id,
  started_at,
  ended_at,
  error: null,
  ...fields,
})

describe('latestBatch', () => {
  it('is nothing where nothing ran', () => {
    expect(latestBatch([], null)).toBeNull()
  })

  it('adds up overlapping jobs and leaves earlier ones out', () => {
    const batch = latestBatch([job('old', 0, 10), job('a', 20, 40), job('b', 35, 60), job('c', 50, null)], null)
    expect(batch).toMatchObject({ running: true, done: 3, total: 6, startedAt: 20, endedAt: null, message: 'c' })
    expect(batch?.runningJobs).toEqual(['c'])
  })

  it('ends when its last job ends, and says when one was stopped or failed', () => {
    const error = { code: 'DISK_FULL', message: 'm', action: 'a' } as const
    const batch = latestBatch(
      [job('a', 0, 50, { state: 'cancelled' }), job('b', 10, 30, { state: 'failed', error })],
      null,
    )
    expect(batch).toMatchObject({ running: false, endedAt: 50, cancelled: true, error })
  })
})

describe('what several jobs of one upload have done', () => {
  const sending = { files: 2, sent: 0, size: 10 }
  const span = { started_at: 5, ended_at: null }
  const first = job('a', 10, 20, { done: 4, total: 4 })

  it('stays counted between the jobs and while the next one runs', () => {
    const between = latestBatch([job('old', 0, 4, { done: 9, total: 9 }), first], span)
    expect(between).toMatchObject({ running: true, endedAt: null, runningJobs: [] })
    expect(progressOf(between, sending)).toEqual({ done: 4, total: 6 })
    const next = latestBatch([first, job('b', 30, null, { done: 1, total: 2 })], span)
    expect(progressOf(next, { ...sending, files: 0 })).toEqual({ done: 5, total: 6 })
  })

  it('is one piece of work in the end', () => {
    const batch = latestBatch([first, job('b', 30, 60, { done: 2, total: 2 })], { ...span, ended_at: 31 })
    expect(batch).toMatchObject({ running: false, startedAt: 5, endedAt: 60, done: 6 })
    expect(progressOf(batch, { ...sending, files: 0 })).toEqual({ done: 0, total: 0 })
  })

  it('never grows smaller when one of two jobs ends', () => {
    const other = job('b', 15, null, { done: 1, total: 3 })
    const during = progressOf(latestBatch([{ ...first, ended_at: null, state: 'running' }, other], null), sending)
    expect(progressOf(latestBatch([first, other], null), sending)).toEqual(during)
  })

  it('is nothing before the first job', () => {
    expect(latestBatch([job('old', 0, 4)], span)).toBeNull()
    expect(progressOf(null, sending)).toEqual({ done: 0, total: 2 })
  })
})

describe('resultOf', () => {
  it('counts what came of the batch, and what was here already', () => {
    const batch = latestBatch([job('a', 100, 200, { done: 5, total: 5 })], null)
    if (!batch) throw new Error('There is a batch.')
    const within = { created_at: 120, updated_at: 150 }
    const documents = [
      documentNamed('before.md', { created_at: 1, updated_at: 50 }),
      documentNamed('new.md', within),
      // Moved to another collection after it was added.
      documentNamed('moved.md', { created_at: 130, updated_at: 900 }),
      documentNamed('scan.pdf', { ...within, status: 'partial' }),
      documentNamed('broken.pdf', { created_at: 1, updated_at: 160, status: 'failed' }),
    ]
    expect(resultOf(batch, documents, [])).toEqual({
      added: 2,
      partial: 1,
      failed: 1,
      stopped: 0,
      open: 0,
      unchanged: 1,
    })
  })
})

describe('resultOf, afterwards', () => {
  const within = { created_at: 120, updated_at: 150 }
  const batchOf = (fields: Partial<Job>) => {
    const batch = latestBatch([job('a', 100, 200, fields)], null)
    if (!batch) throw new Error('There is a batch.')
    return batch
  }

  it('counts documents as added that were deleted since', () => {
    const kept = [documentNamed('kept.md', within)]
    const removed = [documentNamed('deleted.md', within), documentNamed('older.md', { created_at: 1, updated_at: 2 })]
    const result = resultOf(batchOf({ done: 2, total: 2 }), kept, removed)
    expect(result).toMatchObject({ added: 2, unchanged: 0 })
  })

  it('does not take for here already what it has not heard the end of', () => {
    const documents = [
      documentNamed('read.md', within),
      documentNamed('read-soon.md', { ...within, status: 'indexing' }),
    ]
    expect(resultOf(batchOf({ done: 2, total: 2 }), documents, [])).toMatchObject({ added: 1, open: 1, unchanged: 0 })
  })

  it('tells what was stopped from what failed', () => {
    const error = { code: 'CANCELLED', message: 'm', action: 'a' } as const
    const documents = [
      documentNamed('read.md', within),
      documentNamed('stopped.md', { ...within, status: 'failed', error }),
    ]
    const result = resultOf(batchOf({ done: 1, total: 2, state: 'cancelled' }), documents, [])
    expect(result).toEqual({ added: 1, partial: 0, failed: 0, stopped: 1, open: 0, unchanged: 0 })
  })
})

describe('sendingOf', () => {
  it('leaves failed uploads out and never says more than all', () => {
    const error = { code: 'UNREACHABLE', message: 'm', action: '' } as const
    const upload = { id: 1, name: 'a', error: null }
    expect(
      sendingOf([
        // The request is larger than the file in it.
        { ...upload, sent: 120, size: 100 },
        { ...upload, sent: 0, size: 50 },
        { ...upload, sent: 10, size: 70, error },
      ]),
    ).toEqual({ files: 2, sent: 100, size: 150 })
  })
})
