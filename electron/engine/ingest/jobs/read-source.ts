import { rm } from 'node:fs/promises'
import {
  type DocumentFormat,
  type DocumentRecord,
  DocumentStructure,
  type FileMark,
  type Gap,
  type LiveRevision,
} from '@shared/documents'
import { CairnError } from '@shared/errors'
import { traced } from '@engine/platform/tracing/traced'
import { whereItLies } from '@engine/ports/storage/files/where-it-lies'
import type { ChunkDraft } from '../chunking/chunk'
import type { ChunkColumns } from '../chunking/chunk-columns'
import { decodeStored } from '../documents/read-document'
import { ownFileName, renameMembers } from '../documents/family'
import { defaultCollection } from '../documents/registration'
import { isSameMark } from '../files/file-mark'
import { fetchFile, fetchSource, findMoved, keptMember } from '../nodes/fetch'
import { keepMembers, lookAfterMembers } from './keep-members'
import type { ParsedFile } from '../parsing/parse-worker'
import { type ProcessContext, put } from './process-context'

/** How work on a document ended. */
export type Outcome = 'ready' | 'unchanged' | 'moved'

interface Parsed {
  readonly record: DocumentRecord
  readonly revision: LiveRevision
  readonly format: DocumentFormat
  readonly title: string
  readonly gaps: readonly Gap[]
  readonly charCount: number
  readonly chunks: readonly ChunkDraft[]
  readonly columns: ChunkColumns
}

/**
 * The text of a document in chunks: what an earlier run has parsed, the kept file parsed again, or the file as it is now. An
 * outcome where there is nothing to index.
 */
export async function readSource(record: DocumentRecord, context: ProcessContext): Promise<Parsed | Outcome> {
  const pending = await usablePending(record, context)
  if (pending) return reloadOrParse(record, pending, context)
  const { readAgain, rooms } = context
  if (readAgain && record.live) return parseStored(record, record.live.content_hash, rooms.newId(), context)
  return fetchAndParse({ ...record, pending: null }, context)
}

async function fetchAndParse(record: DocumentRecord, context: ProcessContext): Promise<Parsed | Outcome> {
  const { rooms, signal } = context
  const { catalogue, objects } = rooms
  const { contentHash, byteSize, modifiedAt, mark } =
    (await keptMember(record, objects)) ??
    (await traced(
      signal,
      { kind: 'node', name: 'fetch' },
      (inner) => fetchSource(record, rooms, inner),
      ({ byteSize: bytes }) => ({ out: { bytes } }),
    ))
  const isReceived = rooms.isReceived?.(record.source) === true
  const dated = isReceived ? null : modifiedAt
  const seen = isReceived ? undefined : mark
  if (record.live?.content_hash === contentHash && !(await lookAfterMembers(record, context))) {
    return unchanged({ ...record, modified_at: record.modified_at ?? dated }, context, seen)
  }
  if (!record.live && !record.part_of) {
    // One at a time: of two copies of a vanished file only the first is that file, moved.
    const adopted = await context.exclusively(async () => {
      const moved = await findMoved(contentHash, rooms)
      return moved && moved.id !== record.id ? adopt(moved, record, context, seen) : undefined
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
      modified_at: dated,
      duplicate_of: twin?.id ?? null,
      error: null,
    },
    context,
    { seen, isDurable: false },
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
  const folder = objects.temporaryPath()
  const budget = context.members.budget.of(record, record.byte_size)
  try {
    const file = {
      name: ownFileName(record),
      password: context.password,
      readings: await context.rooms.readingsOf?.(contentHash),
      members: { folder, budget },
    }
    // In its thread a text is cut into chunks right after it was parsed.
    const parsed = await traced(
      context.signal,
      { kind: 'node', name: 'parse', in: { bytes: record.byte_size } },
      (signal) => whereItLies(objects, contentHash, (stored) => parsePool.parse({ ...file, ...stored }, signal)),
      ({ format, charCount: characters, chunks }) => ({
        facts: { format },
        out: { characters, chunks: chunks.length },
      }),
    )
    const member_count = parsed.members.length
    // Before the document counts as parsed: else a crash in between would leave them out.
    await keepMembers(record, parsed.members, context)
    return await keepParsed({ ...record, member_count }, parsed, { contentHash, revisionId }, context)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Stores what was parsed, and says so in the record. */
async function keepParsed(
  record: DocumentRecord,
  parsed: ParsedFile,
  { contentHash, revisionId }: { contentHash: string; revisionId: string },
  context: ProcessContext,
): Promise<Parsed> {
  const { objects } = context.rooms
  const { format, title, gaps, tags = [], charCount, chunks, columns, authors, written_at, published } = parsed
  await addTags(record.id, tags, context)
  // The bytes go from the worker to the disk as they are: decoding a large text would hold up the event loop.
  const [text_object, structure_object] = await Promise.all([
    // Of Markdown and plain text these are the file's own bytes.
    objects.put(parsed.textBytes, contentHash),
    objects.put(parsed.structureBytes),
  ])
  const revision: LiveRevision = {
    ...{ revision: revisionId, content_hash: contentHash, text_object, structure_object, has_rows: parsed.hasRows },
    ...(await context.nearDuplicates.groupOf(parsed.signature, contentHash)),
  }
  const chunked = await put(
    { ...record, status: 'chunking', format, title, gaps, authors, written_at, published, pending: revision },
    context,
  )
  return { record: chunked, revision, format, title, gaps, charCount, chunks, columns }
}

/** The content that an earlier run has parsed, unless the file is meanwhile another one. */
async function usablePending(record: DocumentRecord, context: ProcessContext): Promise<LiveRevision | null> {
  const { pending } = record
  if (!pending || !context.checkFile) return pending
  try {
    const { objects } = context.rooms
    const kept = await keptMember(record, objects)
    const { contentHash } = kept ?? (await fetchFile(record.source, context.rooms, context.signal))
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
  const cut = await parsePool.chunk({ text, structure }, context.signal)
  const { format, title, gaps } = structure
  return { record, revision: pending, format, title, gaps, charCount: text.length, ...cut }
}

async function unchanged(record: DocumentRecord, context: ProcessContext, seen?: FileMark): Promise<Outcome> {
  const current = context.rooms.catalogue.get(record.id)
  const isDated = current?.modified_at === record.modified_at
  const isSeen = !seen || (current?.on_disk?.state === 'as_read' && isSameMark(current.on_disk, seen))
  if (!isDated || !isSeen || (record.status !== 'ready' && record.status !== 'partial')) {
    // It had failed or changed for a while, and is again what is indexed.
    const { live } = record
    const status = record.gaps.length > 0 ? 'partial' : 'ready'
    await put({ ...record, status, content_hash: live?.content_hash ?? '', pending: null, error: null }, context, {
      seen,
    })
  }
  return 'unchanged'
}

/** The newcomer turns out to be a known document under a new path: the known one takes over the path. */
async function adopt(
  moved: DocumentRecord,
  newcomer: DocumentRecord,
  context: ProcessContext,
  seen?: FileMark,
): Promise<Outcome> {
  const { catalogue, now } = context.rooms
  // In this order, so that a crash in between leaves two documents rather than none.
  const written = await catalogue.update(moved.id, (current) => {
    const collection = newcomer.collection === defaultCollection ? current.collection : newcomer.collection
    const on_disk = seen && { ...seen, state: 'as_read' as const }
    return { ...current, source: newcomer.source, name: newcomer.name, collection, on_disk, updated_at: now() }
  })
  if (written) {
    context.changed(written)
    await renameMembers(catalogue, written)
  }
  await catalogue.remove([newcomer.id])
  return 'moved'
}

/** The tags that stand in a file are added to the document's own each time another content of it is read. */
async function addTags(id: string, tags: readonly string[], { rooms }: ProcessContext): Promise<void> {
  if (tags.length === 0) return
  await rooms.catalogue.update(id, (current) => ({ ...current, tags: [...new Set([...current.tags, ...tags])] }))
}
