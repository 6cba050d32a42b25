import { join } from 'node:path'
import * as lancedb from '@lancedb/lancedb'
import { processorMs } from '../metrics'

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

function toNeighbour(row: unknown): { id: string; distance: number } {
  if (typeof row === 'object' && row !== null && 'id' in row && '_distance' in row) {
    return { id: String(row.id), distance: Number(row._distance) }
  }
  throw new Error('LanceDB returned a row without id or distance.')
}
