import type { Job } from '@shared/changes'
import type { DocumentRecord, DocumentStatus } from '@shared/documents'
import type { Upload, UploadSpan } from './uploads'

/** Jobs that overlapped in time, or came of the same uploads, seen as one piece of work. Times are milliseconds since the epoch. */
export interface Batch {
  /** Including that more is on its way. */
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

/**
 * The newest batch: the running jobs and those that overlapped them, or the last that ran; null where there are none.
 * @param span when files were sent last: they reach the library in several jobs, one after the other.
 */
export function latestBatch(jobs: Iterable<Job>, span: UploadSpan | null): Batch | null {
  // Scans are read for hours beside all else, and have a line of their own.
  const all = [...jobs].filter(({ kind }) => kind !== 'ocr')
  const newestFirst = [...all, ...(span ? [span] : [])].sort((a, b) => endOf(b) - endOf(a))
  const newest = newestFirst[0]
  if (!newest) return null
  let startedAt = newest.started_at
  const parts = new Set<Job | UploadSpan>()
  for (const part of newestFirst) {
    if (endOf(part) < startedAt) break
    parts.add(part)
    startedAt = Math.min(startedAt, part.started_at)
  }
  const batch = all.filter((job) => parts.has(job))
  const running = batch.filter(({ state }) => state === 'running')
  const [speaking] = [...(running.length > 0 ? running : batch)].sort((a, b) => b.started_at - a.started_at)
  if (!speaking) return null
  const isRunning = endOf(newest) === Infinity
  return {
    running: isRunning,
    kind: speaking.kind,
    done: batch.reduce((sum, job) => sum + job.done, 0),
    total: batch.reduce((sum, job) => sum + job.total, 0),
    message: speaking.message,
    startedAt,
    endedAt: isRunning ? null : endOf(newest),
    cancelled: batch.some(({ state }) => state === 'cancelled'),
    error: batch.find(({ state }) => state === 'failed')?.error ?? null,
    runningJobs: running.map(({ id }) => id),
  }
}

function endOf({ ended_at }: Job | UploadSpan): number {
  return ended_at ?? Infinity
}

/** How many files are through and how many there are, those on their way included. */
export function progressOf(batch: Batch | null, sending: Sending): { readonly done: number; readonly total: number } {
  const running = batch?.running ? batch : null
  return { done: running?.done ?? 0, total: (running?.total ?? 0) + sending.files }
}

/** The number of documents by outcome. */
export interface BatchResult {
  readonly added: number
  readonly partial: number
  readonly failed: number
  /** Not read, because the work was stopped. */
  readonly stopped: number
  /** Of which it is not known yet: what was told of the job may come before what is told of its documents. */
  readonly open: number
  /** Files that were in the library already and have not changed. */
  readonly unchanged: number
}

/** @param removed documents that have left the library since: what became of them then is counted all the same. */
export function resultOf(
  batch: Batch,
  documents: Iterable<DocumentRecord>,
  removed: Iterable<DocumentRecord>,
): BatchResult {
  const { startedAt, endedAt, done } = batch
  const within = (time: number) => time >= startedAt && time <= (endedAt ?? Infinity)
  let [added, partial, failed, stopped, open] = [0, 0, 0, 0, 0]
  for (const record of [...documents, ...removed]) {
    if (!within(record.created_at) && !within(record.updated_at)) continue
    if (record.status === 'ready') added += 1
    else if (record.status === 'partial') partial += 1
    else if (wasStopped(record)) stopped += 1
    else if (record.status === 'failed') failed += 1
    else open += 1
  }
  // What was stopped is not done.
  return { added, partial, failed, stopped, open, unchanged: Math.max(0, done - added - partial - failed - open) }
}

/** Whether a document was not read only because its reader stopped the work. */
export function wasStopped({ status, error }: DocumentRecord): boolean {
  return status === 'failed' && error?.code === 'CANCELLED'
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

export const stateGroups = ['reading', 'ready', 'partial', 'failed'] as const

/** A document's status as a reader sees it; every status between dropped and searchable is `reading`. */
export type StateGroup = (typeof stateGroups)[number]

export function groupOf(status: DocumentStatus): StateGroup {
  return status === 'ready' || status === 'partial' || status === 'failed' ? status : 'reading'
}
