import { createHash } from 'node:crypto'
import { embeddedText } from '@engine/ports/models/embedded-text'
import { setImmediate as macrotask } from 'node:timers/promises'
import type { Table } from '@lancedb/lancedb'
import type { DocumentChunks, IndexedChunk } from '@engine/ports/storage/chunk-index'
import { isOneOf, quote } from '../chunks/chunk-filter'
import { eachSearch } from '../chunks/term-statistics'
import { textColumn, vectorColumn } from './arrow'
import { type ChunkRow, noVectorHash, toArrowTable } from './chunks'

const rowsPerAdd = 1_000
const hashesPerSlice = 200
const documentsPerPredicate = 200

/** Adds every chunk of these documents, with the event loop free between slices. Not visible until published. */
export async function addRows(table: Table, documents: readonly DocumentChunks[], dimensions: number): Promise<void> {
  await eachBatch(documents, dimensions, (batch) => table.add(batch))
}

/** Writes these documents' chunks over their rows of the same ids. Each batch is one step: a crash loses none of them. */
export async function overwriteRows(
  table: Table,
  documents: readonly DocumentChunks[],
  dimensions: number,
): Promise<void> {
  await eachBatch(documents, dimensions, (batch) => table.mergeInsert('id').whenMatchedUpdateAll().execute(batch))
}

async function eachBatch(
  documents: readonly DocumentChunks[],
  dimensions: number,
  write: (batch: ReturnType<typeof toArrowTable>) => Promise<unknown>,
): Promise<void> {
  const chunks = documents.flatMap((document) => document.chunks)
  for (let from = 0; from < chunks.length; from += rowsPerAdd) {
    const rows: ChunkRow[] = []
    for (const row of chunks.slice(from, from + rowsPerAdd)) {
      if (rows.length % hashesPerSlice === 0) await macrotask()
      rows.push({ ...row, textHash: hashOf(row) })
    }
    await macrotask()
    const batch = toArrowTable(rows, dimensions)
    await macrotask()
    await write(batch)
  }
}

function hashOf({ chunk, vector, embeddedHash }: IndexedChunk): string {
  return vector === null ? noVectorHash : (embeddedHash ?? embeddedTextHash(chunk))
}

/** Deletes the rows of these documents. */
export async function deleteDocuments(table: Table, documentIds: readonly string[]): Promise<void> {
  for (const ids of groups(documentIds)) await table.delete(isOneOf('doc_id', ids))
}

/** Deletes the rows of these documents that are of another revision than the one given. */
export async function deleteOtherRevisions(
  table: Table,
  documents: readonly { readonly documentId: string; readonly revision: string }[],
): Promise<void> {
  for (const group of groups(documents)) {
    const parts = group.map(
      ({ documentId, revision }) => `(doc_id = ${quote(documentId)} AND revision <> ${quote(revision)})`,
    )
    await table.delete(parts.join(' OR '))
  }
}

/** The `search` columns of these documents' rows. */
export async function readSearches(table: Table, documentIds: readonly string[]): Promise<string[]> {
  const all: string[] = []
  for (const ids of groups(documentIds)) {
    const query = table.query().where(isOneOf('doc_id', ids)).select(['search'])
    await eachSearch(query, (searches) => all.push(...searches))
  }
  return all
}

/** The vectors of a document's rows by the hash of their embedded text; without those that are to follow. */
export async function readVectors(
  table: Table,
  documentId: string,
  dimensions: number,
): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>()
  for await (const batch of table
    .query()
    .where(isOneOf('doc_id', [documentId]))
    .select(['text_hash', 'vector'])) {
    const hashAt = textColumn(batch, 'text_hash')
    const vectorAt = vectorColumn(batch, 'vector', dimensions)
    for (let row = 0; row < batch.numRows; row += 1) {
      if (hashAt(row) !== noVectorHash) vectors.set(hashAt(row), vectorAt(row))
    }
  }
  return vectors
}

function* groups<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += documentsPerPredicate) {
    yield items.slice(from, from + documentsPerPredicate)
  }
}

/** SHA-256 (hex) of a chunk's embedded text: by it a stored vector is found again, and a changed row noticed. */
export function embeddedTextHash(chunk: Parameters<typeof embeddedText>[0]): string {
  return createHash('sha256').update(embeddedText(chunk), 'utf8').digest('hex')
}
