import type { Table } from '@lancedb/lancedb'
import type { RecordBatch } from 'apache-arrow'
import type { Chunk } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { byCodeUnits } from '@shared/hash'
import type { ChunkFilter, FoundChunk, SearchOptions, TextQuery } from '@engine/ports/storage/chunk-index'
import { beginningWith, isOneOf, quote, type RowFilter, toRowFilter } from '../chunks/chunk-filter'
import { numberColumn, rowColumn, textColumn, vectorColumn } from './arrow'
import { chunkColumns, chunkReader, isStandIn, noVectorHash } from './chunks'
import { excludedRuns, holdsAny, holdsPhrases, toFullTextQuery, wordsOfPhrases } from './text-query'

/** A hit of a search before its row is read. */
export interface Place {
  /** Of the chunk. */
  readonly id: string
  /** LanceDB's number of its row in this version of the table. */
  readonly row: bigint
  readonly score: number
}

/** Below this many rows behind a filter, reading all their vectors is faster and exact. */
const fewRows = 2_000
/** The vector index names candidates by coarse vectors; this many are compared exactly, for full recall. */
const smallestCandidates = 60
const candidatesPerHit = 2
const probedPartitions = 40
const firstPhraseCandidates = 200
const phraseCandidateGrowth = 8

/** The nearest chunks by cosine similarity, best first. */
export async function searchVectors(
  table: Table,
  vector: Float32Array,
  options: SearchOptions,
  hasIndex: boolean,
): Promise<Place[]> {
  const filter = toRowFilter(options.filter)
  if (filter.matches === 'none' || options.limit < 1 || !vector.some((value) => value !== 0)) return []
  const predicate = filter.matches === 'some' ? filter.predicate : undefined
  const hits = await nearestRows(table, vector, { predicate, limit: options.limit, hasIndex })
  if (!hits.some(({ lacksVector }) => lacksVector)) return best(hits, options.limit)
  // They took the places of others. Asked for only now: it reads another column of every row.
  const withVector = [
    `text_hash <> ${quote(noVectorHash)}`,
    ...(predicate === undefined ? [] : [`(${predicate})`]),
  ].join(' AND ')
  return best(
    await nearestRows(table, vector, { predicate: withVector, limit: options.limit, hasIndex }),
    options.limit,
  )
}

/** `lacksVector`: its vector is to follow, and what stands in its place is near to nothing. */
interface NearPlace extends Place {
  readonly lacksVector: boolean
}

interface Nearest {
  readonly predicate: string | undefined
  readonly limit: number
  readonly hasIndex: boolean
}

async function nearestRows(
  table: Table,
  vector: Float32Array,
  { predicate, limit, hasIndex }: Nearest,
): Promise<NearPlace[]> {
  let query = table
    .query()
    .nearestTo(vector)
    .distanceType('cosine')
    .limit(limit)
    .select(['id', 'text_hash', '_distance'])
    .withRowId()
  if (predicate !== undefined) query = query.where(predicate)
  if (hasIndex) {
    const few = predicate !== undefined && (await table.countRows(predicate)) < fewRows
    const refine = Math.max(candidatesPerHit, Math.ceil(smallestCandidates / limit))
    query = few ? query.bypassVectorIndex() : query.nprobes(probedPartitions).refineFactor(refine)
  }
  const { batches } = await query.toArrow()
  return batches.flatMap((batch) => {
    const hashAt = textColumn(batch, 'text_hash')
    const places = placesOf(batch, '_distance', (distance) => 1 - distance)
    return places.map((place, row) => ({ ...place, lacksVector: hashAt(row) === noVectorHash }))
  })
}

/** The chunks that match a text query by BM25, best first. */
export async function searchText(table: Table, query: TextQuery, options: SearchOptions): Promise<Place[]> {
  const text = toFullTextQuery(query)
  const filter = query.begins === undefined ? toRowFilter(options.filter) : beginningWith(query.begins, options.filter)
  if (filter.matches === 'none' || options.limit < 1) return []
  if (!text) return query.begins === undefined ? [] : searchBeginning(table, filter, options)
  const phrases = wordsOfPhrases(query)
  const runs = excludedRuns(query)
  const isChecked = phrases.length > 0 || runs.length > 0
  const isWanted = (search: string) => holdsPhrases(search, phrases) && !holdsAny(search, runs)
  const columns = isChecked ? ['id', 'search', '_score'] : ['id', '_score']
  let candidates = isChecked ? Math.max(firstPhraseCandidates, options.limit) : options.limit
  for (;;) {
    let request = table.query().fullTextSearch(text).limit(candidates).select(columns).withRowId()
    if (filter.matches === 'some') request = request.where(filter.predicate)
    const found = await request.toArrow()
    // The caller throws the signal's own reason.
    if (options.signal?.aborted) return []
    const hits = found.batches.flatMap((batch) => {
      const places = placesOf(batch, '_score')
      if (!isChecked) return places
      const searchAt = textColumn(batch, 'search')
      return places.filter((_, row) => isWanted(searchAt(row)))
    })
    // Candidates hold the words of a phrase in any order: look further down until enough hold them in the right one.
    if (!isChecked || hits.length >= options.limit || found.numRows < candidates) return best(hits, options.limit)
    candidates *= phraseCandidateGrowth
  }
}

/** The chunks that a filter lets through, all of the same score: where only the beginning of a word is known, none is better. */
async function searchBeginning(table: Table, filter: RowFilter, options: SearchOptions): Promise<Place[]> {
  if (filter.matches !== 'some') return []
  const found = await table.query().where(filter.predicate).limit(options.limit).select(['id']).withRowId().toArrow()
  return found.batches.flatMap((batch) => placesOf(batch))
}

/** The rows that a search of this version of the table has found, by their number. */
export async function readRows(
  table: Table,
  rows: readonly bigint[],
  dimensions: number,
): Promise<Map<bigint, FoundChunk>> {
  const columns = [...chunkColumns, 'search', 'vector']
  const { batches } = await table.takeRowIds(rows).select(columns).withRowId().toArrow()
  return new Map(
    batches.flatMap((batch) => {
      const rowAt = rowColumn(batch)
      return readFound(batch, dimensions).map((found, at): [bigint, FoundChunk] => [rowAt(at), found])
    }),
  )
}

/** Chunks of one document with `from <= index <= to`, in order. */
export async function readChunks(table: Table, documentId: string, from: number, to: number): Promise<Chunk[]> {
  if (!(from <= to)) return []
  const range = [from, to].map((value) => Math.trunc(Math.min(Math.max(value, -1), 2_147_483_647)))
  const predicate = `${isOneOf('doc_id', [documentId])} AND idx BETWEEN ${range.join(' AND ')}`
  const { batches } = await table.query().where(predicate).select(chunkColumns).toArrow()
  const chunks = batches.flatMap((batch) => Array.from({ length: batch.numRows }, (_, row) => chunkReader(batch)(row)))
  return chunks.sort((a, b) => a.index - b.index)
}

/** The chunks with these ids that the filter lets through, in no order. Missing chunks are left out. */
export async function readChunksById(
  table: Table,
  ids: readonly string[],
  dimensions: number,
  filter: ChunkFilter | undefined,
): Promise<FoundChunk[]> {
  const rows = toRowFilter(filter)
  if (rows.matches === 'none' || ids.length === 0) return []
  const wanted = isOneOf('id', ids)
  const predicate = rows.matches === 'all' ? wanted : `${wanted} AND ${rows.predicate}`
  const { batches } = await table
    .query()
    .where(predicate)
    .select([...chunkColumns, 'search', 'vector'])
    .toArrow()
  return batches.flatMap((batch) => readFound(batch, dimensions))
}

function readFound(batch: RecordBatch, dimensions: number): FoundChunk[] {
  const [chunkAt, searchAt] = [chunkReader(batch), textColumn(batch, 'search')]
  const vectorAt = vectorColumn(batch, 'vector', dimensions)
  return Array.from({ length: batch.numRows }, (_, row) => {
    return withoutStandIn({ chunk: chunkAt(row), vector: vectorAt(row), search: searchAt(row) })
  })
}

/** How many chunks a filter lets through. */
export async function countChunks(table: Table, filter: ChunkFilter | undefined): Promise<number> {
  const rows = toRowFilter(filter)
  if (rows.matches === 'none') return 0
  return rows.matches === 'all' ? table.countRows() : table.countRows(rows.predicate)
}

/** Throws INVALID_INPUT for a question vector that the table cannot compare. */
export function validateQueryVector(vector: Float32Array, dimensions: number): void {
  if (vector.length === dimensions && vector.every(Number.isFinite)) return
  throw new CairnError('INVALID_INPUT', `A question's vector must hold ${dimensions} finite numbers.`)
}

/** The hits of a batch, by the column that LanceDB ranks by; all the same where none is named. */
function placesOf(
  batch: RecordBatch,
  measure?: '_distance' | '_score',
  toScore: (value: number) => number = (value) => value,
): Place[] {
  const [idAt, rowAt] = [textColumn(batch, 'id'), rowColumn(batch)]
  const measureAt = measure === undefined ? () => 0 : numberColumn(batch, measure)
  return Array.from({ length: batch.numRows }, (_, row) => {
    // A vector of zeros has no direction, so its distance is not a number: nothing is known to be near it.
    const score = toScore(measureAt(row) ?? Number.NaN)
    return { id: idAt(row), row: rowAt(row), score: Number.isNaN(score) ? 0 : score }
  })
}

/** A found chunk as retrieval sees it: a vector that is to follow compares with nothing. */
function withoutStandIn<Found extends FoundChunk>(found: Found): Found {
  return isStandIn(found.vector) ? { ...found, vector: new Float32Array(found.vector.length) } : found
}

function best<Hit extends Place>(hits: Hit[], limit: number): Hit[] {
  hits.sort((a, b) => b.score - a.score || byCodeUnits(a.id, b.id))
  return hits.slice(0, limit)
}
