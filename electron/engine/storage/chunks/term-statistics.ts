import { readFile } from 'node:fs/promises'
import { setImmediate as macrotask } from 'node:timers/promises'
import type { Table } from '@lancedb/lancedb'
import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import { writeDurably } from '../files/durable-file'
import { textColumn } from '../tables/arrow'
import { hasCode } from '@shared/errors'
import type { TablePlace } from './table-place'

type StatisticsPlace = Pick<TablePlace, 'statisticsPath' | 'seal'>

const buckets = 2 ** 18
const magic = 0x43544631
const headerInts = 4
const rowsPerSlice = 100

/**
 * In how many chunks a term occurs, counted in 2^18 buckets by the term's hash (FNV-1a), so that memory stays at 2 MB
 * however many words there are. Terms that share a bucket share their count, hence "may overestimate".
 */
export class HashedTermStatistics implements TermStatistics {
  #counts = new Uint32Array(buckets)
  #chunkCount = 0
  /** The chunk that is being counted, by a running number, and the last one that each bucket was counted for. */
  #seen = 0
  readonly #lastSeen = new Uint32Array(buckets)

  get chunkCount(): number {
    return this.#chunkCount
  }

  documentFrequency(term: string): number {
    return Math.min(this.#counts[bucketOf(term)] ?? 0, this.#chunkCount)
  }

  /** Counts chunks in (by 1) or out (by -1), given their `search` columns. */
  count(searches: readonly string[], by: 1 | -1): void {
    for (const search of searches) {
      this.#seen += 1
      for (let from = 0; from < search.length;) {
        const space = search.indexOf(' ', from)
        const end = space === -1 ? search.length : space
        if (end > from) this.#countOnce(bucketOf(search, from, end), by)
        from = end + 1
      }
    }
    this.#chunkCount = Math.max(0, this.#chunkCount + searches.length * by)
  }

  #countOnce(bucket: number, by: 1 | -1): void {
    if (this.#lastSeen[bucket] === this.#seen) return
    this.#lastSeen[bucket] = this.#seen
    this.#counts[bucket] = Math.max(0, (this.#counts[bucket] ?? 0) + by)
  }

  /** Counts `before` out and `after` in, leaving the event loop free in between. */
  async exchange(before: readonly string[], after: readonly string[]): Promise<void> {
    for (const [searches, by] of [
      [before, -1],
      [after, 1],
    ] as const) {
      for (let from = 0; from < searches.length; from += rowsPerSlice) {
        this.count(searches.slice(from, from + rowsPerSlice), by)
        await macrotask()
      }
    }
  }

  clear(): void {
    this.#counts.fill(0)
    this.#chunkCount = 0
  }

  /** Saves the counts together with the table version they belong to. They tell which words occur, so they are sealed where tables are. */
  async save({ statisticsPath: path, seal }: StatisticsPlace, version: number, temporaryFolder: string): Promise<void> {
    const ints = new Uint32Array(headerInts + buckets)
    ints.set(this.#counts, headerInts)
    ints.set([magic, version, this.#chunkCount, checksum(this.#counts)])
    await writeDurably(path, seal.close(new Uint8Array(ints.buffer)), temporaryFolder)
  }

  /** Loads counts saved for exactly this table version; false where there are none such. */
  async load({ statisticsPath: path, seal }: StatisticsPlace, version: number): Promise<boolean> {
    let bytes: Buffer
    try {
      bytes = seal.open(await readFile(path))
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'STORE_DAMAGED')) return false
      throw error
    }
    if (bytes.length !== (headerInts + buckets) * 4) return false
    // Copied, because a buffer from the pool need not start at a multiple of four bytes.
    const ints = new Uint32Array(new Uint8Array(bytes).buffer)
    const counts = ints.slice(headerInts)
    if (ints[0] !== magic || ints[1] !== version || ints[3] !== checksum(counts)) return false
    this.#counts = counts
    this.#chunkCount = ints[2] ?? 0
    return true
  }

  /** Counts a whole table anew, a slice of rows at a time. */
  async rebuild(table: Table): Promise<void> {
    this.clear()
    await eachSearch(table.query().select(['search']), (searches) => this.count(searches, 1))
  }
}

type SearchQuery = ReturnType<ReturnType<Table['query']>['select']>

/** Hands the `search` columns of a query's rows on in slices, leaving the event loop free in between. */
export async function eachSearch(query: SearchQuery, use: (searches: string[]) => void): Promise<void> {
  for await (const batch of query) {
    const searchAt = textColumn(batch, 'search')
    for (let from = 0; from < batch.numRows; from += rowsPerSlice) {
      const length = Math.min(rowsPerSlice, batch.numRows - from)
      use(Array.from({ length }, (_, at) => searchAt(from + at)))
      await macrotask()
    }
  }
}

/** FNV-1a over the UTF-16 code units of a stretch of text, folded to the number of buckets. */
function bucketOf(term: string, from = 0, end = term.length): number {
  let hash = 0x811c9dc5
  for (let at = from; at < end; at += 1) {
    const unit = term.charCodeAt(at)
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193)
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193)
  }
  return ((hash >>> 18) ^ hash) & (buckets - 1)
}

function checksum(counts: Uint32Array): number {
  let sum = 0x811c9dc5
  for (const count of counts) sum = Math.imul(sum ^ count, 0x01000193)
  return sum >>> 0
}
