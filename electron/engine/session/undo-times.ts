import { toCairnError } from '@shared/errors'

export interface UndoTimesOptions {
  /** Milliseconds until something is deleted. */
  readonly ms: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Deletes it for good. */
  readonly due: (id: string) => Promise<void>
  readonly log: (line: string) => void
}

interface Entry {
  readonly until: number
  timer: NodeJS.Timeout | undefined
}

/** When each thing in the trash will be deleted, and the timers that do it. */
export class UndoTimes {
  readonly #times = new Map<string, Entry>()
  #isStopped = false

  constructor(private readonly options: UndoTimesOptions) {}

  /** Milliseconds since the epoch; undefined for what is not in the trash. */
  untilOf(id: string): number | undefined {
    return this.#times.get(id)?.until
  }

  /** Plans the deletion of what was trashed at `trashedAt`, milliseconds since the epoch; now, by default. Gives when that is. */
  start(id: string, trashedAt = this.options.now()): number {
    const { ms, now } = this.options
    this.stop(id)
    // Not longer than the whole time, should the clock have been set back.
    const until = Math.min(trashedAt + ms, now() + ms)
    const entry: Entry = { until, timer: undefined }
    this.#times.set(id, entry)
    if (this.#isStopped) return until
    if (until <= now()) this.#act(id, entry)
    else entry.timer = setTimeout(() => this.#act(id, entry), until - now()).unref()
    return until
  }

  /** Keeps it. */
  stop(id: string): void {
    clearTimeout(this.#times.get(id)?.timer)
    this.#times.delete(id)
  }

  /** Deletes nothing any more; what is in the trash, and until when, stays known. */
  stopAll(): void {
    this.#isStopped = true
    for (const { timer } of this.#times.values()) clearTimeout(timer)
  }

  /** Its time stays known until it is gone: what is trashed twice meanwhile is trashed once. */
  #act(id: string, entry: Entry): void {
    const { due, log } = this.options
    const done = due(id).finally(() => {
      if (this.#times.get(id) === entry) this.#times.delete(id)
    })
    done.catch((thrown: unknown) => {
      // What is left stays hidden, and the next start deletes it.
      if (toCairnError(thrown).code !== 'CANCELLED') log(`Emptying the trash: ${String(thrown)}`)
    })
  }
}
