import type { KeyObject } from 'node:crypto'
import type { DocumentRecord, DocumentStructure } from '@shared/documents'
import type { OpenFile } from './files/open-file'

/** The documents that a write put into the list or removed from it. */
export interface CatalogueChange {
  readonly changed: readonly DocumentRecord[]
  readonly removed: readonly string[]
}

/** The durable list of documents. Reads are synchronous from memory; a write resolves once it is on disk. */
export interface DocumentCatalogue {
  list(): DocumentRecord[]
  get(id: string): DocumentRecord | undefined
  /** The document of the file at this path; members of a file are found by `membersOf`. */
  findBySource(source: string): DocumentRecord | undefined
  /** The documents that came in this document's file. */
  membersOf(id: string): DocumentRecord[]
  /** Every document whose newest content has this SHA-256. */
  findByContent(contentHash: string): DocumentRecord[]
  put(record: DocumentRecord): Promise<void>
  /**
   * Changes a record as it is when its turn to be written comes, so that changes made at the same time are all kept.
   * `change` must be synchronous and may return the record itself for no change. Resolves with the record now on disk, or
   * with undefined where there is no such document (any more). With `isDurable: false` it may resolve before that: a loss of power
   * then takes the change back, the end of this process does not.
   */
  update(
    id: string,
    change: (current: DocumentRecord) => DocumentRecord,
    options?: { readonly isDurable?: boolean },
  ): Promise<DocumentRecord | undefined>
  /** Tells of every write once it is on disk and in memory. Returns a function that ends it. */
  onChange(listener: (change: CatalogueChange) => void): () => void
  /** Forgets a document and rewrites the journal so that no line of it remains. */
  remove(ids: readonly string[]): Promise<void>
}

/** The file of an object, and what opens it where it is sealed. */
export interface ObjectPlace {
  /** SHA-256 of its bytes, hex; whoever reads the file compares. */
  readonly address: string
  readonly path: string
  readonly key: KeyObject | undefined
}

export interface BroughtObject {
  readonly path: string
  /** To be called when it is not needed any more: a copy that was made for this is deleted. */
  readonly release: () => Promise<void>
}

/** Content-addressed files: extracted texts, structures and kept originals. Addresses are SHA-256, hex. */
export interface ObjectStore {
  /**
   * Stores bytes durably and returns their address; storing the same bytes twice keeps one copy. `readFrom` is the address that they
   * were read from just now: where it is theirs, they are there.
   */
  put(bytes: Uint8Array, readFrom?: string): Promise<string>
  /** Copies a file into the store under a hash computed while copying. */
  putFile(path: string | Buffer, signal?: AbortSignal): Promise<{ address: string; size: number }>
  /** Throws CairnError STORE_DAMAGED where the object is missing or no longer matches its address. */
  read(address: string): Promise<Uint8Array>
  /** A fresh path on the store's disk, for what is about to be put; what is left there is gone at the next start. */
  temporaryPath(): string
  /**
   * Where an object lies on this machine, for threads of this process that read files: brought here first where it is elsewhere. Throws as `read`,
   * or names a path where nothing is.
   */
  locate(address: string): Promise<ObjectPlace>
  /**
   * An object as a file in clear, for other processes: brought to this machine first where it is elsewhere. Throws as `read`, or
   * names a path where nothing is.
   */
  bring(address: string): Promise<BroughtObject>
  /** Opens an object to be read from any place. Throws as `read`, but does not compare its bytes with its address. */
  open(address: string): Promise<OpenFile>
  has(address: string): Promise<boolean>
  /** Deletes every object that `isUsed` does not claim. Returns how many went. */
  sweep(isUsed: (address: string) => boolean): Promise<number>
}

/** Files of the store beside its lists, replaced in one step that survives power loss. */
export interface DurableFiles {
  /** A fresh path on the store's disk; what is left there is gone at the next start. */
  temporaryPath(): string
  write(path: string, data: string | Uint8Array): Promise<void>
  /** Adds to the end of a file, made where it is missing; resolves once that is on disk. Calls for one file must not overlap. */
  append(path: string, data: string): Promise<void>
  /** Gives a file that was written and synced its final name. */
  rename(from: string, to: string): Promise<void>
  /** Makes the names in a folder durable. */
  syncFolder(folder: string): Promise<void>
}

/** A document's text and structure, read back from the object store. */
export interface DocumentContent {
  readonly text: string
  readonly structure: DocumentStructure
}

/** A document of whose stored files something is missing, changed or unreadable. */
export interface DamagedDocument {
  readonly record: DocumentRecord
  /** Whether all that was made of it is whole, so that it need not be indexed again. */
  readonly objectsAreWhole: boolean
  /** Whether the file that Cairn itself keeps for it is whole, where there is one. */
  readonly ownFileIsWhole: boolean
  /**
   * What it can be made whole from: its kept original, its file, which still has the same content, or the kept original of the file it
   * came in; null where there is nothing.
   */
  readonly mendsFrom: 'original' | 'source' | 'outer' | null
}
