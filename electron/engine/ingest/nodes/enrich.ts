import { createHash } from 'node:crypto'
import type { Chunk, DocumentRecord, DocumentStructure } from '@shared/documents'
import { embeddedText } from '@engine/ports/models/embedded-text'
import { toSearchColumn } from '@engine/text/analyse'
import type { ChunkDraft } from '../chunking/chunk'

/** A chunk with everything derived from it but its vector. */
export interface EnrichedChunk {
  readonly chunk: Chunk
  readonly search: string
  readonly embedded: string
  /** SHA-256 (hex) of `embedded`: the key under which its vector is reused. */
  readonly embeddedHash: string
}

/** The document that chunks are cut from. */
export interface ChunkSource extends Pick<DocumentStructure, 'title' | 'format'> {
  readonly record: DocumentRecord
  readonly revision: string
}

const sliceMs = 8
/** Neighbours with more white space between them are not shown together. */
const widestGap = 1000

/** Gives chunks their document, their window of neighbours and their analysed terms. Keeps the event loop free. */
export async function enrich(
  { record, revision, title, format }: ChunkSource,
  drafts: readonly ChunkDraft[],
  signal: AbortSignal,
): Promise<EnrichedChunk[]> {
  const enriched: EnrichedChunk[] = []
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
    const embedded = embeddedText(chunk)
    enriched.push({
      chunk,
      search: toSearchColumn(chunk.title, chunk.heading_path.join('\n'), chunk.context, chunk.text),
      embedded,
      embeddedHash: createHash('sha256').update(embedded).digest('hex'),
    })
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
