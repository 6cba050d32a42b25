import { Index, type Table } from '@lancedb/lancedb'

/** Reading all vectors of fewer rows takes no longer than an index (8 ms); of 9,500 it took 39 ms, and the index 7. */
export const vectorIndexRows = 2_000
const scalarIndexRows = 1_000
/** In bytes, and more than the longest term (80 characters) can have in UTF-8. */
const longestToken = 256
/** Of a quantised dimension: with one bit, recall@30 of the built-in vectors falls to 0.7 at 100,000 rows, with three it is 1. */
const vectorBits = 3
/**
 * Rows in a partition of the vector index. A search reads forty partitions, so up to 160,000 rows all of them, and recall stays 1;
 * the store's own choice, twice as many rows, took a third longer at 119,000.
 */
const rowsPerPartition = 4_096

export async function indexNames(table: Table): Promise<string[]> {
  return (await table.listIndices()).map((index) => index.name)
}

/** The full-text index over terms that come analysed, so it does nothing but split at spaces. */
export async function createTextIndex(table: Table): Promise<void> {
  const config = Index.fts({
    baseTokenizer: 'whitespace',
    lowercase: false,
    stem: false,
    removeStopWords: false,
    asciiFolding: false,
    maxTokenLength: longestToken,
    // See text-query.ts: phrases are checked by us.
    withPosition: false,
  })
  await table.createIndex('search', { config, replace: true })
}

/**
 * Builds the text index anew where it holds no row of a table that has some. An index made over an empty table makes
 * LanceDB 0.31 cut a search to its first `limit` matches in row order instead of the best ones; over any rows at all, it
 * finds rows that are not indexed yet, and `maintain` sees to it that they are few.
 */
export async function indexFirstRows(table: Table): Promise<void> {
  const stats = await table.indexStats('search_idx')
  if ((stats?.numIndexedRows ?? 0) === 0 && (await table.countRows()) > 0) await createTextIndex(table)
}

/**
 * Makes the indexes a table of this size should have and lacks. The vector index is built anew whenever the table has
 * `growth` times the rows it had then (`vectorRows`): what is added in between makes a piece of its own each time, and a search
 * of five pieces takes half as long again as one of all in one. Returns over how many rows it stands now.
 */
export async function ensureIndexes(table: Table, rows: number, vectorRows: number, growth = 2): Promise<number> {
  const names = await indexNames(table)
  if (!names.includes('search_idx')) await createTextIndex(table)
  if (rows >= scalarIndexRows) {
    for (const name of ['doc_id_idx', 'collection_idx']) if (!names.includes(name)) await createIndex(table, name)
  }
  const hasVectors = names.includes('vector_idx')
  if (rows < vectorIndexRows) return hasVectors ? vectorRows : 0
  if (hasVectors && rows < growth * vectorRows) return vectorRows
  await createIndex(table, 'vector_idx')
  return rows
}

/** Makes one of our indexes, by the name LanceDB gives it, in the place of the one there is. */
export async function createIndex(table: Table, name: string): Promise<void> {
  if (name === 'search_idx') await createTextIndex(table)
  if (name === 'doc_id_idx') await table.createIndex('doc_id', { config: Index.btree(), replace: true })
  if (name === 'collection_idx') await table.createIndex('collection', { config: Index.bitmap(), replace: true })
  if (name === 'vector_idx') {
    const numPartitions = Math.max(1, Math.round((await table.countRows()) / rowsPerPartition))
    const config = Index.ivfRq({ distanceType: 'cosine', numBits: vectorBits, numPartitions })
    await table.createIndex('vector', { config, replace: true })
  }
}

/** Drops all indexes, or those of these names. */
export async function dropIndexes(table: Table, names?: readonly string[]): Promise<void> {
  const there = await indexNames(table)
  for (const name of there) if (names?.includes(name) ?? true) await table.dropIndex(name)
}
