import type { Table } from '@lancedb/lancedb'
import { isOneOf } from '../chunks/chunk-filter'
import { textColumn } from './arrow'
import { createIndex, indexNames } from './indexes'
import { toFullTextQuery } from './text-query'

/**
 * Asks every index something, and makes all of them anew if one cannot answer: they are made from the rows, so nothing is
 * lost. Throws where they cannot be made either, because the rows are damaged too.
 */
export async function repairIndexes(table: Table, dimensions: number): Promise<void> {
  const names = await indexNames(table)
  try {
    if (!names.includes('search_idx')) throw new Error('There is no text index.')
    await probe(table, dimensions)
  } catch {
    // Whatever is wrong with them, fresh ones are the cure.
    for (const name of new Set([...names, 'search_idx'])) await createIndex(table, name)
    await probe(table, dimensions)
  }
}

/** Queries with hits, because an index can deny a missing word without opening most of its files. */
async function probe(table: Table, dimensions: number): Promise<void> {
  const columns = ['doc_id', 'collection', 'search']
  for await (const batch of table.query().select(columns).limit(1)) {
    if (batch.numRows === 0) return
    const [documentId, collection, search] = columns.map((name) => textColumn(batch, name)(0))
    const terms = (search ?? '').split(' ', 1)
    const text = toFullTextQuery({ terms, phrases: [], excluded: [] })
    if (text) await table.query().fullTextSearch(text).select(['id', '_score']).limit(1).toArrow()
    await table.countRows(isOneOf('doc_id', [documentId ?? '']))
    await table.countRows(isOneOf('collection', [collection ?? '']))
  }
  const nearest = table.query().nearestTo(new Float32Array(dimensions).fill(1)).distanceType('cosine')
  await nearest.select(['id', '_distance']).limit(1).toArrow()
}
