import type { Chunk } from '@shared/documents'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import type { ChunkHit, ChunkIndex } from '@engine/ports/storage/chunk-index'
import { analyse } from '@engine/text/analyse'

export interface FakeDocument {
  readonly name: string
  readonly text: string
  readonly heading?: string
}

/** An index over whole documents in memory: exact cosine, and term counts in place of BM25. */
export async function fakeChunkIndex(documents: readonly FakeDocument[]): Promise<ChunkIndex & { chunks: Chunk[] }> {
  const embedder = createHashedNgramEmbedder()
  const chunks = documents.map(toChunk)
  const vectors = await embedder.embedPassages(documents.map(({ text }) => text))
  const terms = documents.map(({ text }) => analyse(text))
  const frequency = new Map<string, number>()
  for (const list of terms) for (const term of new Set(list)) frequency.set(term, (frequency.get(term) ?? 0) + 1)

  function ranked(score: (at: number) => number, limit: number): ChunkHit[] {
    return chunks
      .flatMap((chunk, at) => {
        const vector = vectors[at]
        const search = terms[at]?.join(' ') ?? ''
        return vector && score(at) > 0 ? [{ chunk, vector, score: score(at), search }] : []
      })
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit)
  }

  return {
    chunks,
    statistics: { chunkCount: chunks.length, documentFrequency: (term) => frequency.get(term) ?? 0 },
    vectorSearch: (vector, { limit }) =>
      Promise.resolve(
        ranked((at) => vector.reduce((sum, value, n) => sum + value * (vectors[at]?.[n] ?? 0), 0), limit),
      ),
    textSearch: (query, { limit }) =>
      Promise.resolve(ranked((at) => query.terms.filter((term) => terms[at]?.includes(term)).length, limit)),
    chunksOf: (id) => Promise.resolve(chunks.filter((chunk) => chunk.doc_id === id)),
    chunksById: (ids, filter) => {
      const isIn = (document: string) => filter?.documents?.includes(document) ?? true
      const all = ranked(() => 1, chunks.length)
      return Promise.resolve(all.filter(({ chunk }) => ids.includes(chunk.id) && isIn(chunk.doc_id)))
    },
    countChunks: () => Promise.resolve(chunks.length),
  }
}

function toChunk({ name, text, heading }: FakeDocument, at: number): Chunk {
  return {
    id: `c${at}`,
    doc_id: `d${at}`,
    doc_name: name,
    title: name,
    revision: 'r',
    collection: 'default',
    format: 'text',
    index: 0,
    text,
    start: 0,
    end: text.length,
    page: null,
    heading_path: heading ? [heading] : [],
    context: '',
    token_count: text.length,
    window_start: 0,
    window_end: text.length,
  }
}
