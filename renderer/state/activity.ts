import type { Job } from '@shared/changes'
import type { DocumentRecord } from '@shared/documents'
import type { Upload } from '../../state/uploads'

/** Jobs that overlapped in time, seen as one piece of work. Times are milliseconds since the epoch. */
export interface Batch {
  readonly running: boolean
  readonly kind: Job['kind']
  readonly done: number
  readonly total: number
  /** Of the job that has begun last; what it is at. */
  readonly message: string
  readonly startedAt: number
  /** When the last job of it ended; null while one runs. */
  readonly endedAt: number | null
  readonly cancelled: boolean
  readonly error: Job['error']
  readonly runningJobs: readonly string[]
}

/** The newest piece of work: the running jobs with what they overlapped, or the last that ran. null where none did. */
export function latestBatch(jobs: Iterable<Job>): Batch | null {
  const newestFirst = [...jobs].sort((a, b) => endOf(b) - endOf(a))
  const newest = newestFirst[0]
  if (!newest) return null
  const batch: Job[] = []
  let startedAt = newest.started_at
  for (const job of newestFirst) {
    if (endOf(job) < startedAt) break
    batch.push(job)
    startedAt = Math.min(startedAt, job.started_at)
  }
  const running = batch.filter(({ state }) => state === 'running')
  const speaking = [...(running.length > 0 ? running : batch)].sort((a, b) => b.started_at - a.started_at)[0] ?? newest
  return {
    running: running.length > 0,
    kind: speaking.kind,
    done: batch.reduce((sum, job) => sum + job.done, 0),
    total: batch.reduce((sum, job) => sum + job.total, 0),
    message: speaking.message,
    startedAt,
    endedAt: running.length > 0 ? null : endOf(newest),
    cancelled: batch.some(({ state }) => state === 'cancelled'),
    error: batch.find(({ state }) => state === 'failed')?.error ?? null,
    runningJobs: running.map(({ id }) => id),
  }
}

function endOf(job: Job): number {
  return job.ended_at ?? Infinity
}

/** What became of a piece of work, by document. */
export interface BatchResult {
  readonly added: number
  readonly partial: number
  readonly failed: number
  /** Files that were in the library already and have not changed. */
  readonly unchanged: number
}

export function resultOf(batch: Batch, documents: Iterable<DocumentRecord>): BatchResult {
  const { startedAt, endedAt, done } = batch
  const within = (time: number) => time >= startedAt && time <= (endedAt ?? Infinity)
  let [added, partial, failed] = [0, 0, 0]
  for (const { status, created_at, updated_at } of documents) {
    if (!within(created_at) && !within(updated_at)) continue
    if (status === 'ready') added += 1
    else if (status === 'partial') partial += 1
    else if (status === 'failed') failed += 1
  }
  return { added, partial, failed, unchanged: Math.max(0, done - added - partial - failed) }
}

/** How far the uploads of this tab have come; failed ones are listed apart. Bytes. */
export interface Sending {
  readonly files: number
  readonly sent: number
  readonly size: number
}

export function sendingOf(uploads: readonly Upload[]): Sending {
  const going = uploads.filter(({ error }) => error === null)
  return {
    files: going.length,
    sent: going.reduce((sum, { sent, size }) => sum + Math.min(sent, size), 0),
    size: going.reduce((sum, { size }) => sum + size, 0),
  }
}
