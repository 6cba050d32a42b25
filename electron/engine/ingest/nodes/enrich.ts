import type { Chunk, DocumentRecord, DocumentStructure } from '@shared/documents'
import type { ChunkDraft } from '../chunking/chunk'
import { type ChunkColumn, type ChunkColumns, eachColumn } from '../chunking/chunk-columns'

/** A chunk with everything derived from it; `vector` is the one that needs no model. */
export interface EnrichedChunk extends ChunkColumn {
  readonly chunk: Chunk
}

/** The document that chunks are cut from. */
export interface ChunkSource extends Pick<DocumentStructure, 'title' | 'format'> {
  readonly record: DocumentRecord
  readonly revision: string
}

const sliceMs = 8
/** Neighbours with more white space between them are not shown together. */
const widestGap = 1000

/** Gives chunks their document, their window of neighbours and their columns. Keeps the event loop free. */
export async function enrich(
  { record, revision, title, format }: ChunkSource,
  drafts: readonly ChunkDraft[],
  columns: ChunkColumns,
  signal: AbortSignal,
): Promise<EnrichedChunk[]> {
  const enriched: EnrichedChunk[] = []
  const each = eachColumn(columns)
  let sliceStart = performance.now()
  for (const [at, draft] of drafts.entries()) {
    if (performance.now() - sliceStart > sliceMs) {
      await new Promise((resolve) => setImmediate(resolve))
      signal.throwIfAborted()
      sliceStart = performance.now()
    }
    const chunk: Chunk = {
      ...draft,
      heading_path: [...draft.heading_path],
      id: `${record.id}:${revision}:${draft.index}`,
      doc_id: record.id,
      doc_name: record.name,
      title,
      revision,
      collection: record.collection,
      format,
      ...windowOf(draft, drafts[at - 1], drafts[at + 1]),
    }
    const column = each.next()
    if (column.done) throw new Error(`There are no columns for ${chunk.id}.`)
    enriched.push({ chunk, ...column.value })
  }
  return enriched
}

function windowOf(
  { start, end }: ChunkDraft,
  before: ChunkDraft | undefined,
  after: ChunkDraft | undefined,
): Pick<Chunk, 'window_start' | 'window_end'> {
  return {
    window_start: before && start - before.end <= widestGap ? before.start : start,
    window_end: after && after.start - end <= widestGap ? after.end : end,
  }
}
