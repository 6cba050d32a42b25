import type { Chunk, SearchFilter } from '@shared/documents'

/** A chunk as the index holds it. */
export interface FoundChunk {
  readonly chunk: Chunk
  /** All zeros while it is still to be made: nothing is known to be near it. */
  readonly vector: Float32Array
  /** The chunk's analysed terms, separated by single spaces, as `IndexedChunk.search`. */
  readonly search: string
}

/** A chunk found by one search. `score` is cosine similarity (vector) or BM25 (text), higher is better. */
export interface ChunkHit extends FoundChunk {
  readonly score: number
}

/**
 * A full-text query after analysis: terms are exactly as the index holds them (see text/analyse.ts), so nothing of
 * what the user typed is ever interpreted as query syntax.
 */
export interface TextQuery {
  /** Any of these may match; each adds its BM25 score. */
  readonly terms: readonly string[]
  /** Each must match as a run of adjacent terms. */
  readonly phrases: readonly (readonly string[])[]
  /** Phrases that must not occur. */
  readonly excluded: readonly string[]
  /** Every hit must hold a term that begins so: letters and figures as in the index. The other fields may be empty then. */
  readonly begins?: string | undefined
}

/** A search filter resolved to what the index knows: no tags and dates, and documents may be left out. Fields are joined by AND. */
export interface ChunkFilter extends SearchFilter {
  /** Ids of documents that must not be found. */
  readonly not_documents?: readonly string[] | undefined
}

export interface SearchOptions {
  /** How many hits at most; there may be fewer. */
  readonly limit: number
  readonly filter?: ChunkFilter | undefined
  readonly signal?: AbortSignal | undefined
  /** Nobody waits for what is found: the engine only loads what the first question needs. */
  readonly isWarmUp?: boolean | undefined
}

/** How often terms occur across the searchable chunks, for inverse document frequency. Approximate, never exact. */
export interface TermStatistics {
  /** Number of searchable chunks. */
  readonly chunkCount: number
  /** Number of chunks that hold `term` (analysed form); may overestimate slightly. */
  documentFrequency(term: string): number
}

/** The index as retrieval reads it. Every call sees whole documents, never a half-written or half-replaced document. */
export interface ChunkIndex {
  readonly statistics: TermStatistics
  vectorSearch(vector: Float32Array, options: SearchOptions): Promise<ChunkHit[]>
  textSearch(query: TextQuery, options: SearchOptions): Promise<ChunkHit[]>
  /** Chunks of one document with `from <= index <= to`, in order. */
  chunksOf(documentId: string, from: number, to: number): Promise<Chunk[]>
  /** The chunks with these ids that the filter lets through, in no order. Missing chunks are left out. */
  chunksById(ids: readonly string[], filter?: ChunkFilter): Promise<FoundChunk[]>
  countChunks(filter?: ChunkFilter): Promise<number>
}

/** A chunk with everything the index stores about it. */
export interface IndexedChunk {
  readonly chunk: Chunk
  /** Analysed terms joined by single spaces: what full-text search sees. */
  readonly search: string
  /** Null where it is to follow: until then words find the chunk, and no search by vector does. */
  readonly vector: Float32Array | null
  /** SHA-256 (hex) of its embedded text; worked out from that where it is absent. */
  readonly embeddedHash?: string | undefined
}

/** One document's complete set of chunks for one revision; replaces whatever the index holds for that document. */
export interface DocumentChunks {
  readonly documentId: string
  readonly revision: string
  readonly chunks: readonly IndexedChunk[]
}

/** The index as ingestion writes it. Calls may overlap; they are serialised inside. */
export interface ChunkWriter {
  /**
   * Replaces the chunks of these documents in one visible step. When it resolves they are durable (fsynced) and every
   * search that starts afterwards sees them. Throws CairnError INVALID_INPUT for rows that do not fit the table.
   */
  replace(documents: readonly DocumentChunks[]): Promise<void>
  /**
   * Gives documents the vectors that they lack, in one visible step: `chunks` are all those of the revision that the index holds,
   * the same but for their vectors. A document that is not there any more, or in another revision, is left as it is. Resolves
   * with the ids of the others.
   */
  addVectors(documents: readonly DocumentChunks[]): Promise<string[]>
  /** Removes every chunk of these documents, and rewrites the files so that no bytes of them stay behind. */
  remove(documentIds: readonly string[]): Promise<void>
  /** Vectors already made for a document's current chunks, by SHA-256 (hex) of their embedded text. */
  storedVectors(documentId: string): Promise<Map<string, Float32Array>>
  /**
   * Compacts and re-indexes if enough has changed; cheap to call, meant for idle moments. Enough is more while nobody searches.
   * `isDone`: nothing more is being added for now, so the vector index of a table that has grown by a tenth may take the
   * seconds of being built in one piece.
   */
  maintain(isDone?: boolean): Promise<void>
}
