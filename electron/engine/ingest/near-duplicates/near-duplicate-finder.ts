import { setImmediate } from 'node:timers/promises'
import type { LiveRevision } from '@shared/documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import { readSignature } from './signature'
import { SignatureGroups } from './signature-groups'

const recordsTogether = 500
/** Hexadecimal digits of a content's hash that name a group. */
const nameLength = 16

/** Finds the group of a text among those of the library. Groups are named after the content that began them, and outlive it. */
export class NearDuplicates {
  readonly #groups = new SignatureGroups()
  #read: Promise<void> | undefined

  constructor(private readonly catalogue: Pick<DocumentCatalogue, 'list'>) {}

  /** What a revision's record says of its likeness to others; `contentHash` names the group where it begins one. */
  async groupOf(
    signature: string | undefined,
    contentHash: string,
  ): Promise<Pick<LiveRevision, 'signature' | 'near_group'>> {
    const read = signature === undefined ? null : readSignature(signature)
    if (!read) return {}
    await (this.#read ??= this.#readRecords())
    return { signature, near_group: this.#groups.groupOf(read, contentHash.slice(0, nameLength)) }
  }

  /** Oldest first, so that a group is stood for by the same text after each start. In slices: the window must not wait. */
  async #readRecords(): Promise<void> {
    const records = this.catalogue.list().toSorted((a, b) => a.created_at - b.created_at)
    for (const [at, { live, pending }] of records.entries()) {
      if (at % recordsTogether === recordsTogether - 1) await setImmediate()
      for (const { signature, near_group: name } of [live, pending].filter((one) => one !== null)) {
        const read = signature === undefined || name === undefined ? null : readSignature(signature)
        if (read && name !== undefined) this.#groups.add(read, name)
      }
    }
  }
}
