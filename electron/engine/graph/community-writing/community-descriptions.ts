import { z } from 'zod'
import type { CommunityHead } from '@shared/graph'
import { CoalescedWrite, textIfPresent } from '@engine/platform/stored-text'
import { DescriptionRecord, headKey } from './description-record'

export interface CommunityDescriptionsOptions {
  /** Absolute; it may be missing. */
  readonly path: string
  /** Undefined where there is no such file. */
  readonly read?: (path: string) => Promise<string | undefined>
  /** Replaces a file in one step that survives power loss. */
  readonly write: (path: string, text: string) => Promise<void>
  /** Whether `isCurrent` can be trusted. If not, records of other documents stay in the file and are not shown. */
  readonly maySweep: boolean
  /** Whether a document is there, not in the trash, and of that revision. */
  readonly isCurrent: (document: DescriptionRecord['documents'][number]) => boolean
  readonly log: (line: string) => void
}

const maxRecords = 500

/** What models have written about communities: the newest 500 records, in a file. A record goes with any of its documents. */
export class CommunityDescriptions {
  /** By key, the newest last. */
  readonly #records = new Map<string, DescriptionRecord>()
  /** Records of documents that the catalogue does not know. They stay in the file while the catalogue cannot be trusted. */
  #aside: readonly DescriptionRecord[] = []
  /** Titles by `headKey`, and the ids of the communities that have a title. */
  #titles = new Map<string, string>()
  #titled = new Set<string>()
  readonly #file: CoalescedWrite

  private constructor(private readonly options: CommunityDescriptionsOptions) {
    this.#file = new CoalescedWrite(() => this.#write())
  }

  static async open(options: CommunityDescriptionsOptions): Promise<CommunityDescriptions> {
    const descriptions = new CommunityDescriptions(options)
    const read = await recordsIn(options)
    const { isCurrent, maySweep } = options
    const records = read?.records ?? []
    const isAside = ({ documents }: DescriptionRecord) => !maySweep && !documents.every(isCurrent)
    descriptions.#aside = records.filter(isAside)
    for (const record of records) if (!isAside(record)) descriptions.#records.set(record.key, record)
    descriptions.prune()
    // What could not be read may hold words of documents that are gone since.
    if (read?.isDamaged && maySweep) void descriptions.#file.save()
    return descriptions
  }

  get(key: string): DescriptionRecord | undefined {
    return this.#records.get(key)
  }

  /** The title this model gave to a community with that extractive title; undefined where it gave none that could be shown. */
  titleOf(model: string, head: Pick<CommunityHead, 'id' | 'title'>): string | undefined {
    return this.#titled.has(head.id) ? this.#titles.get(headKey(model, head)) : undefined
  }

  /** Whether no model has written anything, so that the choice of a model changes nothing that is shown. */
  get isEmpty(): boolean {
    return this.#records.size === 0
  }

  /** Resolves with true once the record is on disk, with false where one of its documents is gone or changed. Never rejects. */
  async put(record: DescriptionRecord): Promise<boolean> {
    if (!record.documents.every(this.options.isCurrent)) return false
    this.#records.delete(record.key)
    this.#records.set(record.key, record)
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= maxRecords) break
      this.#records.delete(oldest)
    }
    this.#changed()
    await this.#file.save()
    // Pruned while it was written.
    return this.#records.get(record.key) === record
  }

  /** Drops records of documents that are gone or changed; to be called when the catalogue has changed. */
  prune(): void {
    const before = this.#records.size
    for (const [key, { documents }] of this.#records) {
      if (!documents.every(this.options.isCurrent)) this.#records.delete(key)
    }
    this.#changed()
    if (this.#records.size < before) void this.#file.save()
  }

  /** Resolves once all that is known now is on disk. */
  async idle(): Promise<void> {
    await this.#file.idle()
  }

  #changed(): void {
    this.#titles = new Map()
    this.#titled = new Set()
    for (const { community, head, title } of this.#records.values()) {
      // The newest counts: an older one is about other passages.
      if (title === null) this.#titles.delete(head)
      else {
        this.#titles.set(head, title)
        this.#titled.add(community)
      }
    }
  }

  /** Never rejects: what could not be written goes with the next write, or is made again. */
  async #write(): Promise<void> {
    const { path, write, log } = this.options
    try {
      await write(path, JSON.stringify([...this.#aside, ...this.#records.values()]))
    } catch (thrown) {
      log(`graph: descriptions of communities could not be written: ${String(thrown)}`)
    }
  }
}

/** Undefined where there is no such file. */
async function recordsIn({ path, read = textIfPresent, log }: CommunityDescriptionsOptions) {
  try {
    const text = await read(path)
    if (text === undefined) return undefined
    const stored = z.array(z.unknown()).parse(JSON.parse(text))
    const records = stored.flatMap((entry) => DescriptionRecord.safeParse(entry).data ?? [])
    return { records, isDamaged: records.length < stored.length }
  } catch {
    // Not the error's own words, which may quote the file.
    log('graph: the descriptions of communities could not be read; they are made again.')
    return { records: [], isDamaged: true }
  }
}
