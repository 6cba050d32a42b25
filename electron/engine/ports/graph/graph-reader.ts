import type { Chunk, DocumentRecord } from '@shared/documents'

/** A document that is about to become searchable. */
export interface ReadDocument {
  readonly record: DocumentRecord
  readonly revision: string
  readonly title: string
  /** In reading order. */
  readonly chunks: readonly Chunk[]
}

/** Ingestion's last node: what a document contributes to the knowledge graph. */
export interface GraphReader {
  /** Resolves once that is kept, or could not be found out: a document is searchable without it. */
  read(document: ReadDocument, signal: AbortSignal): Promise<void>
}
