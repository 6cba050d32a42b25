import { createHash } from 'node:crypto'
import { embeddedText } from '@engine/ports/models/embedded-text'
import type { Embedder } from '@engine/ports/models/embedder'
import type { IndexedChunk } from '@engine/ports/storage/chunk-index'
import { embedTexts } from './embed-texts'

/** Few, because a question may have to wait for one such call. */
const textsPerCall = 32

/** A chunk of the tables without its vector. */
export type Row = Omit<IndexedChunk, 'vector'>
/** By document, then by the hash of the embedded text. */
export type KnownVectors = ReadonlyMap<string, ReadonlyMap<string, Float32Array>>

export interface VectorWork {
  readonly embedder: Embedder
  readonly signal: AbortSignal
  /** Awaited between calls of the embedder: lets others have their turn, waits while halted, throws when aborted. */
  readonly rest: () => Promise<void>
  /** Told of every few chunks that are done. */
  readonly advanced: (chunks: number) => void
  readonly mayRead: MayRead
}

/** Whether an embedder may be given a document's text: one on another machine not where it is confidential now. */
export type MayRead = (embedderId: string, documentId: string) => boolean

/** Vectors by row: those known for the same text are kept, the rest made where the embedder may read them. Throws as `embedTexts`. */
export async function vectorsOf(
  rows: readonly Row[],
  known: KnownVectors,
  { embedder, signal, rest, advanced, mayRead }: VectorWork,
): Promise<Map<Row, Float32Array>> {
  const vectors = new Map<Row, Float32Array>()
  for (const row of rows) {
    const vector = knownVector(row, known)
    if (vector) vectors.set(row, vector)
  }
  if (vectors.size > 0) advanced(vectors.size)
  const fresh = rows.filter((row) => !vectors.has(row)).map((row) => ({ row, text: embeddedText(row.chunk) }))
  // Texts of about the same length go together: a model pads every text to the longest of a call.
  fresh.sort((a, b) => a.text.length - b.text.length)
  for (let at = 0; at < fresh.length; at += textsPerCall) {
    const next = fresh.slice(at, at + textsPerCall)
    // Asked before each call: it may have become confidential since the last one.
    const call = next.filter(({ row }) => mayRead(embedder.id, row.chunk.doc_id))
    const texts = call.map(({ text }) => text)
    const made = await embedTexts(embedder, texts, signal)
    for (const [n, vector] of made.entries()) {
      const asked = call[n]
      if (asked) vectors.set(asked.row, vector)
    }
    advanced(next.length)
    await rest()
  }
  return vectors
}

/** The rows with their vectors; null where one was not made. */
export function withVectors(rows: readonly Row[], vectors: ReadonlyMap<Row, Float32Array>): IndexedChunk[] {
  return rows.map((row) => ({ ...row, vector: vectors.get(row) ?? null }))
}

export function knownVector({ chunk }: Row, known: KnownVectors): Float32Array | undefined {
  return known.get(chunk.doc_id)?.get(hashOf(embeddedText(chunk)))
}

/** As the store names embedded texts (`ChunkWriter.storedVectors`). */
function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
