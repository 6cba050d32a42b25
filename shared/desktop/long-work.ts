import type { Change, Job } from '../changes'
import type { RunHeader } from '../research/research-run'

/** Sooner than that nobody has turned to something else. */
const longMs = 20_000

/** Work of many seconds that ended by itself: documents that were read, or a research that has its report or gave up. */
export type EndedWork =
  | { readonly kind: 'documents'; readonly id: string; readonly failed: boolean; readonly documents: number }
  | { readonly kind: 'research'; readonly id: string; readonly failed: boolean; readonly title: string }

/** The states of a run in which it works by itself. */
const working: ReadonlySet<RunHeader['state']> = new Set(['planning', 'running', 'reporting'])
const ended: ReadonlySet<RunHeader['state']> = new Set(['done', 'partial', 'failed'])

/**
 * Finds in the engine's changes the long work that ends. What was over before the first change, what the user stopped, and what waits for them is
 * none of it. `now` gives milliseconds of any steady clock.
 */
export class LongWork {
  /** Jobs that were seen at work. */
  readonly #jobs = new Set<string>()
  /** Runs that were seen at work, and since when. */
  readonly #runs = new Map<string, number>()

  constructor(private readonly now: () => number) {}

  /** The work that this change says has ended. */
  take(change: Change): EndedWork[] {
    switch (change.type) {
      case 'snapshot':
        return [
          ...change.jobs.flatMap((job) => this.#job(job)),
          ...(change.research ?? []).flatMap((run) => this.#run(run)),
        ]
      case 'job':
        return this.#job(change.job)
      case 'research':
        for (const id of change.removed) this.#runs.delete(id)
        return change.changed.flatMap((run) => this.#run(run))
      default:
        return []
    }
  }

  #job({ id, state, started_at, ended_at, done }: Job): EndedWork[] {
    if (state === 'running') {
      this.#jobs.add(id)
      return []
    }
    const wasSeen = this.#jobs.delete(id)
    if (!wasSeen || state === 'cancelled' || (ended_at ?? started_at) - started_at < longMs) return []
    return [{ kind: 'documents', id, failed: state === 'failed', documents: done }]
  }

  #run({ id, state, title }: RunHeader): EndedWork[] {
    const since = this.#runs.get(id)
    if (working.has(state)) {
      if (since === undefined) this.#runs.set(id, this.now())
      return []
    }
    this.#runs.delete(id)
    if (since === undefined || !ended.has(state) || this.now() - since < longMs) return []
    return [{ kind: 'research', id, failed: state === 'failed', title }]
  }
}
