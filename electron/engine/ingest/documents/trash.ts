import type { Trashed } from '@shared/api/api'
import { CairnError } from '@shared/errors'
import type { DocumentRecord } from '@shared/documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import { allMembersOf, outerOf, withMembers } from './family'

export interface TrashParts {
  readonly catalogue: DocumentCatalogue
  /** Deletes documents for good. */
  readonly remove: (ids: readonly string[]) => Promise<unknown>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: (line: string) => void
}

/** Milliseconds a document stays restorable. */
const trashMs = 20_000

/** Documents that are hidden and about to be deleted. The date is stored in the record, so a crash changes no deadline. */
export class Trash {
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #working = new Set<Promise<unknown>>()
  /** Being deleted: too late to restore. */
  readonly #purging = new Set<string>()
  /** Being restored: not to be deleted. */
  readonly #restoring = new Set<string>()
  #closed = false

  constructor(private readonly parts: TrashParts) {}

  /**
   * Hides documents at once, and what came in their files; `until` is when the first of them goes. Throws NOT_FOUND where there is
   * none of them.
   */
  async put(ids: readonly string[]): Promise<Trashed> {
    const { catalogue, now } = this.parts
    const at = now()
    const written = await Promise.all(
      withMembers(catalogue, ids).map((id) =>
        catalogue.update(id, (current) => (current.trashed_at === null ? { ...current, trashed_at: at } : current)),
      ),
    )
    const wanted = new Set(ids)
    const trashed = written.filter((record) => record !== undefined).filter(({ id }) => wanted.has(id))
    if (trashed.length === 0) throw unknownDocuments()
    if (!this.#closed) this.#deleteIn(trashMs, at)
    const until = Math.min(...trashed.map(({ trashed_at }) => (trashed_at ?? at) + trashMs))
    return { trashed: trashed.map(({ id }) => id), until }
  }

  /**
   * Brings documents back as they were, with what went into the trash together with them. Returns those of the ids that are there
   * again; deleted ones are not.
   */
  async restore(ids: readonly string[]): Promise<string[]> {
    const able = [...new Set(ids.flatMap((id) => this.#family(id)))].filter((id) => !this.#purging.has(id))
    for (const id of able) this.#restoring.add(id)
    try {
      const restored = await Promise.all(
        able.map((id) =>
          this.parts.catalogue.update(id, (current) =>
            current.trashed_at === null ? current : { ...current, trashed_at: null },
          ),
        ),
      )
      const wanted = new Set(ids)
      return restored.flatMap((record) => (record && wanted.has(record.id) ? [record.id] : []))
    } finally {
      for (const id of able) this.#restoring.delete(id)
    }
  }

  /** A document, the members that were trashed with it, and the files it came in: without them it would go again. */
  #family(id: string): string[] {
    const { catalogue } = this.parts
    const record = catalogue.get(id)
    if (!record) return []
    const members = allMembersOf(catalogue, [id]).filter(({ trashed_at }) => trashed_at === record.trashed_at)
    return [record, ...members, ...outerOf(catalogue, record)].map((one) => one.id)
  }

  /** At the start: deletes what is overdue of what an earlier run left; the rest stays restorable for its time. */
  async recover(): Promise<void> {
    const now = this.parts.now()
    const moments = new Set(this.parts.catalogue.list().flatMap(({ trashed_at }) => trashed_at ?? []))
    for (const at of moments) {
      const left = at + trashMs - now
      // Not longer than the whole time, should the clock have been set back.
      if (left > 0) this.#deleteIn(Math.min(left, trashMs), at)
      else moments.delete(at)
    }
    await this.#purge(({ trashed_at }) => trashed_at !== null && !moments.has(trashed_at))
  }

  async empty(): Promise<void> {
    await this.#purge(() => true)
  }

  /** Stops waiting and deletes what is left, because quitting ends the undo. A failure is told and left to the next start. */
  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#working)
    await this.#reported(this.empty())
  }

  /** Deletes what was trashed `at` that moment and not restored since. */
  #deleteIn(ms: number, at: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      const work = this.#reported(this.#purge(({ trashed_at }) => trashed_at === at))
      const settled = work.finally(() => this.#working.delete(settled))
      this.#working.add(settled)
    }, ms)
    timer.unref()
    this.#timers.add(timer)
  }

  async #purge(isDue: (record: DocumentRecord) => boolean): Promise<void> {
    const ids = this.parts.catalogue
      .list()
      .filter((record) => record.trashed_at !== null && isDue(record))
      .map(({ id }) => id)
      .filter((id) => !this.#restoring.has(id) && !this.#purging.has(id))
    if (ids.length === 0) return
    for (const id of ids) this.#purging.add(id)
    try {
      await this.parts.remove(ids)
    } finally {
      for (const id of ids) this.#purging.delete(id)
    }
  }

  async #reported(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (thrown) {
      this.parts.log(`Emptying the trash failed; the next start tries again: ${String(thrown)}`)
    }
  }
}

function unknownDocuments(): CairnError {
  return new CairnError('NOT_FOUND', 'None of these documents exists.', 'List the documents to see which exist.')
}
