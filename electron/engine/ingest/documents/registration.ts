import { basename } from 'node:path'
import type { DocumentRecord } from '@shared/documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import type { IngestRequest } from '@engine/ports/engine-interface'
import type { UnpackedMember } from '../members/members'
import { allMembersOf, memberNames } from './family'

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

export interface Wishes extends Pick<IngestRequest, 'collection' | 'tags' | 'web'> {
  /** The collection for a document that is new; known ones stay where they are. */
  readonly newIn?: string
}

export interface RegisteredMember extends Pick<DocumentRecord, 'id' | 'trashed_at'> {
  /** Whether its bytes are other than what was read, or it has not been read to the end. */
  readonly isToBeRead: boolean
}

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

  /** The document of a file that came in another; `known` is the one that stood at its path before. */
  async registerMember(
    outer: DocumentRecord,
    member: UnpackedMember,
    known: DocumentRecord | undefined,
    signal: AbortSignal,
  ): Promise<RegisteredMember> {
    const { catalogue } = this.parts
    // As it is by now: it may have been moved, or put into the trash, while it was being unpacked.
    const current = catalogue.get(outer.id) ?? outer
    const names = memberNames(current, member.path)
    const part_of = { document: outer.id, path: member.path, content_hash: member.hash }
    const { trashed_at } = current
    const change = { ...names, part_of, byte_size: member.size, modified_at: member.modified, trashed_at }
    const kept = known && (await this.again(known.id, signal, change))
    const record = kept ?? { ...this.#fresh(names, current), ...change }
    if (!kept) await catalogue.put(record)
    const isToBeRead = !isResting(record.status) || record.live?.content_hash !== member.hash
    return { id: record.id, isToBeRead, trashed_at }
  }

  /**
   * Takes a document out of the trash, unless it is said to be in there, and has it tried again where it failed or is to be read
   * from other bytes. Undefined where it is gone.
   */
  async again(
    id: string,
    signal: AbortSignal,
    change: Partial<DocumentRecord> = {},
  ): Promise<DocumentRecord | undefined> {
    const { catalogue, now, restore, gone } = this.parts
    await unlessAborted(gone(id), signal)
    const record = catalogue.get(id)
    const { trashed_at = null } = change
    const isToLeave = record !== undefined && record.trashed_at !== null && trashed_at === null
    if (isToLeave && !(await restore(id))) await unlessAborted(gone(id), signal)
    return catalogue.update(id, (current) => {
      const isOther = change.part_of && change.part_of.content_hash !== current.part_of?.content_hash
      const { name = current.name } = change
      const isSame = !isOther && current.status !== 'failed' && current.trashed_at === trashed_at
      if (isSame && name === current.name) return current
      const next = { ...current, ...change, trashed_at, updated_at: now() }
      if (isOther) return { ...next, status: 'queued', error: null, pending: null }
      return current.status === 'failed' ? { ...next, status: 'queued', error: null } : next
    })
  }

  async #known(source: string, { collection, web }: Wishes): Promise<string | undefined> {
    const { catalogue, now, restore, gone } = this.parts
    // It leaves the catalogue before its file goes: until then the place is not free.
    await gone(source)
    const known = catalogue.findBySource(source)
    if (!known) return undefined
    await gone(known.id)
    if (known.trashed_at !== null && !(await restore(known.id))) await gone(known.id)
    const kept = await catalogue.update(known.id, (before) => {
      const current = web ? { ...before, from_web: web } : before
      const stays = (collection ?? current.collection) === current.collection && current.trashed_at === null
      const moved = stays
        ? current
        : { ...current, collection: collection ?? current.collection, trashed_at: null, trashed_for: null }
      return current.status === 'failed' ? { ...moved, status: 'queued', error: null, updated_at: now() } : moved
    })
    if (kept && collection !== undefined && collection !== known.collection) await this.#move(kept.id, collection)
    return kept?.id
  }

  /** What came in a file goes where that goes. */
  async #move(id: string, collection: string): Promise<void> {
    const { catalogue } = this.parts
    const members = allMembersOf(catalogue, [id])
    await Promise.all(members.map((one) => catalogue.update(one.id, (current) => ({ ...current, collection }))))
  }

  async #record(source: string, wishes: Wishes): Promise<string> {
    const record = this.#fresh({ name: basename(source), source }, wishes)
    await this.parts.catalogue.put(record)
    return record.id
  }

  #fresh({ name, source }: { name: string; source: string }, { collection, newIn, tags, web }: Wishes): DocumentRecord {
    const { newId, now } = this.parts
    return {
      id: newId(),
      name,
      source,
      format: null,
      title: name,
      status: 'queued',
      content_hash: '',
      byte_size: 0,
      char_count: 0,
      chunk_count: 0,
      collection: newIn ?? collection ?? defaultCollection,
      tags: [...new Set(tags)],
      gaps: [],
      error: null,
      duplicate_of: null,
      created_at: now(),
      updated_at: now(),
      pending: null,
      live: null,
      trashed_at: null,
      part_of: null,
      member_count: null,
      modified_at: null,
      authors: [],
      written_at: null,
      ...(web && { from_web: web }),
    }
  }
}

function isResting(status: DocumentRecord['status']): boolean {
  return status === 'ready' || status === 'partial'
}

/** Where documents go that were added without saying where. */
export const defaultCollection = 'default'

const longestCollection = 100

/**
 * The collection for files of a folder: its way from the added folder on, such as `station/reports`. Of a long one the end counts.
 * @param root stands for the added folder's own name.
 */
export function collectionOfFolder(folder: string, root?: string): string {
  const [first = folder, ...inner] = folder.split('/')
  const name = [root ?? first, ...inner].join('/').trim()
  const characters = Array.from(name)
  if (characters.length <= longestCollection) return name === '' ? '/' : name
  return `…${characters.slice(1 - longestCollection).join('')}`
}

/**
 * Waits for work, but no longer than `signal` allows; throws its reason. Whoever reads a document and waits for the deletion of its
 * members would else wait for ever: that deletion may be waiting for the reader.
 */
export async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  let leave: () => void = () => undefined
  const aborted = new Promise<void>((resolve) => (leave = resolve))
  signal.addEventListener('abort', leave, { once: true })
  try {
    await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
  signal.throwIfAborted()
}

/** What a request wants of a file that lies in this folder of it. */
export function wishesFor({ collection, folders, tags, web }: IngestRequest, folder: string | null): Wishes {
  if (folders !== 'collections' || folder === null) return { collection, tags, web }
  return { newIn: collectionOfFolder(folder, collection), tags }
}
