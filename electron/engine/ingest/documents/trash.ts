import type { Trashed } from '@shared/changes'
import { CairnError } from '@shared/errors'
import type { DocumentRecord, TrashReason } from '@shared/documents'
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

/** Milliseconds a document stays restorable: thirty days. */
const trashMs = 30 * 24 * 3_600_000

/** A timer holds 24 days at most, and a machine may sleep: the clock is asked at least this often, in milliseconds. */
const lookEveryMs = 6 * 3_600_000

/** Documents that are hidden, and deleted a month later. The date is stored in the record, so a crash changes no deadline. */
export class Trash {
  #timer: NodeJS.Timeout | undefined
  readonly #working = new Set<Promise<unknown>>()
  /** Being deleted: too late to restore. */
  readonly #purging = new Set<string>()
  /** Being restored: not to be deleted. */
  readonly #restoring = new Set<string>()
  #closed = false

  constructor(private readonly parts: TrashParts) {}

  /**
   * Hides documents at once, and what came in their files; `until` is when the first of them goes. Throws NOT_FOUND where there is
   * none of them. `reason` says why where it was not the user who did it.
   */
  async put(ids: readonly string[], reason: TrashReason | null = null): Promise<Trashed> {
    const { catalogue, now } = this.parts
    const at = now()
    const written: (DocumentRecord | undefined)[] = []
    const hide = (current: DocumentRecord) =>
      current.trashed_at === null ? { ...current, trashed_at: at, trashed_for: reason } : current
    await untilSettled(
      () => withMembers(catalogue, ids),
      async (id) => void written.push(await catalogue.update(id, hide)),
    )
    const wanted = new Set(ids)
    const trashed = written.filter((record) => record !== undefined).filter(({ id }) => wanted.has(id))
    if (trashed.length === 0) throw unknownDocuments()
    this.#lookLater()
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

  /** What is in the trash, last trashed first; without what came in another file of it. */
  list(): DocumentRecord[] {
    const { catalogue } = this.parts
    const isAlone = ({ part_of }: DocumentRecord) => !part_of || catalogue.get(part_of.document)?.trashed_at === null
    return this.#trashed()
      .filter(isAlone)
      .toSorted((a, b) => (b.trashed_at ?? 0) - (a.trashed_at ?? 0))
  }

  /** At the start: deletes what is overdue of what an earlier run left; the rest stays restorable for its time. */
  async recover(): Promise<void> {
    await this.#purge(this.#isOverdue)
    this.#lookLater()
  }

  /** Deletes what is in the trash for good, all of it or these and what came in their files. Returns the ids. */
  async empty(ids?: readonly string[]): Promise<string[]> {
    const chosen = ids && new Set(withMembers(this.parts.catalogue, ids))
    return this.#purge(({ id }) => chosen?.has(id) ?? true)
  }

  /** Stops waiting; what is in the trash stays there. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await Promise.all(this.#working)
  }

  readonly #isOverdue = ({ trashed_at }: DocumentRecord): boolean =>
    trashed_at !== null && trashed_at + trashMs <= this.parts.now()

  #trashed(): DocumentRecord[] {
    return this.parts.catalogue.list().filter(({ trashed_at }) => trashed_at !== null)
  }

  /** Looks again when the next document is due. */
  #lookLater(): void {
    clearTimeout(this.#timer)
    if (this.#closed) return
    const next = Math.min(...this.#trashed().map(({ trashed_at }) => (trashed_at ?? 0) + trashMs))
    if (next === Infinity) return
    const ms = Math.max(0, Math.min(next - this.parts.now(), lookEveryMs))
    this.#timer = setTimeout(() => {
      const work = this.#reported(this.#purge(this.#isOverdue)).finally(() => this.#lookLater())
      const settled = work.finally(() => this.#working.delete(settled))
      this.#working.add(settled)
    }, ms)
    this.#timer.unref()
  }

  async #purge(isDue: (record: DocumentRecord) => boolean): Promise<string[]> {
    const ids = this.#trashed()
      .filter(isDue)
      .map(({ id }) => id)
      .filter((id) => !this.#restoring.has(id) && !this.#purging.has(id))
    if (ids.length === 0) return []
    for (const id of ids) this.#purging.add(id)
    try {
      await this.parts.remove(ids)
      return ids
    } finally {
      for (const id of ids) this.#purging.delete(id)
    }
  }

  async #reported(work: Promise<unknown>): Promise<void> {
    try {
      await work
    } catch (thrown) {
      this.parts.log(`Emptying the trash failed; it is tried again later: ${String(thrown)}`)
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

/** A record that is no longer in the trash; what went there for want of its file stays without it from now on. */
function show(current: DocumentRecord): DocumentRecord {
  if (current.trashed_at === null) return current
  const { on_disk, trashed_for } = current
  const kept = on_disk && trashed_for ? { on_disk: { ...on_disk, kept: true as const } } : {}
  return { ...current, ...kept, trashed_at: null, trashed_for: null }
}

function unknownDocuments(): CairnError {
  return new CairnError('NOT_FOUND', 'None of these documents exists.', 'List the documents to see which exist.')
}
