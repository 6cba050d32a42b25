import type { Chunk } from '@shared/documents'
import { CairnError } from '@shared/errors'
import type {
  ChunkFilter,
  ChunkHit,
  ChunkIndex,
  ChunkWriter,
  DocumentChunks,
  FoundChunk,
  SearchOptions,
  TermStatistics,
  TextQuery,
} from '@engine/ports/storage/chunk-index'
import { readVectors } from '../tables/chunk-rows'
import {
  countChunks,
  readChunks,
  readChunksById,
  searchText,
  searchVectors,
  validateQueryVector,
} from '../tables/chunk-search'
import type { TableWriter } from './table-writer'
import type { PublishedTable } from '../tables/published-table'
import { validateDocuments } from '../tables/validate-rows'

/** The tables of the index; replaced as a whole when they are made anew. */
export interface IndexTables {
  readonly published: PublishedTable
  readonly statistics: TermStatistics
  /** Absent where the store was opened for reading only. */
  readonly writer: TableWriter | undefined
  readonly hasVectorIndex: () => boolean
}

/** The chunk table as retrieval and ingestion see it. */
export class LanceChunkIndex implements ChunkIndex, ChunkWriter {
  constructor(
    private readonly dimensions: number,
    private readonly tables: () => IndexTables,
  ) {}

  get statistics(): TermStatistics {
    return this.tables().statistics
  }

  async vectorSearch(vector: Float32Array, options: SearchOptions): Promise<ChunkHit[]> {
    options.signal?.throwIfAborted()
    validateQueryVector(vector, this.dimensions)
    const { published, hasVectorIndex } = this.tables()
    const hits = await published.search(
      (table) => searchVectors(table, vector, options, hasVectorIndex()),
      options.isWarmUp,
    )
    options.signal?.throwIfAborted()
    return hits
  }

  async textSearch(query: TextQuery, options: SearchOptions): Promise<ChunkHit[]> {
    options.signal?.throwIfAborted()
    const { published } = this.tables()
    const hits = await published.search((table) => searchText(table, query, options, this.dimensions), options.isWarmUp)
    options.signal?.throwIfAborted()
    return hits
  }

  async chunksOf(documentId: string, from: number, to: number): Promise<Chunk[]> {
    return this.tables().published.read((table) => readChunks(table, documentId, from, to))
  }

  async chunksById(ids: readonly string[], filter?: ChunkFilter): Promise<FoundChunk[]> {
    return this.tables().published.read((table) => readChunksById(table, ids, this.dimensions, filter))
  }

  async countChunks(filter?: ChunkFilter): Promise<number> {
    return this.tables().published.read((table) => countChunks(table, filter))
  }

  async storedVectors(documentId: string): Promise<Map<string, Float32Array>> {
    return this.tables().published.read((table) => readVectors(table, documentId, this.dimensions))
  }

  async replace(documents: readonly DocumentChunks[]): Promise<void> {
    validateDocuments(documents, this.dimensions)
    if (documents.length > 0) await this.#writer().replace(documents)
  }

  async addVectors(documents: readonly DocumentChunks[]): Promise<string[]> {
    validateDocuments(documents, this.dimensions)
    return documents.length > 0 ? this.#writer().addVectors(documents) : []
  }

  async remove(documentIds: readonly string[]): Promise<void> {
    if (documentIds.length > 0) await this.#writer().remove(documentIds)
  }

  async maintain(isDone = false): Promise<void> {
    await this.#writer().maintain(isDone)
  }

  #writer(): TableWriter {
    const { writer } = this.tables()
    if (writer) return writer
    throw new CairnError('STORE_UNUSABLE', 'The store was opened for reading only.', 'Open it for writing.')
  }
}
