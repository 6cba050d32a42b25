import { CairnError } from '@shared/errors'
import type { DocumentChunks, IndexedChunk } from '@engine/ports/storage/chunk-index'

const largestInt32 = 2_147_483_647

/**
 * Throws INVALID_INPUT for rows that do not fit the table. The table itself would not notice: it fills short vectors with
 * nulls and takes strings in number columns.
 */
export function validateDocuments(documents: readonly DocumentChunks[], dimensions: number): void {
  const documentIds = new Set<string>()
  for (const document of documents) {
    if (document.documentId === '' || document.revision === '') throw invalid('a document has no id or no revision')
    if (documentIds.has(document.documentId)) throw invalid(`document ${document.documentId} comes twice`)
    documentIds.add(document.documentId)
    const chunkIds = new Set<string>()
    for (const row of document.chunks) {
      const problem =
        problemOf(row, document, dimensions) ?? (chunkIds.has(row.chunk.id) ? 'its id comes twice' : undefined)
      if (problem !== undefined) throw invalid(`chunk "${row.chunk.id}" of document ${document.documentId}: ${problem}`)
      chunkIds.add(row.chunk.id)
    }
  }
}

function problemOf({ chunk, vector }: IndexedChunk, document: DocumentChunks, dimensions: number): string | undefined {
  if (chunk.id === '') return 'it has no id'
  if (chunk.doc_id !== document.documentId) return `it says it belongs to document "${chunk.doc_id}"`
  if (chunk.revision !== document.revision) return `it is of revision "${chunk.revision}", not "${document.revision}"`
  const { index, start, end, window_start, window_end, token_count, page } = chunk
  const numbers = [index, start, end, window_start, window_end, token_count, page ?? 1]
  if (!numbers.every((value) => Number.isInteger(value) && value >= 0 && value <= largestInt32)) {
    return 'a number is not a whole number between 0 and 2147483647'
  }
  if (vector === null) return undefined
  if (vector.length !== dimensions) return `its vector has ${vector.length} dimensions, not ${dimensions}`
  if (!areFinite(vector)) return 'its vector holds something that is not a finite number'
  return undefined
}

/** A plain loop: with a call for each of some hundred thousand numbers a batch kept the event loop for 20 ms. */
function areFinite(vector: Float32Array): boolean {
  for (let at = 0; at < vector.length; at += 1) if (!Number.isFinite(vector[at])) return false
  return true
}

function invalid(what: string): CairnError {
  return new CairnError('INVALID_INPUT', `The chunks cannot be stored: ${what}.`)
}
