import type { Job } from '@shared/changes'
import { toCairnError } from '@shared/errors'
import { unlessAborted } from '@engine/platform/deadline'
import { linkedSignal } from '@engine/platform/linked-signal'
import type { Tracer } from '@engine/platform/tracing/span'
import { carrySpan } from '@engine/platform/tracing/span-of-signal'
import { failed } from '@engine/platform/tracing/traced'
import { jobStopped } from './job-claims'
import type { Emit } from './job-progress'

export type JobWork = (emit: Emit, signal: AbortSignal) => Promise<void>

export interface LibraryJobsOptions {
  /** Called at every step of a job; the receiver is to throttle. */
  readonly publish: (job: Job) => void
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal
  readonly now: () => number
  readonly newId: () => string
  /** Before a job, where several share the documents; what it resolves with is called when the job has ended. */
  readonly hold?: (() => Promise<() => void>) | undefined
  /** Absent for no traces. */
  readonly tracer?: Tracer | undefined
  readonly log: (line: string) => void
}

interface Running {
  job: Job
  readonly stop: AbortController
  readonly ended: Promise<void>
}

const keptFinished = 20

/** Work on documents, running and lately finished. A job goes on whether or not anybody watches. */
export class LibraryJobs {
  readonly #running = new Map<string, Running>()
  readonly #finished: Job[] = []

  constructor(private readonly options: LibraryJobsOptions) {}

  /** Running jobs and the last twenty that ended, oldest first. */
  list(): Job[] {
    return [...this.#finished, ...[...this.#running.values()].map(({ job }) => job)]
  }

  /** Starts a job by itself and returns its id; how it ends is only told by `publish`. */
  start(kind: Job['kind'], work: JobWork): string {
    const id = this.options.newId()
    this.run(kind, work, { id }).catch((thrown: unknown) => {
      if (toCairnError(thrown).code !== 'CANCELLED') this.options.log(`A job failed: ${String(thrown)}`)
    })
    return id
  }

  /** Runs a job for a caller who follows its events and may end it. Throws what the work throws. */
  async run(
    kind: Job['kind'],
    work: JobWork,
    {
      id = this.options.newId(),
      emit = () => undefined,
      signal,
    }: { id?: string; emit?: Emit; signal?: AbortSignal } = {},
  ): Promise<void> {
    const { closing, now } = this.options
    const stop = new AbortController()
    const signals = [stop.signal, closing, ...(signal ? [signal] : [])]
    const started_at = now()
    const job: Job = {
      id,
      kind,
      state: 'running',
      done: 0,
      total: 0,
      message: '',
      started_at,
      ended_at: null,
      error: null,
    }
    let end: () => void = () => undefined
    const running: Running = { job, stop, ended: new Promise<void>((resolve) => (end = resolve)) }
    this.#running.set(id, running)
    this.options.publish(job)
    const told: Emit = (body) => {
      // What comes late would say of a job that has ended that it runs, and nothing would end it again.
      if (body.type === 'progress' && this.#running.has(id)) {
        running.job = { ...running.job, done: body.done, total: body.total, message: body.message }
        this.options.publish(running.job)
      }
      emit(body)
    }
    const every = linkedSignal(...signals)
    const span = this.options.tracer?.trace({ kind: 'ingest', name: kind, facts: { job_id: id } })
    carrySpan(every.signal, span)
    try {
      every.signal.throwIfAborted()
      await this.#held(() => work(told, every.signal), every.signal)
      span?.end({ out: { documents: running.job.done } })
      this.#end(running, 'done', null)
    } catch (thrown) {
      const error = toCairnError(thrown)
      span?.end(signals.some(({ aborted }) => aborted) ? { status: 'cancelled' } : failed(thrown))
      if (signals.some(({ aborted }) => aborted) || error.code === 'CANCELLED') this.#end(running, 'cancelled', null)
      else this.#end(running, 'failed', error.report())
      throw thrown
    } finally {
      every.unlink()
      end()
    }
  }

  /** Stops a job and waits until its documents rest. False where it is not running (any more). */
  async stop(id: string): Promise<boolean> {
    const running = this.#running.get(id)
    if (!running) return false
    running.stop.abort(jobStopped)
    await running.ended
    return true
  }

  /** Resolves when only jobs of this kind run, or the signal aborts. */
  async othersRest(kind: Job['kind'], signal: AbortSignal): Promise<void> {
    for (;;) {
      const others = [...this.#running.values()].filter(({ job }) => job.kind !== kind)
      if (others.length === 0 || signal.aborted) return
      await unlessAborted(Promise.race(others.map(({ ended }) => ended)), signal)
    }
  }

  /** Resolves when no job runs any more; to be called after `closing` was aborted. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  async #held(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const { hold } = this.options
    const letGo = hold && (await hold())
    try {
      // It may have been stopped while it waited for its turn.
      signal.throwIfAborted()
      await work()
    } finally {
      letGo?.()
    }
  }

  #end(running: Running, state: Job['state'], error: Job['error']): void {
    const job: Job = { ...running.job, state, error, ended_at: this.options.now() }
    this.#running.delete(job.id)
    this.#finished.push(job)
    this.#finished.splice(0, this.#finished.length - keptFinished)
    this.options.publish(job)
  }
}
