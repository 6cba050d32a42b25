import { setImmediate } from 'node:timers/promises'
import type { LiveRevision } from '@shared/documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import { readSignature } from './signature'
import { SignatureGroups } from './signature-groups'

const recordsTogether = 500
/** Hexadecimal digits of a content's hash that name a group. */
const nameLength = 16
/** More than are being read at a time: their records may not say yet which group they are in. */
const keptUnrecorded = 200

/**
 * Finds the group of a text among those of the library. Groups are named after the content that began them, and outlive it. Once more than
 * `spare` and as many again as at first have come, they are read from the records anew, which drops those of documents that are gone.
 */
export class NearDuplicates {
  #groups = new SignatureGroups()
  #read: Promise<void> | undefined
  #mostGroups = 0

  constructor(
    private readonly catalogue: Pick<DocumentCatalogue, 'list'>,
    private readonly spare = 1_000,
  ) {}

  /** How many groups are held in memory. */
  get size(): number {
    return this.#groups.size
  }

  /** What a revision's record says of its likeness to others; `contentHash` names the group where it begins one. */
  async groupOf(
    signature: string | undefined,
    contentHash: string,
  ): Promise<Pick<LiveRevision, 'signature' | 'near_group'>> {
    const read = signature === undefined ? null : readSignature(signature)
    if (!read) return {}
    if (this.#read && this.#groups.size > this.#mostGroups) this.#read = undefined
    await (this.#read ??= this.#readRecords())
    return { signature, near_group: this.#groups.groupOf(read, contentHash.slice(0, nameLength)) }
  }

  /** Oldest first, so that a group is stood for by the same text after each start. In slices: the window must not wait. */
  async #readRecords(): Promise<void> {
    const unrecorded = this.#groups.newest(keptUnrecorded)
    this.#groups = new SignatureGroups()
    // Until it is known how many there are, it is not begun anew.
    this.#mostGroups = Infinity
    const records = this.catalogue.list().toSorted((a, b) => a.created_at - b.created_at)
    for (const [at, { live, pending }] of records.entries()) {
      if (at % recordsTogether === recordsTogether - 1) await setImmediate()
      for (const { signature, near_group: name } of [live, pending].filter((one) => one !== null)) {
        const read = signature === undefined || name === undefined ? null : readSignature(signature)
        if (read && name !== undefined) this.#groups.add(read, name)
      }
    }
    for (const [signature, name] of unrecorded) this.#groups.add(signature, name)
    this.#mostGroups = 2 * this.#groups.size + this.spare
  }
}
