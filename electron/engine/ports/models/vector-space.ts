import type { ChunkIndex, ChunkWriter, IndexedChunk } from '../storage/chunk-index'
import type { Embedder } from './embedder'

/** An index and the embedder that made its vectors. Vectors of two embedders cannot be compared, so the two change together. */
export interface VectorSpace {
  readonly embedder: Embedder
  /** Can be searched for a while after other tables have taken its place. */
  readonly index: ChunkIndex & ChunkWriter
  /** False where the embedder cannot run: asking it throws MODEL_UNUSABLE, and only words are searched. */
  readonly usable: boolean
}

/** The store's record of the embedder behind its vectors. */
export interface StoredEmbedder {
  readonly id: string
  readonly dimensions: number
  /** Mean cosine of passages that have nothing to do with each other; null where it was not measured. */
  readonly unrelated: number | null
  /** As the embedder has it; absent where it has none, or did not when this was written. */
  readonly stamp?: string | undefined
}

/** Which embedder vectors are of. */
export type EmbedderIdentity = Pick<StoredEmbedder, 'id' | 'dimensions' | 'stamp'>

/** Whether their vectors can be compared. A stamp counts where both have one. */
export function isSameEmbedder(a: EmbedderIdentity, b: EmbedderIdentity): boolean {
  const sameStamp = a.stamp === undefined || b.stamp === undefined || a.stamp === b.stamp
  return a.id === b.id && a.dimensions === b.dimensions && sameStamp
}

/** Tables as somebody sees them who copies them. */
export interface ChunkTableSet {
  readonly index: ChunkIndex & ChunkWriter
  /** How many chunks of which revision each document has. */
  readonly documents: ReadonlyMap<string, { readonly revisions: ReadonlyMap<string, number> }>
  /** Every chunk of these documents, without its vector: document by document, in order. */
  textsOf(documentIds: readonly string[]): Promise<Omit<IndexedChunk, 'vector'>[]>
  /** Documents of which a chunk has no vector. */
  documentsWithoutVectors(): Promise<string[]>
  /** Vectors of chunks by document and position; in no order, and without those that are not there. */
  vectorsAt(places: readonly { readonly documentId: string; readonly index: number }[]): Promise<StoredVector[]>
}

export interface StoredVector {
  readonly documentId: string
  readonly index: number
  readonly vector: Float32Array
}

/** Tables that are being filled for another embedder. */
export interface NextTables {
  readonly tables: ChunkTableSet
  readonly embedder: EmbedderIdentity
  /** Whether a person has halted it. */
  readonly paused: boolean
}

/** The search tables of a store: those in use, and those that are to follow. What is said here survives a crash. */
export interface VectorTables {
  readonly current: ChunkTableSet
  readonly embedder: StoredEmbedder
  /** Undefined where nothing is to follow. */
  readonly next: NextTables | undefined
  /** Empty tables for another embedder, or those begun for it; any others that were begun are dropped. */
  begin(embedder: EmbedderIdentity): Promise<NextTables>
  setPaused(paused: boolean): Promise<void>
  /** Deletes the tables that were begun. */
  drop(): Promise<void>
  /**
   * Puts the next tables in the place of those in use, in one step. Returns what deletes the old ones, which can be
   * searched until then; a start deletes them too.
   */
  switchOver(unrelated: number | null): Promise<() => Promise<void>>
  /** Removes documents from all tables there are, so that no bytes of them stay behind. */
  remove(documentIds: readonly string[]): Promise<void>
}
