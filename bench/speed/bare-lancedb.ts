import { join } from 'node:path'
import * as lancedb from '@lancedb/lancedb'
import { createTextIndex } from '@engine/storage/tables/indexes'
import { processorMs, round } from '../metrics'

/** The chunk table of a store, asked without anything of Cairn in between: the floor for retrieval. */
export interface BareTable {
  /** Milliseconds, by the clock and of processor time, of one vector and one full-text search side by side, whole rows read. */
  searchBoth(vector: Float32Array, terms: readonly string[], limit: number): Promise<{ ms: number; processor: number }>
  /** Ids of the nearest rows by an exact scan, with their cosine distances, nearest first. */
  nearest(vector: Float32Array, limit: number): Promise<{ id: string; distance: number }[]>
  close(): void
}

export async function openBareTable(store: string): Promise<BareTable> {
  const connection = await lancedb.connect(join(store, 'lance'))
  const table = await connection.openTable('chunks')
  return {
    async searchBoth(vector, terms, limit) {
      const [start, before] = [performance.now(), process.cpuUsage()]
      await Promise.all([
        table.vectorSearch(vector).distanceType('cosine').limit(limit).toArrow(),
        table
          .query()
          .fullTextSearch(new lancedb.MatchQuery(terms.join(' '), 'search'))
          .limit(limit)
          .toArrow(),
      ])
      return { ms: performance.now() - start, processor: processorMs(before) }
    },
    async nearest(vector, limit) {
      const query = table.vectorSearch(vector).distanceType('cosine').bypassVectorIndex().limit(limit)
      const rows: unknown[] = await query.select(['id', '_distance']).toArray()
      return rows.map(toNeighbour)
    },
    close() {
      table.close()
      connection.close()
    },
  }
}

const rowsAtOnce = 5000

/**
 * Writes the rows of a store's chunk table into a table in a folder of its own and makes the same text index over it: the least that
 * making such a library searchable takes. Reading the rows is not counted. Seconds by the clock and of processor time.
 */
export async function measureBareIngest(store: string, folder: string) {
  const from = await (await lancedb.connect(join(store, 'lance'))).openTable('chunks')
  const to = await lancedb.connect(folder)
  const spent = { ms: 0, processor: 0 }
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const [start, before] = [performance.now(), process.cpuUsage()]
    const done = await work()
    spent.ms += performance.now() - start
    spent.processor += processorMs(before)
    return done
  }
  let table: lancedb.Table | undefined
  const rows = await from.countRows()
  for (let at = 0; at < rows; at += rowsAtOnce) {
    const some = await from.query().offset(at).limit(rowsAtOnce).toArrow()
    const known = table
    if (known) await timed(() => known.add(some))
    else table = await timed(() => to.createTable('chunks', some))
  }
  await timed(() => (table ? createTextIndex(table) : Promise.resolve()))
  for (const one of [from, table, to]) one?.close()
  return { rows, seconds: round(spent.ms / 1000), processor_seconds: round(spent.processor / 1000) }
}

function toNeighbour(row: unknown): { id: string; distance: number } {
  if (typeof row === 'object' && row !== null && 'id' in row && '_distance' in row) {
    return { id: String(row.id), distance: Number(row._distance) }
  }
  throw new Error('LanceDB returned a row without id or distance.')
}
