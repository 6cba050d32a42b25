import type { Change, Job } from '../changes'
import type { EvaluationRunHeader } from '../evaluation/evaluation-run'
import type { Download, ModelsState } from '../models/models'
import type { RunHeader } from '../research/research-run'

/** Sooner than that nobody has turned to something else. */
const longMs = 20_000

/** Work that is called something: a research, a download, vectors of a model, questions of an evaluation; a backup has no title. */
export const titledWork = ['research', 'download', 'vectors', 'evaluation', 'backup'] as const
export type TitledWork = (typeof titledWork)[number]

/** Work of many seconds that ended by itself, well or not. */
export type EndedWork =
  | { readonly kind: 'documents'; readonly id: string; readonly failed: boolean; readonly documents: number }
  | { readonly kind: TitledWork; readonly id: string; readonly failed: boolean; readonly title: string }

/** How a piece of work stands: at work by itself, over, or neither, as what waits for a person or was stopped. */
type Standing = 'working' | 'done' | 'failed' | 'neither'

const research: Readonly<Record<RunHeader['state'], Standing>> = {
  planning: 'working',
  running: 'working',
  reporting: 'working',
  waiting: 'neither',
  paused: 'neither',
  done: 'done',
  partial: 'done',
  failed: 'failed',
  stopped: 'neither',
}
const downloads: Readonly<Record<Download['state'], Standing>> = {
  running: 'working',
  verifying: 'working',
  paused: 'neither',
  done: 'done',
  failed: 'failed',
}
const evaluations: Readonly<Record<EvaluationRunHeader['state'], Standing>> = {
  waiting: 'neither',
  running: 'working',
  done: 'done',
  cancelled: 'neither',
  cut_off: 'neither',
  failed: 'failed',
}

/**
 * Finds in the engine's changes the long work that ends. What was over before the first change, what the user stopped, and what waits for them is
 * none of it. `now` gives milliseconds of any steady clock.
 */
export class LongWork {
  /** Jobs that were seen at work. */
  readonly #jobs = new Set<string>()
  /** Other work that was seen, by its kind and id, and since when. */
  readonly #since = new Map<string, number>()
  /** The embedder whose vectors were being made. */
  #next: string | null = null

  constructor(private readonly now: () => number) {}

  /** The work that this change says has ended. */
  take(change: Change): EndedWork[] {
    switch (change.type) {
      case 'snapshot':
        return [
          ...change.jobs.flatMap((job) => this.#job(job)),
          ...(change.research ?? []).flatMap((run) => this.#run(run)),
          ...(change.models ? this.#models(change.models) : []),
        ]
      case 'job':
        return this.#job(change.job)
      case 'research':
        for (const id of change.removed) this.#follow('research', id, '', 'neither')
        return change.changed.flatMap((run) => this.#run(run))
      case 'models':
        return this.#models(change.models)
      case 'evaluation':
        for (const id of change.removed) this.#follow('evaluation', id, '', 'neither')
        return change.runs.flatMap((run) => this.#follow('evaluation', run.id, run.set_title, evaluations[run.state]))
      case 'backups':
        return this.#follow('backup', 'backup', '', backupStanding(change))
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
    return this.#follow('research', id, title, research[state])
  }

  #models({ downloads: all, embedding, installed }: ModelsState): EndedWork[] {
    const { next, current } = embedding
    const id = next?.id ?? this.#next
    this.#next = next?.state === 'running' ? next.id : null
    const standing = next ? ({ running: 'working', paused: 'neither', failed: 'failed' } as const)[next.state] : 'done'
    const title = installed.find((model) => model.id === id)?.name ?? id ?? ''
    // What goes without having become the one in use was stopped.
    const isStopped = next === null && current !== id
    return [
      ...all.flatMap((one) => this.#follow('download', one.id, one.entry_id, downloads[one.state])),
      ...(id === null ? [] : this.#follow('vectors', id, title, isStopped ? 'neither' : standing)),
    ]
  }

  #follow(kind: TitledWork, id: string, title: string, standing: Standing): EndedWork[] {
    const key = `${kind} ${id}`
    const since = this.#since.get(key)
    if (standing === 'working') {
      if (since === undefined) this.#since.set(key, this.now())
      return []
    }
    this.#since.delete(key)
    if (since === undefined || standing === 'neither' || this.now() - since < longMs) return []
    return [{ kind, id, failed: standing === 'failed', title }]
  }
}

/** The same failure again is no news. */
function backupStanding({ state, failed }: Extract<Change, { type: 'backups' }>): Standing {
  if (state === 'making') return 'working'
  return state === 'made' ? 'done' : failed ? 'failed' : 'neither'
}
