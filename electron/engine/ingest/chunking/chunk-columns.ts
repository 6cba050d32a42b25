import { createHash } from 'node:crypto'
import { embeddedText } from '@engine/ports/models/embedded-text'
import { analyseParts } from '@engine/text/analyse'
import { hashedVector, hashedVectors } from '@engine/text/hashed/hashed-vector'
import type { ChunkDraft } from './chunk'

const hashBytes = 32

/**
 * What is worked out of the texts of a document's chunks, in their order. It is made where the text is read, in a worker, and
 * crosses threads as one string and two flat arrays.
 */
export interface ChunkColumns {
  /** What full-text search sees of each chunk (`IndexedChunk.search`), one below the other. */
  readonly searches: string
  /** SHA-256 of each embedded text, 32 bytes each. */
  readonly hashes: Uint8Array
  /** The unit vectors of the embedder that needs no model, `hashedVectors.dimensions` numbers each. */
  readonly vectors: Float32Array
}

/** One chunk's part of the columns. */
export interface ChunkColumn {
  readonly search: string
  /** SHA-256 of the embedded text, hex. */
  readonly embeddedHash: string
  /** A view into the column. */
  readonly vector: Float32Array
}

/** Analyses each chunk once, for its terms and its vector. Takes a quarter of a second a megabyte. */
export function columnsOf(title: string, drafts: readonly ChunkDraft[]): ChunkColumns {
  const { dimensions } = hashedVectors
  const searches: string[] = []
  const hashes = new Uint8Array(drafts.length * hashBytes)
  const vectors = new Float32Array(drafts.length * dimensions)
  for (const [at, draft] of drafts.entries()) {
    // The parts of the embedded text. Headings stand below each other here and beside each other there, which makes the same terms.
    const { column, terms } = analyseParts([title, draft.heading_path.join('\n'), draft.context, draft.text])
    searches.push(column)
    hashes.set(
      createHash('sha256')
        .update(embeddedText({ ...draft, title }))
        .digest(),
      at * hashBytes,
    )
    hashedVector(terms, vectors.subarray(at * dimensions, (at + 1) * dimensions))
  }
  return { searches: searches.join('\n'), hashes, vectors }
}

/** The columns chunk by chunk. */
export function* eachColumn({ searches, hashes, vectors }: ChunkColumns): Generator<ChunkColumn> {
  const { dimensions } = hashedVectors
  for (const [at, search] of searches.split('\n').entries()) {
    const hash = hashes.subarray(at * hashBytes, (at + 1) * hashBytes)
    yield {
      search,
      embeddedHash: Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('hex'),
      vector: vectors.subarray(at * dimensions, (at + 1) * dimensions),
    }
  }
}
