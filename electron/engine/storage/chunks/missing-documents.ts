import type { DocumentRecord } from '@shared/documents'
import type { DocumentRows } from '../tables/chunk-table'

/** A document whose live content and rows in the table differ. */
export interface RowMismatch {
  readonly id: string
  readonly expected: number
  readonly found: number
}

/**
 * Documents that should be searchable but are not, or not wholly. While a replacement is on its way, `chunk_count` may
 * already speak of the new content, so then it only matters that there are rows at all.
 */
export function findMissing(
  records: readonly DocumentRecord[],
  rows: ReadonlyMap<string, DocumentRows>,
): RowMismatch[] {
  return records.flatMap((record) => {
    if (!record.live) return []
    const found = rows.get(record.id)?.revisions.get(record.live.revision) ?? 0
    const settled = (record.status === 'ready' || record.status === 'partial') && record.pending === null
    const fits = settled ? found === record.chunk_count : found > 0 || record.chunk_count === 0
    return fits ? [] : [{ id: record.id, expected: record.chunk_count, found }]
  })
}
