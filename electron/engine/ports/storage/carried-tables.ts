import type { StoredEmbedder } from '../models/vector-space'

/** Search tables as files, away from their store: what a backup carries. */
export interface CarriedTables {
  /** Whose vectors they hold. */
  readonly embedder: StoredEmbedder
  /** How texts were made into the terms in them. */
  readonly analysis: number
}

/** Search tables that are carried from one store to another, so that answers there are the same to the last passage. */
export interface TableCarrier {
  /** Links the files of the tables in use, as they are between two writes, into a new folder on the store's disk. */
  linkInto(folder: string): Promise<CarriedTables>
  /**
   * Puts the tables in `folder`, which is gone afterwards, in the place of those in use. Rows of other revisions than these are deleted. Returns how many
   * chunks of which revision each document has there; undefined, with nothing changed, where they are of another embedder or other terms, or
   * cannot be read.
   */
  adopt(
    folder: string,
    tables: CarriedTables,
    liveRevisionOf: (documentId: string) => string | undefined,
  ): Promise<ReadonlyMap<string, { readonly revisions: ReadonlyMap<string, number> }> | undefined>
}
