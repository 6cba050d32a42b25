import type { Trashed } from '@shared/changes'
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
    const written: (DocumentRecord | undefined)[] = []
    const hide = (current: DocumentRecord) => (current.trashed_at === null ? { ...current, trashed_at: at } : current)
    await untilSettled(
      () => withMembers(catalogue, ids),
      async (id) => void written.push(await catalogue.update(id, hide)),
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
    const { catalogue } = this.parts
    const moments = new Map(ids.map((id) => [id, catalogue.get(id)?.trashed_at ?? null]))
    const able = () => [...moments].flatMap(([id, at]) => this.#family(id, at)).filter((id) => !this.#purging.has(id))
    const restored = new Set<string>()
    const restoring = new Set<string>()
    const show = (current: DocumentRecord) => (current.trashed_at === null ? current : { ...current, trashed_at: null })
    try {
      await untilSettled(able, async (id) => {
        restoring.add(id)
        this.#restoring.add(id)
        if (await catalogue.update(id, show)) restored.add(id)
      })
      return [...moments.keys()].filter((id) => restored.has(id))
    } finally {
      for (const id of restoring) this.#restoring.delete(id)
    }
  }

  /** A document, the members that were trashed with it `at` that moment, and the files it came in: without them it would go again. */
  #family(id: string, at: number | null): string[] {
    const { catalogue } = this.parts
    const record = catalogue.get(id)
    if (!record) return []
    const members = allMembersOf(catalogue, [id]).filter(({ trashed_at }) => trashed_at === at)
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

/** Does something with each of the ids, and with those that have come meanwhile: an archive may just be unpacked. */
async function untilSettled(idsNow: () => readonly string[], act: (id: string) => Promise<void>): Promise<void> {
  const done = new Set<string>()
  const rest = () => [...new Set(idsNow())].filter((id) => !done.has(id))
  for (let next = rest(); next.length > 0; next = rest()) {
    for (const id of next) done.add(id)
    await Promise.all(next.map(act))
  }
}

function unknownDocuments(): CairnError {
  return new CairnError('NOT_FOUND', 'None of these documents exists.', 'List the documents to see which exist.')
}
