import type { Job } from '@shared/changes'
import { describe, expect, it } from 'vitest'
import { latestBatch, resultOf, sendingOf } from '../../../../../renderer/features/library/activity'
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
    expect(latestBatch([])).toBeNull()
  })

  it('adds up overlapping jobs and leaves earlier ones out', () => {
    const batch = latestBatch([job('old', 0, 10), job('a', 20, 40), job('b', 35, 60), job('c', 50, null)])
    expect(batch).toMatchObject({ running: true, done: 3, total: 6, startedAt: 20, endedAt: null, message: 'c' })
    expect(batch?.runningJobs).toEqual(['c'])
  })

  it('ends when its last job ends, and says when one was stopped or failed', () => {
    const error = { code: 'DISK_FULL', message: 'm', action: 'a' } as const
    const batch = latestBatch([job('a', 0, 50, { state: 'cancelled' }), job('b', 10, 30, { state: 'failed', error })])
    expect(batch).toMatchObject({ running: false, endedAt: 50, cancelled: true, error })
  })
})

describe('resultOf', () => {
  it('counts what came of the batch, and what was here already', () => {
    const batch = latestBatch([job('a', 100, 200, { done: 5, total: 5 })])
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
    expect(resultOf(batch, documents)).toEqual({ added: 2, partial: 1, failed: 1, unchanged: 1 })
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
