import type { ChunkWriter, IndexedChunk } from '@engine/ports/storage/chunk-index'
import type { Embedder } from '@engine/ports/models/embedder'
import { embeddedText } from '@engine/ports/models/embedded-text'
import { hashedVectors } from '@engine/text/hashed/hashed-vector'
import { embedTexts } from '../vectors/embed-texts'
import type { EnrichedChunk } from './enrich'
import { inTime, nodeLimits } from './in-time'

const batchSize = 256

export interface EmbedInput {
  readonly documentId: string
  readonly enriched: readonly EnrichedChunk[]
  /** Whether the document is in the index already, so that vectors of unchanged chunks can be reused. */
  readonly isReplacement: boolean
  readonly writer: ChunkWriter
  readonly embedder: Embedder
  readonly signal: AbortSignal
  /** `nodeLimits` where not given. */
  readonly limits?: typeof nodeLimits | undefined
}

/**
 * Settles the vectors: those that came with the chunks where the index is of the embedder that needs no model. Of another one those
 * that it holds for the same text are reused, the rest embedded in batches. Throws as `embedTexts` and `inTime`.
 */
export async function embed(input: EmbedInput): Promise<IndexedChunk[]> {
  const { documentId, enriched, isReplacement, writer, embedder, signal, limits = nodeLimits } = input
  if (embedder.id === hashedVectors.id) return [...enriched]
  const known = isReplacement ? await writer.storedVectors(documentId) : new Map<string, Float32Array>()
  const fresh = enriched.filter(({ embeddedHash }) => !known.has(embeddedHash))
  for (let at = 0; at < fresh.length; at += batchSize) {
    const batch = fresh.slice(at, at + batchSize)
    const texts = batch.map(({ chunk }) => embeddedText(chunk))
    const vectors = await inTime('embed', limits, signal, (inner) => embedTexts(embedder, texts, inner))
    for (const [n, { embeddedHash }] of batch.entries()) {
      const vector = vectors[n]
      if (vector) known.set(embeddedHash, vector)
    }
  }
  return enriched.map((one) => {
    const vector = known.get(one.embeddedHash)
    if (!vector) throw new Error(`The embedder returned no vector for ${one.chunk.id}.`)
    return { ...one, vector }
  })
}
