import type { Table } from '@lancedb/lancedb'
import type { IndexedChunk } from '@engine/ports/storage/chunk-index'
import type { StoredVector } from '@engine/ports/models/vector-space'
import type { LostDocument } from '../catalogue/lost-documents'
import { isOneOf, quote } from '../chunks/chunk-filter'
import { numberColumn, textColumn, vectorColumn } from './arrow'
import { chunkColumns, chunkReader, noVectorHash } from './chunks'

const placesPerPredicate = 100

/** Every row of these documents without its vector: document by document, in order. */
export async function readTexts(table: Table, documentIds: readonly string[]): Promise<Omit<IndexedChunk, 'vector'>[]> {
  const { batches } = await table
    .query()
    .where(isOneOf('doc_id', documentIds))
    .select([...chunkColumns, 'search'])
    .toArrow()
  const rows = batches.flatMap((batch) => {
    const chunkAt = chunkReader(batch)
    const searchAt = textColumn(batch, 'search')
    return Array.from({ length: batch.numRows }, (_, row) => ({ chunk: chunkAt(row), search: searchAt(row) }))
  })
  const order = new Map(documentIds.map((id, at) => [id, at]))
  const placeOf = (id: string) => order.get(id) ?? 0
  return rows.sort(({ chunk: a }, { chunk: b }) => placeOf(a.doc_id) - placeOf(b.doc_id) || a.index - b.index)
}

/** What the rows of these documents say that they are called. */
export async function readNames(table: Table, documentIds: readonly string[]): Promise<LostDocument[]> {
  const names = new Map<string, LostDocument>()
  for (let from = 0; from < documentIds.length; from += placesPerPredicate) {
    const some = documentIds.slice(from, from + placesPerPredicate)
    for (const { chunk } of await readTexts(table, some)) {
      names.set(chunk.doc_id, { id: chunk.doc_id, name: chunk.doc_name, title: chunk.title })
    }
  }
  return [...names.values()]
}

/** Documents with a row whose vector is to follow. */
export async function readWithoutVectors(table: Table): Promise<string[]> {
  const found = new Set<string>()
  const query = table
    .query()
    .where(`text_hash = ${quote(noVectorHash)}`)
    .select(['doc_id'])
  for await (const batch of query) {
    const documentAt = textColumn(batch, 'doc_id')
    for (let row = 0; row < batch.numRows; row += 1) found.add(documentAt(row))
  }
  return [...found]
}

/** The vectors of rows by document and position. Missing rows are left out. */
export async function readVectorsAt(
  table: Table,
  places: readonly { readonly documentId: string; readonly index: number }[],
  dimensions: number,
): Promise<StoredVector[]> {
  const found: StoredVector[] = []
  for (let from = 0; from < places.length; from += placesPerPredicate) {
    const parts = places
      .slice(from, from + placesPerPredicate)
      .map(({ documentId, index }) => `(doc_id = ${quote(documentId)} AND idx = ${Math.trunc(index)})`)
    const { batches } = await table
      .query()
      .where(parts.join(' OR '))
      .select(['doc_id', 'idx', 'text_hash', 'vector'])
      .toArrow()
    for (const batch of batches) {
      const documentAt = textColumn(batch, 'doc_id')
      const indexAt = numberColumn(batch, 'idx')
      const hashAt = textColumn(batch, 'text_hash')
      const vectorAt = vectorColumn(batch, 'vector', dimensions)
      for (let row = 0; row < batch.numRows; row += 1) {
        if (hashAt(row) === noVectorHash) continue
        found.push({ documentId: documentAt(row), index: indexAt(row) ?? 0, vector: vectorAt(row) })
      }
    }
  }
  return found
}
