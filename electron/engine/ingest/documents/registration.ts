import { basename } from 'node:path'
import type { DocumentRecord } from '@shared/documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import type { IngestRequest } from '@engine/ports/engine-interface'

/** What ingestion needs of the trash and the inbox. */
export interface IngestHooks {
  /** Takes a document out of the trash, because its file was added again; false where it is too late. */
  readonly restore: (id: string) => Promise<boolean>
  /** A document stands for this file now. */
  readonly registered: (source: string) => void
  /** The documents of these files were deleted. */
  readonly removed: (sources: readonly string[]) => Promise<void>
}

export interface RegistrationParts extends Pick<IngestHooks, 'restore'> {
  readonly catalogue: DocumentCatalogue
  readonly now: () => number
  readonly newId: () => string
  /** Resolves when a document that is being deleted, by its id or source, is gone with its file; at once for any other. */
  readonly gone: (idOrSource: string) => Promise<void>
}

type Wishes = Omit<IngestRequest, 'paths'>

/** Which document stands at a path. Two jobs that meet the same new path at once get the same document. */
export class Registration {
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(private readonly parts: RegistrationParts) {}

  /** The id of the document at this absolute path, new or known; known ones leave the trash and move to `collection`. */
  async register(source: string, wishes: Wishes): Promise<string> {
    const before = this.#last.get(source) ?? Promise.resolve()
    const work = before.then(() => this.#known(source, wishes)).then((known) => known ?? this.#record(source, wishes))
    const settled = work.catch(() => undefined)
    this.#last.set(source, settled)
    try {
      return await work
    } finally {
      if (this.#last.get(source) === settled) this.#last.delete(source)
    }
  }

  async #known(source: string, { collection }: Wishes): Promise<string | undefined> {
    const { catalogue, now, restore, gone } = this.parts
    // It leaves the catalogue before its file goes: until then the place is not free.
    await gone(source)
    const known = catalogue.findBySource(source)
    if (!known) return undefined
    await gone(known.id)
    if (known.trashed_at !== null && !(await restore(known.id))) await gone(known.id)
    const kept = await catalogue.update(known.id, (current) => {
      const stays = (collection ?? current.collection) === current.collection && current.trashed_at === null
      const moved = stays ? current : { ...current, collection: collection ?? current.collection, trashed_at: null }
      return current.status === 'failed' ? { ...moved, status: 'queued', error: null, updated_at: now() } : moved
    })
    return kept?.id
  }

  async #record(source: string, { collection, tags }: Wishes): Promise<string> {
    const { catalogue, newId, now } = this.parts
    const record: DocumentRecord = {
      id: newId(),
      name: basename(source),
      source,
      format: null,
      title: basename(source),
      status: 'queued',
      content_hash: '',
      byte_size: 0,
      char_count: 0,
      chunk_count: 0,
      collection: collection ?? defaultCollection,
      tags: [...new Set(tags)],
      gaps: [],
      error: null,
      duplicate_of: null,
      created_at: now(),
      updated_at: now(),
      pending: null,
      live: null,
      trashed_at: null,
    }
    await catalogue.put(record)
    return record.id
  }
}

/** Where documents go that were added without saying where. */
export const defaultCollection = 'default'
