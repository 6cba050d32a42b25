export interface UndoTimesOptions {
  /** Milliseconds until something is deleted. */
  readonly ms: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Deletes it for good. */
  readonly due: (id: string) => Promise<void>
  readonly log: (line: string) => void
}

/** When each thing in the trash will be deleted, and the timers that do it. */
export class UndoTimes {
  readonly #times = new Map<string, { until: number; timer: NodeJS.Timeout }>()

  constructor(private readonly options: UndoTimesOptions) {}

  /** Milliseconds since the epoch; undefined for what is not in the trash. */
  untilOf(id: string): number | undefined {
    return this.#times.get(id)?.until
  }

  /** Plans the deletion of what was trashed at `trashedAt`, milliseconds since the epoch; now, by default. */
  start(id: string, trashedAt = this.options.now()): void {
    const { ms, now, due, log } = this.options
    this.stop(id)
    // Not longer than the whole time, should the clock have been set back.
    const until = Math.min(trashedAt + ms, now() + ms)
    const act = () => {
      this.#times.delete(id)
      due(id).catch((thrown: unknown) => log(`Emptying the trash: ${String(thrown)}`))
    }
    const timer = setTimeout(act, Math.max(0, until - now()))
    timer.unref()
    this.#times.set(id, { until, timer })
  }

  /** Keeps it. */
  stop(id: string): void {
    clearTimeout(this.#times.get(id)?.timer)
    this.#times.delete(id)
  }

  stopAll(): void {
    for (const id of this.#times.keys()) this.stop(id)
  }
}
