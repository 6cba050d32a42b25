import type { Trashed } from '@shared/changes'
import { CairnError, toCairnError } from '@shared/errors'
import type { SessionContext } from '@shared/session/session-context'
import type { SessionHeader, SessionHit, SessionView, TurnSlice } from '@shared/session/session-view'
import type { SessionEntry, SessionStore } from '@engine/ports/storage/session-store'
import { SessionSearch } from './history/session-search'
import type { SessionQueue } from './session-queue'
import { UndoTimes } from './undo-times'
import { viewOfSession } from './history/view-session'
import type { TurnRegistry, TurnRegistryOptions } from './turn-registry'

export interface SessionsParts extends TurnRegistryOptions {
  readonly store: SessionStore
  readonly queue: SessionQueue
  readonly turns: TurnRegistry
  /** Milliseconds a session stays in the trash; 20,000 by default. */
  readonly trashMs?: number
}

const defaultTrashMs = 20_000
/** After the start, when a window has long shown what it shows first. */
const warmAfterMs = 3000

/** The acts on sessions besides asking. Every change waits for the turns of its session, and is published. */
export class Sessions {
  readonly #search: SessionSearch
  readonly #trash: UndoTimes
  readonly #working = new Set<Promise<unknown>>()
  /** Settles when the trash of an earlier run is known. */
  readonly #recovered: Promise<unknown>

  readonly #warming: NodeJS.Timeout

  constructor(private readonly parts: SessionsParts) {
    this.#search = new SessionSearch(parts.store)
    const { now, log, trashMs = defaultTrashMs } = parts
    this.#trash = new UndoTimes({ ms: trashMs, now, due: (id) => this.#deleteTrashed(id), log })
    // What fails here fails again, and is told, when somebody searches.
    this.#warming = setTimeout(() => this.#track(this.#search.warm(parts.closing)), warmAfterMs).unref()
    parts.closing.addEventListener('abort', () => this.#stopTimers(), { once: true })
    const recovering = this.#recover()
    this.#background(recovering)
    this.#recovered = recovering.catch(() => undefined)
  }

  list(): Promise<SessionHeader[]> {
    return this.parts.store.list()
  }

  get(id: string): Promise<SessionContext> {
    return this.parts.store.load(id)
  }

  /** The session as a window shows it, or a slice of its turns; running ones included. Throws NOT_FOUND. */
  async view(id: string, slice?: TurnSlice): Promise<SessionView> {
    // Before the record is read: a turn that ends in between is then whole in what it said.
    const running = this.parts.turns.runningIn(id)
    const header = await this.parts.store.find(id)
    if (header) return viewOfSession(header, await this.parts.store.load(id), running, slice)
    const [first] = running
    if (!first || (await this.#isTrashed(id))) throw unknownSession(id)
    const at = new Date(first.asked.asked_at).toISOString()
    const title = first.asked.question
    const fresh = { id, title, message_count: 0, created_at: at, updated_at: at, pinned: false }
    return viewOfSession(fresh, null, running, slice)
  }

  search(query: string, limit: number): Promise<SessionHit[]> {
    return this.#search.search(query, limit, this.parts.closing)
  }

  /** The exchanges of earlier sessions that speak of some terms. */
  recall(...asked: Parameters<SessionSearch['recall']>): ReturnType<SessionSearch['recall']> {
    return this.#search.recall(...asked)
  }

  rename(id: string, title: string): Promise<SessionHeader> {
    return this.#append(id, { op: 'title', title })
  }

  pin(id: string, pinned: boolean): Promise<SessionHeader> {
    return this.#append(id, { op: 'pinned', pinned })
  }

  /** Puts sessions into a folder, or takes them out of theirs for null. Throws NOT_FOUND, with none moved, where one is unknown. */
  async move(ids: readonly string[], folder: string | null): Promise<SessionHeader[]> {
    await Promise.all(ids.map((id) => this.#require(id)))
    const moved: SessionHeader[] = []
    for (const id of new Set(ids)) moved.push(await this.#append(id, { op: 'folder', folder }))
    return moved
  }

  /** Deletes a session for good; its running turns are cancelled. Throws NOT_FOUND. */
  async delete(id: string): Promise<void> {
    this.#requireOpen()
    await this.#require(id)
    await this.parts.turns.stopSession(id)
    await this.#inQueue(id, () => this.parts.store.remove(id))
    this.#published(id)
  }

  /** Hides a session at once and deletes it 20 seconds later, unless it is restored. Throws NOT_FOUND. */
  async trash(id: string): Promise<Trashed> {
    this.#requireOpen()
    await Promise.all([this.parts.turns.stopSession(id), this.#recovered])
    return this.#inQueue(id, async () => {
      const known = this.#trash.untilOf(id)
      if (known !== undefined) return { trashed: [id], until: known }
      await this.#require(id)
      const trashedAt = this.parts.now()
      await this.#write(id, { op: 'trashed', trashed_at: new Date(trashedAt).toISOString() })
      const until = this.#trash.start(id, trashedAt)
      this.#published(id)
      return { trashed: [id], until }
    })
  }

  /** Takes a session out of the trash. A session outside it stays unchanged. Throws NOT_FOUND once it is deleted. */
  async restore(id: string): Promise<SessionHeader> {
    this.#requireOpen()
    await this.#recovered
    return this.#inQueue(id, async () => {
      if (this.#trash.untilOf(id) !== undefined) {
        await this.#write(id, { op: 'trashed', trashed_at: null })
        this.#trash.stop(id)
      }
      return this.announce(id)
    })
  }

  /** Publishes how a session looks now. Throws NOT_FOUND. */
  async announce(id: string): Promise<SessionHeader> {
    const header = await this.#require(id)
    this.parts.publish({ type: 'sessions', changed: [header], removed: [] })
    return header
  }

  /** Resolves when nothing is being changed any more. */
  async idle(): Promise<void> {
    await Promise.all(this.#working)
  }

  /** Waits for what runs and empties the trash, for quitting ends the undo; to be called after `closing` was aborted. */
  async close(): Promise<void> {
    await this.idle()
    this.#background(this.#emptyTrash())
    await this.idle()
  }

  async #append(id: string, entry: SessionEntry): Promise<SessionHeader> {
    this.#requireOpen()
    return this.#inQueue(id, async () => {
      await this.#require(id)
      await this.#write(id, entry)
      return this.announce(id)
    })
  }

  async #deleteTrashed(id: string): Promise<void> {
    await this.#inQueue(id, async () => {
      // Restored while this waited.
      if (await this.#isTrashed(id)) await this.parts.store.remove(id)
    })
  }

  /** Times the sessions of the trash from when they were put there. */
  async #recover(): Promise<void> {
    for (const { id, trashed_at: at } of await this.parts.store.trashed()) this.#trash.start(id, Date.parse(at))
  }

  async #emptyTrash(): Promise<void> {
    const { store, queue } = this.parts
    for (const { id } of await store.trashed()) await queue.run(id, () => store.remove(id))
  }

  async #isTrashed(id: string): Promise<boolean> {
    return (await this.parts.store.trashed()).some((trashed) => trashed.id === id)
  }

  #write(id: string, entry: SessionEntry): Promise<void> {
    return this.parts.store.append(id, [entry], { durable: true })
  }

  #inQueue<T>(id: string, work: () => Promise<T>): Promise<T> {
    const { queue, closing } = this.parts
    const done = queue.run(id, work, closing)
    this.#track(done)
    return done
  }

  #background(work: Promise<void>): void {
    this.#track(work)
    work.catch((thrown: unknown) => {
      // What is left stays hidden, and the next start deletes it.
      if (toCairnError(thrown).code !== 'CANCELLED') this.parts.log(`Emptying the trash: ${String(thrown)}`)
    })
  }

  #track(work: Promise<unknown>): void {
    const settled = work.catch(() => undefined).finally(() => this.#working.delete(settled))
    this.#working.add(settled)
  }

  #published(id: string): void {
    this.parts.publish({ type: 'sessions', changed: [], removed: [id] })
  }

  #stopTimers(): void {
    clearTimeout(this.#warming)
    this.#trash.stopAll()
  }

  #requireOpen(): void {
    if (this.parts.closing.aborted) throw new CairnError('CANCELLED', 'Cairn is closing.', 'Start it again.')
  }

  async #require(id: string): Promise<SessionHeader> {
    const header = await this.parts.store.find(id)
    if (header) return header
    throw unknownSession(id)
  }
}

function unknownSession(id: string): CairnError {
  return new CairnError('NOT_FOUND', `There is no session "${id}".`, 'List the sessions to see which exist.')
}
