import type { Table } from '@lancedb/lancedb'
import type { RecordBatch } from 'apache-arrow'
import type { Chunk } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { byCodeUnits } from '@shared/hash'
import type { ChunkFilter, ChunkHit, FoundChunk, SearchOptions, TextQuery } from '@engine/ports/storage/chunk-index'
import { beginningWith, isOneOf, quote, type RowFilter, toRowFilter } from '../chunks/chunk-filter'
import { numberColumn, textColumn, vectorColumn } from './arrow'
import { chunkColumns, chunkReader, isStandIn, noVectorHash } from './chunks'
import { excludedRuns, holdsAny, holdsPhrases, toFullTextQuery, wordsOfPhrases } from './text-query'

/** Below this many rows behind a filter, reading all their vectors is faster and exact. */
const fewRows = 2_000
/** The vector index names candidates by coarse vectors; this many are compared exactly, for full recall. */
const smallestCandidates = 60
const candidatesPerHit = 2
const probedPartitions = 40
/**
 * Steps of a BM25 score. Sums of the same numbers differ in their last bits by the order they were added in, which is another in tables
 * made anew: within a step they are equal, and what is equal is ordered by its place.
 */
const scoreStep = 0.001
const firstPhraseCandidates = 200
const phraseCandidateGrowth = 8

/** The nearest chunks by cosine similarity, best first. */
export async function searchVectors(
  table: Table,
  vector: Float32Array,
  options: SearchOptions,
  hasIndex: boolean,
): Promise<ChunkHit[]> {
  const filter = toRowFilter(options.filter)
  if (filter.matches === 'none' || options.limit < 1 || !vector.some((value) => value !== 0)) return []
  const predicate = filter.matches === 'some' ? filter.predicate : undefined
  const hits = await nearestRows(table, vector, { predicate, limit: options.limit, hasIndex })
  if (!hits.some((hit) => isStandIn(hit.vector))) return best(hits, options.limit)
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

interface Nearest {
  readonly predicate: string | undefined
  readonly limit: number
  readonly hasIndex: boolean
}

async function nearestRows(
  table: Table,
  vector: Float32Array,
  { predicate, limit, hasIndex }: Nearest,
): Promise<ChunkHit[]> {
  let query = table
    .query()
    .nearestTo(vector)
    .distanceType('cosine')
    .limit(limit)
    .select([...chunkColumns, 'search', 'vector', '_distance'])
  if (predicate !== undefined) query = query.where(predicate)
  if (hasIndex) {
    const few = predicate !== undefined && (await table.countRows(predicate)) < fewRows
    const refine = Math.max(candidatesPerHit, Math.ceil(smallestCandidates / limit))
    query = few ? query.bypassVectorIndex() : query.nprobes(probedPartitions).refineFactor(refine)
  }
  const { batches } = await query.toArrow()
  const reading: HitReading = {
    dimensions: vector.length,
    measure: '_distance',
    toScore: (distance) => 1 - distance,
  }
  return batches.flatMap((batch) => readHits(batch, reading))
}

/** The chunks that match a text query by BM25, best first. */
export async function searchText(
  table: Table,
  query: TextQuery,
  options: SearchOptions,
  dimensions: number,
): Promise<ChunkHit[]> {
  const text = toFullTextQuery(query)
  const filter = query.begins === undefined ? toRowFilter(options.filter) : beginningWith(query.begins, options.filter)
  if (filter.matches === 'none' || options.limit < 1) return []
  if (!text) return query.begins === undefined ? [] : searchBeginning(table, filter, options, dimensions)
  const phrases = wordsOfPhrases(query)
  const runs = excludedRuns(query)
  const isChecked = phrases.length > 0 || runs.length > 0
  const isWanted = (search: string) => holdsPhrases(search, phrases) && !holdsAny(search, runs)
  const columns = [...chunkColumns, 'search', 'vector', '_score']
  let candidates = isChecked ? Math.max(firstPhraseCandidates, options.limit) : options.limit
  for (;;) {
    let request = table.query().fullTextSearch(text).limit(candidates).select(columns)
    if (filter.matches === 'some') request = request.where(filter.predicate)
    const found = await request.toArrow()
    // The caller throws the signal's own reason.
    if (options.signal?.aborted) return []
    const hits = found.batches
      .flatMap((batch) => readHits(batch, { dimensions, measure: '_score', toScore: inSteps, isWanted }))
      .map(withoutStandIn)
    // Candidates hold the words of a phrase in any order: look further down until enough hold them in the right one.
    if (!isChecked || hits.length >= options.limit || found.numRows < candidates) return best(hits, options.limit)
    candidates *= phraseCandidateGrowth
  }
}

/** The chunks that a filter lets through, all of the same score: where only the beginning of a word is known, none is better. */
async function searchBeginning(
  table: Table,
  filter: RowFilter,
  options: SearchOptions,
  dimensions: number,
): Promise<ChunkHit[]> {
  if (filter.matches !== 'some') return []
  const found = await table
    .query()
    .where(filter.predicate)
    .limit(options.limit)
    .select([...chunkColumns, 'search', 'vector'])
    .toArrow()
  return found.batches.flatMap((batch) => readFound(batch, dimensions).map((one) => ({ ...one, score: 0 })))
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

interface HitReading {
  readonly dimensions: number
  /** The column that LanceDB ranks by. */
  readonly measure: '_distance' | '_score'
  readonly toScore: (value: number) => number
  readonly isWanted?: (search: string) => boolean
}

function readHits(batch: RecordBatch, reading: HitReading): ChunkHit[] {
  const { dimensions, measure, toScore, isWanted = () => true } = reading
  const chunkAt = chunkReader(batch)
  const vectorAt = vectorColumn(batch, 'vector', dimensions)
  const measureAt = numberColumn(batch, measure)
  const searchAt = textColumn(batch, 'search')
  const hits: ChunkHit[] = []
  for (let row = 0; row < batch.numRows; row += 1) {
    const search = searchAt(row)
    if (!isWanted(search)) continue
    // A vector of zeros has no direction, so its distance is not a number: nothing is known to be near it.
    const score = toScore(measureAt(row) ?? Number.NaN)
    hits.push({ chunk: chunkAt(row), score: Number.isNaN(score) ? 0 : score, vector: vectorAt(row), search })
  }
  return hits
}

/** A found chunk as retrieval sees it: a vector that is to follow compares with nothing. */
function withoutStandIn<Found extends FoundChunk>(found: Found): Found {
  return isStandIn(found.vector) ? { ...found, vector: new Float32Array(found.vector.length) } : found
}

function inSteps(score: number): number {
  return Math.round(score / scoreStep) * scoreStep
}

function best(hits: ChunkHit[], limit: number): ChunkHit[] {
  hits.sort((a, b) => b.score - a.score || byCodeUnits(a.chunk.id, b.chunk.id))
  return hits.slice(0, limit)
}
