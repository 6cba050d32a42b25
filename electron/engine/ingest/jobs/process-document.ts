import type { SpanFacts } from '@shared/diagnostics/trace'
import type { DocumentRecord } from '@shared/documents'
import { traced, tracedOn } from '@engine/platform/tracing/traced'
import { embed } from '../nodes/embed'
import { enrich } from '../nodes/enrich'
import { inTime, nodeLimits } from '../nodes/in-time'
import { type ProcessContext, put } from './process-context'
import { type Outcome, readSource } from './read-source'

/** The chain for one document: fetch → parse → chunk → enrich → embed → index. Each state is durable before the next. */
export function processDocument(record: DocumentRecord, context: ProcessContext): Promise<Outcome> {
  return traced(
    context.signal,
    () => ({
      kind: 'document',
      name: record.format ?? 'document',
      // Not known before it was fetched for the first time.
      ...(record.byte_size > 0 && { in: { bytes: record.byte_size } }),
      facts: { document_id: record.id },
    }),
    (signal) => throughNodes(record, { ...context, signal }),
    (outcome) => ({ facts: { outcome, ...foundBy(record, context) } }),
  )
}

/** What tells a document from others without its name, where that was not known before it was read. */
function foundBy({ id, format, byte_size: size }: DocumentRecord, { rooms }: ProcessContext): SpanFacts {
  const found = rooms.catalogue.get(id)
  return {
    ...(format === null && found?.format && { format: found.format }),
    ...(size === 0 && found && { bytes: found.byte_size }),
  }
}

async function throughNodes(record: DocumentRecord, context: ProcessContext): Promise<Outcome> {
  const { rooms, batch, signal } = context
  const source = await readSource(record, context)
  if (typeof source === 'string') return source
  const { revision, chunks, columns, gaps, charCount } = source
  const embedding = await put({ ...source.record, status: 'embedding' }, context, { isDurable: false })
  await batch.hasRoom()
  const limits = rooms.limits ?? nodeLimits
  const enriching = {
    node: 'enrich' as const,
    read: { chunks: chunks.length, characters: charCount },
    made: ({ length }: readonly unknown[]) => ({ chunks: length }),
  }
  const enriched = await inTime(enriching, limits, signal, (inner) =>
    enrich({ ...source, record: embedding, revision: revision.revision }, chunks, columns, inner),
  )
  const isReplacement = record.live !== null
  // Lent for all of it: vectors must not come to tables that have meanwhile become another embedder's.
  const indexed = await rooms.vectors.use(async ({ index, embedder }) => {
    const target = { documentId: record.id, writer: index, embedderId: embedder.id }
    const chunks = await tracedOn(
      signal,
      { kind: 'node', name: 'embed', in: { chunks: enriched.length } },
      () => embed({ enriched, isReplacement, ...target }),
      { ended: (made) => ({ out: { chunks: made.length } }) },
    )
    await put({ ...embedding, status: 'indexing' }, context, { isDurable: false })
    signal.throwIfAborted()
    context.handedOver()
    const written = batch.add({ documentId: record.id, revision: revision.revision, chunks })
    const rows = { read: { chunks: chunks.length }, made: () => ({ rows: chunks.length }) }
    await inTime({ node: 'index', ...rows }, limits, signal, () => written)
    return chunks
  }, signal)
  // A rebuild takes the content before where a crash cut off the reading of a newer one: that is still to be read then.
  const isBehind = embedding.content_hash !== revision.content_hash
  const written = await put(
    {
      ...embedding,
      status: isBehind ? 'queued' : gaps.length > 0 ? 'partial' : 'ready',
      live: { ...revision, vectors: indexed.some(({ vector }) => vector === null) ? 'waiting' : undefined },
      pending: null,
      char_count: charCount,
      chunk_count: indexed.length,
      error: null,
    },
    context,
  )
  return isBehind ? processDocument(written, { ...context, readAgain: false }) : 'ready'
}
