import {
  type DocumentFormat,
  type DocumentRecord,
  DocumentStructure,
  type Gap,
  type LiveRevision,
} from '@shared/documents'
import { CairnError } from '@shared/errors'
import type { DocumentCatalogue, ObjectStore } from '@engine/ports/storage/document-store'
import type { GraphReader } from '@engine/ports/graph/graph-reader'
import type { ChunkDraft } from '../chunking/chunk'
import type { IndexBatch } from './index-batch'
import type { EmbedAgain, Wait } from '../vectors/embed-again'
import { decodeStored } from '../documents/read-document'
import { defaultCollection } from '../documents/registration'
import { embed } from '../nodes/embed'
import { enrich } from '../nodes/enrich'
import { fetchFile, findMoved } from '../nodes/fetch'
import { inTime, nodeLimits } from '../nodes/in-time'
import type { NearDuplicates } from '../near-duplicates/near-duplicate-finder'
import type { ParsePool } from '../parsing/parse-pool'
import type { VectorLender } from '../vectors/vector-spaces'

export interface IngestRooms {
  readonly catalogue: DocumentCatalogue
  readonly objects: ObjectStore
  readonly vectors: VectorLender
  readonly parsePool: ParsePool
  /** Where there is none, documents get no place in the knowledge graph. */
  readonly graph?: GraphReader | undefined
  readonly now: () => number
  readonly newId: () => string
  /** False while the list of documents is known to be damaged: then nobody can say which stored files are still needed. */
  readonly maySweep: boolean
  /** The system's timer by default. */
  readonly wait?: Wait | undefined
  /** How long each node may take, milliseconds; `nodeLimits` where not given. */
  readonly limits?: typeof nodeLimits | undefined
}

export interface ProcessContext {
  readonly rooms: IngestRooms
  readonly batch: IndexBatch
  readonly embedAgain: EmbedAgain
  readonly nearDuplicates: NearDuplicates
  readonly signal: AbortSignal
  /** The user has just pointed at the file: text kept from an earlier run then counts only if the file is still the same. */
  readonly checkFile: boolean
  /** Opens a file that needs one; never written anywhere. */
  readonly password?: string | undefined
  /** Runs work while no other document's work of this kind runs. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** Called whenever the record's state changed durably. */
  readonly changed: (record: DocumentRecord) => void
  /** Called when nothing but the write to the index is left to wait for. */
  readonly handedOver: () => void
}

export type Outcome = 'ready' | 'unchanged' | 'moved'

interface Parsed {
  readonly record: DocumentRecord
  readonly revision: LiveRevision
  readonly format: DocumentFormat
  readonly title: string
  readonly gaps: readonly Gap[]
  readonly charCount: number
  readonly chunks: readonly ChunkDraft[]
}

/** The chain for one document: fetch → parse → chunk → enrich → embed ∥ graph → index. Each state is durable before the next. */
export async function processDocument(record: DocumentRecord, context: ProcessContext): Promise<Outcome> {
  const { rooms, batch, signal } = context
  const pending = await usablePending(record, context)
  const source = pending
    ? await reloadOrParse(record, pending, context)
    : await fetchAndParse({ ...record, pending: null }, context)
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

async function fetchAndParse(record: DocumentRecord, context: ProcessContext): Promise<Parsed | Outcome> {
  const { rooms, signal } = context
  const { catalogue, objects } = rooms
  const { contentHash, byteSize } = await fetchFile(record.source, objects, signal)
  if (record.live?.content_hash === contentHash) return unchanged(record, context)
  if (!record.live) {
    // One at a time: of two copies of a vanished file only the first is that file, moved.
    const adopted = await context.exclusively(async () => {
      const moved = await findMoved(contentHash, catalogue)
      return moved && moved.id !== record.id ? adopt(moved, record, context) : undefined
    })
    if (adopted) return adopted
  }
  const twin = catalogue
    .findByContent(contentHash)
    .find(({ id, trashed_at }) => id !== record.id && trashed_at === null)
  const parsing = await put(
    {
      ...record,
      status: 'parsing',
      content_hash: contentHash,
      byte_size: byteSize,
      duplicate_of: twin?.id ?? null,
      error: null,
    },
    context,
  )
  return parseStored(parsing, contentHash, rooms.newId(), context)
}

/** Parses the kept original, so that it does not matter what becomes of the file meanwhile. */
async function parseStored(
  record: DocumentRecord,
  contentHash: string,
  revisionId: string,
  context: ProcessContext,
): Promise<Parsed> {
  const { objects, parsePool } = context.rooms
  const file = { path: objects.pathOf(contentHash), name: record.name, password: context.password }
  const parsed = await parsePool.parse(file, context.signal)
  const { format, title, gaps, tags = [], charCount, chunks } = parsed
  await addTags(record.id, tags, context)
  // The bytes go from the worker to the disk as they are: decoding a large text would hold up the event loop.
  const revision: LiveRevision = {
    revision: revisionId,
    content_hash: contentHash,
    text_object: await objects.put(parsed.textBytes),
    structure_object: await objects.put(parsed.structureBytes),
    ...(await context.nearDuplicates.groupOf(parsed.signature, contentHash)),
  }
  const chunked = await put({ ...record, status: 'chunking', format, title, gaps, pending: revision }, context)
  return { record: chunked, revision, format, title, gaps, charCount, chunks }
}

/** The content that an earlier run has parsed, unless the file is meanwhile another one. */
async function usablePending(record: DocumentRecord, context: ProcessContext): Promise<LiveRevision | null> {
  const { pending } = record
  if (!pending || !context.checkFile) return pending
  try {
    const { contentHash } = await fetchFile(record.source, context.rooms.objects, context.signal)
    return contentHash === pending.content_hash ? pending : null
  } catch {
    // The file cannot be read any more, but its text was kept.
    context.signal.throwIfAborted()
    return pending
  }
}

/** Stored text that is damaged is made again from the stored original. */
async function reloadOrParse(record: DocumentRecord, pending: LiveRevision, context: ProcessContext): Promise<Parsed> {
  try {
    return await reload(record, pending, context)
  } catch (thrown) {
    const isDamaged = thrown instanceof CairnError && thrown.code === 'STORE_DAMAGED'
    if (!isDamaged || !(await context.rooms.objects.has(pending.content_hash))) throw thrown
    return parseStored(record, pending.content_hash, pending.revision, context)
  }
}

/** Content that was parsed before a restart or a rebuild: read back and cut again, not parsed again. */
async function reload(record: DocumentRecord, pending: LiveRevision, context: ProcessContext): Promise<Parsed> {
  const { objects, parsePool } = context.rooms
  const structure = DocumentStructure.parse(JSON.parse(decodeStored(await objects.read(pending.structure_object))))
  const text = decodeStored(await objects.read(pending.text_object))
  const chunks = await parsePool.chunk({ text, structure }, context.signal)
  const { format, title, gaps } = structure
  return { record, revision: pending, format, title, gaps, charCount: text.length, chunks }
}

async function unchanged(record: DocumentRecord, context: ProcessContext): Promise<Outcome> {
  if (record.status !== 'ready' && record.status !== 'partial') {
    // It had failed or changed for a while, and is again what is indexed.
    const { live } = record
    const status = record.gaps.length > 0 ? 'partial' : 'ready'
    await put({ ...record, status, content_hash: live?.content_hash ?? '', pending: null, error: null }, context)
  }
  return 'unchanged'
}

/** The newcomer turns out to be a known document under a new path: the known one takes over the path. */
async function adopt(moved: DocumentRecord, newcomer: DocumentRecord, context: ProcessContext): Promise<Outcome> {
  const { catalogue, now } = context.rooms
  // In this order, so that a crash in between leaves two documents rather than none.
  const written = await catalogue.update(moved.id, (current) => {
    const collection = newcomer.collection === defaultCollection ? current.collection : newcomer.collection
    return { ...current, source: newcomer.source, name: newcomer.name, collection, updated_at: now() }
  })
  if (written) context.changed(written)
  await catalogue.remove([newcomer.id])
  return 'moved'
}

/** The tags that stand in a file are added to the document's own each time another content of it is read. */
async function addTags(id: string, tags: readonly string[], { rooms }: ProcessContext): Promise<void> {
  if (tags.length === 0) return
  await rooms.catalogue.update(id, (current) => ({ ...current, tags: [...new Set([...current.tags, ...tags])] }))
}

/** Collection, tags and trash are the user's, who may change them while the document is being worked on. */
async function put(record: DocumentRecord, context: ProcessContext): Promise<DocumentRecord> {
  const { catalogue, now } = context.rooms
  const written = await catalogue.update(record.id, ({ collection, tags, trashed_at }) => {
    return { ...record, collection, tags, trashed_at, updated_at: now() }
  })
  if (!written) throw new CairnError('NOT_FOUND', `"${record.name}" was deleted meanwhile.`, 'Add it again.')
  context.changed(written)
  return written
}
