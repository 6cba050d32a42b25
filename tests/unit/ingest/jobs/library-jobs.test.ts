import { describe, expect, test } from 'vitest'
import type { Job } from '@shared/changes'
import { CairnError } from '@shared/errors'
import type { EventBody } from '@shared/events'
import { jobStopped } from '@engine/ingest/jobs/job-claims'
import { LibraryJobs } from '@engine/ingest/jobs/library-jobs'

function setUp() {
  const published: Job[] = []
  const logged: string[] = []
  const closing = new AbortController()
  let ids = 0
  let time = 0
  const jobs = new LibraryJobs({
    publish: (job) => published.push(job),
    closing: closing.signal,
    now: () => (time += 1),
    newId: () => `j${(ids += 1)}`,
    log: (line) => logged.push(line),
  })
  return { jobs, published, logged, closing }
}

const progress = (done: number, total: number): EventBody => {
  return { type: 'progress', job: 'ingest', done, total, unit: 'files', message: `${done} of ${total}` }
}
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

describe('LibraryJobs', () => {
  test('tells of the beginning, every step and the end of a job that nobody waits for', async () => {
    const { jobs, published } = setUp()
    const id = jobs.start('ingest', async (emit) => {
      await Promise.resolve()
      emit(progress(1, 2))
      emit(progress(2, 2))
    })
    expect(jobs.list()).toMatchObject([{ id, state: 'running', ended_at: null }])
    await jobs.idle()
    expect(published.map(({ state, done }) => [state, done])).toEqual([
      ['running', 0],
      ['running', 1],
      ['running', 2],
      ['done', 2],
    ])
    expect(jobs.list()).toMatchObject([{ id, state: 'done', ended_at: 2 }])
  })

  // Would catch a job that runs for ever for those who heard of its end before: the graph would wait for it without end.
  test('a step that is told behind the end changes nothing', async () => {
    const { jobs, published } = setUp()
    let late: (body: EventBody) => void = () => undefined
    jobs.start('ingest', async (emit) => {
      await Promise.resolve()
      late = emit
    })
    await jobs.idle()
    late(progress(2, 2))
    expect(published.map(({ state }) => state)).toEqual(['running', 'done'])
  })

  test('a stopped job is told why, and stopping waits for its end', async () => {
    const { jobs, logged } = setUp()
    let reason: unknown
    const id = jobs.start('ingest', async (_, signal) => {
      await untilAborted(signal).catch((thrown: unknown) => (reason = thrown))
      signal.throwIfAborted()
    })
    expect(await jobs.stop(id)).toBe(true)
    expect(reason).toBe(jobStopped)
    expect(jobs.list()).toMatchObject([{ state: 'cancelled', error: null }])
    expect(await jobs.stop(id)).toBe(false)
    expect(await jobs.stop('unknown')).toBe(false)
    expect(logged).toEqual([])
  })

  test('a failure is in the feed, in words; a caller who follows is told as well', async () => {
    const { jobs, logged } = setUp()
    const fail = () => Promise.reject(new CairnError('DISK_FULL', 'The disk is full.', 'Free some space.'))
    jobs.start('retry', fail)
    await jobs.idle()
    await expect(jobs.run('retry', fail)).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(jobs.list().map(({ state, error }) => [state, error?.code])).toEqual([
      ['failed', 'DISK_FULL'],
      ['failed', 'DISK_FULL'],
    ])
    expect(logged).toHaveLength(1)
  })

  test('closing cancels every job; only the last twenty ended ones are kept', async () => {
    const { jobs, closing } = setUp()
    for (let n = 0; n < 30; n += 1) jobs.start('ingest', (_, signal) => untilAborted(signal))
    closing.abort(new CairnError('CANCELLED', 'Cairn is closing.'))
    await jobs.idle()
    expect(jobs.list()).toHaveLength(20)
    expect(new Set(jobs.list().map(({ state }) => state))).toEqual(new Set(['cancelled']))
    expect(jobs.list().at(-1)?.id).toBe('j30')
  })
})
