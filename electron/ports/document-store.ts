import type { DocumentRecord, DocumentStructure } from '@shared/documents'

/** The durable list of documents. Reads are synchronous from memory; a write resolves once it is on disk. */
export interface DocumentCatalogue {
  list(): DocumentRecord[]
  get(id: string): DocumentRecord | undefined
  findBySource(source: string): DocumentRecord | undefined
  /** Every document whose newest content has this SHA-256. */
  findByContent(contentHash: string): DocumentRecord[]
  put(record: DocumentRecord): Promise<void>
  /** Forgets a document and rewrites the journal so that no line of it remains. */
  remove(ids: readonly string[]): Promise<void>
}

/** Content-addressed files: extracted texts, structures and kept originals. Addresses are SHA-256, hex. */
export interface ObjectStore {
  /** Stores bytes durably and returns their address; storing the same bytes twice keeps one copy. */
  put(bytes: Uint8Array): Promise<string>
  /** Copies a file into the store under a hash computed while copying. */
  putFile(path: string, signal?: AbortSignal): Promise<{ address: string; size: number }>
  /** Throws CairnError STORE_DAMAGED where the object is missing or no longer matches its address. */
  read(address: string): Promise<Uint8Array>
  pathOf(address: string): string
  has(address: string): Promise<boolean>
  /** Deletes every object that `isUsed` does not claim. Returns how many went. */
  sweep(isUsed: (address: string) => boolean): Promise<number>
}

/** A document's text and structure, read back from the object store. */
export interface DocumentContent {
  readonly text: string
  readonly structure: DocumentStructure
}
