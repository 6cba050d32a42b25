import type { DocumentRecord } from '@shared/documents'
import { embed } from '../nodes/embed'
import { enrich } from '../nodes/enrich'
import { inTime, nodeLimits } from '../nodes/in-time'
import { type ProcessContext, put } from './process-context'
import { type Outcome, readSource } from './read-source'

/** The chain for one document: fetch → parse → chunk → enrich → embed ∥ graph → index. Each state is durable before the next. */
export async function processDocument(record: DocumentRecord, context: ProcessContext): Promise<Outcome> {
  const { rooms, batch, signal } = context
  const source = await readSource(record, context)
  if (typeof source === 'string') return source
  const { revision, chunks, gaps, charCount } = source
  const embedding = await put({ ...source.record, status: 'embedding' }, context)
  await batch.hasRoom()
  const limits = rooms.limits ?? nodeLimits
  const enriched = await inTime('enrich', limits, signal, (inner) =>
    enrich({ ...source, record: embedding, revision: revision.revision }, chunks, inner),
  )
  const isReplacement = record.live !== null
  // In another thread, while this one makes vectors.
  const read = { record, revision: revision.revision, title: source.title, chunks: enriched.map(({ chunk }) => chunk) }
  const inGraph = inTime('graph', limits, signal, async (inner) => rooms.graph?.read(read, inner))
  // It may fail, or be stopped, long before anybody waits for it.
  void inGraph.catch(() => undefined)
  // Lent for all of it: vectors must not come to tables that have meanwhile become another embedder's.
  const write = rooms.vectors.use(async ({ index, embedder }) => {
    const patient = context.embedAgain.over(embedder)
    const chunks = await embed({
      ...{ enriched, isReplacement, signal, limits },
      documentId: record.id,
      writer: index,
      embedder: patient,
    })
    await put({ ...embedding, status: 'indexing' }, context)
    signal.throwIfAborted()
    await inGraph
    const written = batch.add({ documentId: record.id, revision: revision.revision, chunks })
    context.handedOver()
    await inTime('index', limits, signal, () => written)
    return chunks
  }, signal)
  // Also after a failure: whoever deletes the document waits for all that is being written of it.
  await Promise.allSettled([write, inGraph])
  const indexed = await write
  await put(
    {
      ...embedding,
      status: gaps.length > 0 ? 'partial' : 'ready',
      live: revision,
      pending: null,
      char_count: charCount,
      chunk_count: indexed.length,
      error: null,
    },
    context,
  )
  return 'ready'
}
