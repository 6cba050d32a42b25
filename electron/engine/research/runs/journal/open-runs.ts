import { CairnError } from '@shared/errors'
import { isWorking } from '@shared/research/fold-steps'
import type { RunStep } from '@shared/research/research-run'
import type { ResearchStore } from '@engine/ports/storage/research-store'
import { OpenRun } from './open-run'

export interface OpenRunsParts {
  readonly store: ResearchStore
  /** Told of each run that looks otherwise in lists than before, but for those in the trash. */
  readonly changed: (run: OpenRun) => void
}

/** Runs kept in memory although nothing goes on in them. */
const mostResting = 8

/** The runs in memory, each read from its journal once. */
export class OpenRuns {
  readonly #open = new Map<string, Promise<OpenRun>>()

  constructor(private readonly parts: OpenRunsParts) {}

  /** Throws NOT_FOUND for a run that is not there or in the trash. */
  async find(id: string): Promise<OpenRun> {
    const open = await this.load(id)
    if (open.run.trashed_at === null) return open
    throw new CairnError('NOT_FOUND', `There is no research "${id}".`, 'List the runs to see which exist.')
  }

  /** As `find`, also from the trash. */
  load(id: string): Promise<OpenRun> {
    const known = this.#open.get(id)
    if (known) return known
    const opening = OpenRun.open(id, this.#runParts())
    this.#open.set(id, opening)
    void opening.catch(() => this.#open.delete(id))
    return opening
  }

  /** Begins a run with its first steps. */
  async begin(id: string, steps: readonly RunStep[]): Promise<OpenRun> {
    const opening = OpenRun.begin(id, steps, this.#runParts())
    const open = await opening
    this.#open.set(id, opening)
    return open
  }

  announce(open: OpenRun): void {
    if (open.run.trashed_at === null) this.parts.changed(open)
  }

  /** Leaves runs to their journals in which nothing goes on. */
  async forgetSome(isAtWork: (id: string) => boolean): Promise<void> {
    const resting: string[] = []
    for (const [id, opening] of this.#open) {
      const open = await opening.catch(() => undefined)
      if (!open || isAtWork(id) || open.isFollowed || isWorking(open.run.header)) continue
      resting.push(id)
    }
    for (const id of resting.slice(0, -mostResting)) if (!isAtWork(id)) this.#open.delete(id)
  }

  #runParts() {
    return { store: this.parts.store, changed: (open: OpenRun) => this.announce(open) }
  }
}
