import type { ChunkWriter, IndexedChunk } from '@engine/ports/storage/chunk-index'
import { hashedVectors } from '@engine/text/hashed/hashed-vector'
import type { EnrichedChunk } from './enrich'

export interface EmbedInput {
  readonly documentId: string
  readonly enriched: readonly EnrichedChunk[]
  /** Whether the document is in the index already, so that vectors of unchanged chunks can be kept. */
  readonly isReplacement: boolean
  readonly writer: Pick<ChunkWriter, 'storedVectors'>
  /** Whose vectors the index holds. */
  readonly embedderId: string
}

/**
 * Settles which vectors there are at once: those that came with the chunks where the index is of the embedder that needs no model.
 * Of another one those that it holds for the same text are kept. The rest are to follow (`vectors/late-vectors.ts`): no document
 * waits for a model before words find it.
 */
export async function embed(input: EmbedInput): Promise<IndexedChunk[]> {
  const { documentId, enriched, isReplacement, writer, embedderId } = input
  if (embedderId === hashedVectors.id) return [...enriched]
  const known = isReplacement ? await writer.storedVectors(documentId) : undefined
  return enriched.map((one) => ({ ...one, vector: known?.get(one.embeddedHash) ?? null }))
}
