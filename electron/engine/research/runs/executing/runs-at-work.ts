import type { OpenRun } from '../journal/open-run'
import { conductRun } from './conduct-run'
import type { ExecutionParts } from './execute-task'
import { Halt, type HaltReason } from './halt'

export interface AtWorkParts extends ExecutionParts {
  /** Aborted when the engine closes; runs go on from there at the next start. */
  readonly closing: AbortSignal
}

/** The runs that go on by themselves now. */
export class RunsAtWork {
  readonly #working = new Map<string, { readonly halt: Halt; readonly done: Promise<void> }>()

  /** `rested` is told of each run that comes to rest. */
  constructor(
    private readonly parts: AtWorkParts,
    private readonly rested: () => void,
  ) {}

  has(id: string): boolean {
    return this.#working.has(id)
  }

  /** Lets a run work by itself from here on; nothing where it does already. */
  begin(open: OpenRun): void {
    if (this.has(open.id)) return
    const halt = new Halt(this.parts.closing)
    const done = conductRun(open, halt, this.parts).finally(() => {
      this.#working.delete(open.id)
      this.rested()
    })
    this.#working.set(open.id, { halt, done })
  }

  /** Resolves once nothing of the run is under way. */
  async halt(id: string, reason: HaltReason): Promise<void> {
    this.#working.get(id)?.halt.request(reason)
    await this.end(id)
  }

  /** Resolves when the run rests. */
  async end(id: string): Promise<void> {
    await this.#working.get(id)?.done
  }

  async idle(): Promise<void> {
    await Promise.all([...this.#working.values()].map(({ done }) => done))
  }
}
