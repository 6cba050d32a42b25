import { byCodeUnits } from '@shared/hash'
import type { SessionHeader } from '@shared/session/session-view'
import type { StoredHeader } from './compact-lines'

/**
 * The headers of a folder's sessions: read from disk once, kept up with what is written since, sorted when it is asked
 * for. What it hands out is shared and frozen.
 */
export class SessionList {
  #reading: Promise<Map<string, StoredHeader>> | undefined
  /** Sessions that changed before or while the headers were read; null for a removed session. */
  readonly #changed = new Map<string, StoredHeader | null>()
  #shown: readonly SessionHeader[] | undefined

  /** `readAll` reads every header there is, of sessions in the trash as well. */
  constructor(private readonly readAll: () => Promise<StoredHeader[]>) {}

  /** Whether the headers have been read, or are being read. */
  get isRead(): boolean {
    return this.#reading !== undefined
  }

  /** The sessions outside the trash, newest first. */
  async shown(): Promise<SessionHeader[]> {
    const headers = await this.#all()
    this.#shown ??= [...headers.values()]
      .filter(({ trashed_at }) => trashed_at === null)
      .map(shownHeader)
      .sort((a, b) => byCodeUnits(b.updated_at, a.updated_at) || byCodeUnits(a.id, b.id))
    return [...this.#shown]
  }

  async trashed(): Promise<{ id: string; trashed_at: string }[]> {
    const headers = [...(await this.#all()).values()]
    return headers.flatMap(({ id, trashed_at }) => (trashed_at === null ? [] : { id, trashed_at }))
  }

  async find(id: string): Promise<StoredHeader | undefined> {
    return (await this.#all()).get(id)
  }

  set(header: StoredHeader): void {
    this.#changed.set(header.id, header)
  }

  delete(id: string): void {
    this.#changed.set(id, null)
  }

  /** Has the next call read the headers anew. */
  forget(): void {
    this.#reading = undefined
    this.#shown = undefined
  }

  async #all(): Promise<Map<string, StoredHeader>> {
    this.#reading ??= this.#read()
    const headers = await this.#reading
    for (const [id, header] of this.#changed) {
      if (header) headers.set(id, header)
      else headers.delete(id)
      this.#shown = undefined
    }
    this.#changed.clear()
    return headers
  }

  async #read(): Promise<Map<string, StoredHeader>> {
    try {
      return new Map((await this.readAll()).map((header) => [header.id, header]))
    } catch (error) {
      // The next call tries again.
      this.#reading = undefined
      throw error
    }
  }
}

/** A header as a list shows it; frozen. */
export function shownHeader(stored: StoredHeader): SessionHeader {
  const { trashed_at: _trashed, ...header } = stored
  return Object.freeze(header)
}
