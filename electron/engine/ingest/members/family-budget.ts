import type { DocumentRecord } from '@shared/documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import { allMembersOf, outerOf } from '../documents/family'
import { limits } from '../files/read-regular-file'
import type { MemberBudget } from './members'

interface Cost {
  readonly count: number
  readonly bytes: number
}

/**
 * What the members of a document may still cost: one budget holds for the file on disk and all that lies in it, however deep.
 * Counted once for each such file and kept up from then on, because a mailbox asks for it with each of its messages.
 */
export class FamilyBudget {
  readonly #used = new Map<string, Cost>()

  constructor(private readonly catalogue: Pick<DocumentCatalogue, 'get' | 'membersOf'>) {}

  /** @param byteSize bytes of the document's own file. */
  of(record: DocumentRecord, byteSize: number): MemberBudget {
    const outer = outerOf(this.catalogue, record)
    const file = outer.at(-1)
    const own = costOf(allMembersOf(this.catalogue, [record.id]))
    const all = file ? this.#usedBy(file.id) : own
    const used = { count: all.count - own.count, bytes: all.bytes - own.bytes }
    const honest = Math.max(limits.archiveRatioFrom, (file?.byte_size ?? byteSize) * limits.archiveRatio)
    return {
      mayHold: outer.length < limits.memberDepth,
      count: Math.max(0, limits.archiveEntries - used.count),
      bytes: Math.max(0, limits.archiveBytes - used.bytes),
      bombBytes: Math.max(0, honest - used.bytes),
    }
  }

  /** The members of this document, which were `before`, are others now. */
  replaced(record: DocumentRecord, before: readonly DocumentRecord[], now: readonly { readonly size: number }[]): void {
    const file = outerOf(this.catalogue, record).at(-1)
    if (!file) this.#used.delete(record.id)
    const used = file && this.#used.get(file.id)
    if (!file || !used) return
    const { count, bytes } = costOf(before)
    const fresh = now.reduce((sum, { size }) => sum + size, 0)
    this.#used.set(file.id, { count: used.count - count + now.length, bytes: used.bytes - bytes + fresh })
  }

  #usedBy(file: string): Cost {
    const known = this.#used.get(file) ?? costOf(allMembersOf(this.catalogue, [file]))
    this.#used.set(file, known)
    return known
  }
}

function costOf(records: readonly DocumentRecord[]): Cost {
  return { count: records.length, bytes: records.reduce((sum, { byte_size }) => sum + byte_size, 0) }
}
