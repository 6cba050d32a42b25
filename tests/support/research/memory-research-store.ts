import { CairnError } from '@shared/errors'
import { foldSteps } from '@shared/research/fold-steps'
import type { RunHeader, RunLine } from '@shared/research/research-run'
import type { ResearchStore } from '@engine/ports/storage/research-store'

/** Runs in memory. `failing` is what the next writes fail with. */
export class MemoryResearchStore implements ResearchStore {
  readonly journals = new Map<string, RunLine[]>()
  failing: CairnError | null = null

  constructor(private readonly now: () => number = () => 1_780_000_000_000) {}

  list(): Promise<RunHeader[]> {
    return Promise.resolve(this.listed())
  }

  listed(): RunHeader[] {
    const runs = [...this.journals].map(([id, lines]) => foldSteps(id, lines))
    const shown = runs.filter(({ trashed_at: at }) => at === null).map(({ header }) => header)
    return shown.toSorted(
      (a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0) || (a.id < b.id ? -1 : 1),
    )
  }

  trashed(): Promise<{ id: string; trashed_at: string }[]> {
    const runs = [...this.journals].map(([id, lines]) => foldSteps(id, lines))
    return Promise.resolve(
      runs.flatMap(({ header: { id }, trashed_at: at }) => (typeof at === 'string' ? { id, trashed_at: at } : [])),
    )
  }

  async load(id: string) {
    const lines = this.journals.get(id)
    if (!lines) throw new CairnError('NOT_FOUND', `There is no research "${id}".`)
    return Promise.resolve({ lines: structuredClone(lines), lost: 0 })
  }

  async append(id: string, steps: Parameters<ResearchStore['append']>[1]): Promise<RunLine[]> {
    await Promise.resolve()
    if (this.failing) throw this.failing
    const known = this.journals.get(id)
    if (!known && steps[0]?.op !== 'created') throw new CairnError('NOT_FOUND', `There is no research "${id}".`)
    const first = (known?.at(-1)?.seq ?? -1) + 1
    const lines = structuredClone(steps).map((step, at): RunLine => ({ seq: first + at, ts: this.now(), step }))
    this.journals.set(id, [...(known ?? []), ...lines])
    return structuredClone(lines)
  }

  remove(id: string): Promise<void> {
    this.journals.delete(id)
    return Promise.resolve()
  }
}
