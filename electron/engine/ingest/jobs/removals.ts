import { addressesOf } from '@shared/documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import type { KeptObjects } from '../documents/kept-objects'
import { withMembers } from '../documents/family'
import type { VectorLender } from '../vectors/vector-spaces'

export interface RemovalParts {
  readonly catalogue: DocumentCatalogue
  readonly vectors: VectorLender
  readonly kept: KeptObjects
  /** Stops the work on these documents; resolves when it has ended. */
  readonly stop: (ids: readonly string[]) => Promise<void>
  /** The documents of these files were deleted. */
  readonly removed: (sources: readonly string[]) => Promise<void>
}

/** Deletes documents. Jobs must not bring them back meanwhile, nor a new document lose its file with them. */
export class Removals {
  /** Documents being deleted, by id and by source. */
  readonly #going = new Map<string, Promise<void>>()

  constructor(private readonly parts: RemovalParts) {}

  has(idOrSource: string): boolean {
    return this.#going.has(idOrSource)
  }

  /** Resolves when a document that is being deleted is gone; at once for any other. */
  async gone(idOrSource: string): Promise<void> {
    await this.#going.get(idOrSource)
  }

  /**
   * Deletes documents without trace, and what came in their files: journal, index rows and stored files. Returns those of the ids
   * that existed.
   */
  async remove(ids: readonly string[]): Promise<string[]> {
    for (const id of ids) while (this.#going.has(id)) await this.#going.get(id)
    const records = ids.flatMap((id) => this.parts.catalogue.get(id) ?? [])
    const known = records.map(({ id }) => id)
    if (known.length === 0) return []
    const keys = new Set<string>()
    let settle: () => void = () => undefined
    const gone = new Promise<void>((resolve) => (settle = resolve))
    const mark = (ids: readonly string[]) => {
      for (const key of ids.flatMap((id) => [id, this.parts.catalogue.get(id)?.source ?? []].flat())) {
        keys.add(key)
        this.#going.set(key, gone)
      }
    }
    try {
      await this.#remove(known, mark)
    } finally {
      for (const key of keys) this.#going.delete(key)
      settle()
    }
    return known
  }

  /** @param mark counts documents as being removed: nothing may start on them from then on. */
  async #remove(known: readonly string[], mark: (ids: readonly string[]) => void): Promise<void> {
    const { catalogue, vectors, kept, stop, removed } = this.parts
    // Until its work has ended, a document may be given further members.
    let family: string[] = []
    for (let next = withMembers(catalogue, known); next.length > family.length; next = withMembers(catalogue, known)) {
      family = next
      mark(family)
      await stop(family)
    }
    const records = family.flatMap((id) => catalogue.get(id) ?? [])
    // The journal first: rows of documents it does not know are removed at the next start even after a crash here.
    await catalogue.remove(family)
    // What was never fetched has no rows, and need not wait for who writes them.
    const fetched = records.filter(({ content_hash }) => content_hash !== '').map(({ id }) => id)
    if (fetched.length > 0) await vectors.remove(fetched)
    await kept.forget(records.flatMap(addressesOf))
    await removed(records.flatMap(({ source, part_of }) => (part_of ? [] : [source])))
  }
}
