import { access } from 'node:fs/promises'
import type { DocumentCatalogue, ObjectStore } from '@engine/ports/storage/document-store'
import { isShelvedBy, type SourceFiles } from '@engine/ports/storage/files/source-files'
import type { DocumentRecord, FileMark } from '@shared/documents'
import { CairnError, toCairnError } from '@shared/errors'
import { openablePath } from '../files/odd-names'
import { markOf } from '../files/file-mark'
import { requireRegularFile } from '../files/read-regular-file'

export interface FetchedFile {
  readonly contentHash: string
  readonly byteSize: number
  /** When the file was last changed, milliseconds since the epoch; null where nobody knows. */
  readonly modifiedAt: number | null
  /** How the file stood before it was read; absent for a member of another file, and for a file that Cairn keeps itself. */
  readonly mark?: FileMark
}

interface FetchFrom {
  readonly objects: ObjectStore
  readonly sources?: Pick<SourceFiles, 'bring' | 'placeOf' | 'isOwn' | 'write'> | undefined
}

/** Copies a document's file into the object store, hashing it on the way: from here on the original may vanish. */
export async function fetchFile(
  path: string,
  { objects, sources }: FetchFrom,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const openable = await openablePath(path)
  if (openable === path && path.includes('\ufffd')) await requireNamed(path)
  const brought = typeof openable === 'string' ? await sources?.bring(openable) : undefined
  const file = brought?.path ?? openable
  try {
    const facts = await requireRegularFile(file)
    const { address, size } = await objects.putFile(file, signal)
    const fetched = { contentHash: address, byteSize: size, modifiedAt: Math.floor(facts.mtimeMs) }
    return file === openable ? { ...fetched, mark: markOf(facts) } : fetched
  } finally {
    await brought?.release()
  }
}

/** The file that a document is read from. One that Cairn keeps itself, and that is damaged or gone, is first written anew as it was when it was read. */
export async function fetchSource(record: DocumentRecord, from: FetchFrom, signal: AbortSignal): Promise<FetchedFile> {
  try {
    const fetched = await fetchFile(record.source, from, signal)
    if (!isOtherwise(record, fetched) || !(await isMended(record, from))) return fetched
  } catch (thrown) {
    const { code } = toCairnError(thrown)
    if ((code !== 'STORE_DAMAGED' && code !== 'FILE_VANISHED') || !(await isMended(record, from))) throw thrown
  }
  return fetchFile(record.source, from, signal)
}

/** Whether a file has another content than the one that its folder is named by. */
function isOtherwise({ source, live }: DocumentRecord, { contentHash }: FetchedFile): boolean {
  return live !== null && isShelvedBy(source, live.content_hash) && contentHash !== live.content_hash
}

async function isMended({ source, live }: DocumentRecord, { objects, sources }: FetchFrom): Promise<boolean> {
  const original = live?.content_hash
  if (original === undefined || !sources?.isOwn(source)) return false
  const bytes = await objects.read(original).catch(() => undefined)
  if (bytes) await sources.write(source, bytes)
  return bytes !== undefined
}

/** Throws FILE_VANISHED with the likely reason where there is no such file. */
async function requireNamed(path: string): Promise<void> {
  if (await isThere(path)) return
  throw new CairnError(
    'FILE_VANISHED',
    'There is no file of this name, or its name is not written in UTF-8 and reads like that of another.',
    'Rename the file and add it again.',
  )
}

async function isThere(path: string | Buffer): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** The content of a member: its bytes were kept when the file it came in was read. Throws STORE_DAMAGED where they are missing. */
export async function keptMember(
  { part_of, byte_size, modified_at }: DocumentRecord,
  objects: ObjectStore,
): Promise<FetchedFile | undefined> {
  if (!part_of) return undefined
  if (await objects.has(part_of.content_hash)) {
    return { contentHash: part_of.content_hash, byteSize: byte_size, modifiedAt: modified_at }
  }
  throw new CairnError('STORE_DAMAGED', 'The kept copy of this file is missing.', 'Add the file it came in again.')
}

/** The record of a document with this content whose file is gone: the same document, moved. */
export async function findMoved(
  contentHash: string,
  { catalogue, sources }: { readonly catalogue: DocumentCatalogue } & Pick<FetchFrom, 'sources'>,
): Promise<DocumentRecord | undefined> {
  for (const record of catalogue.findByContent(contentHash)) {
    if (record.trashed_at !== null || record.part_of !== null) continue
    const place = sources ? await sources.placeOf(record.source) : record.source
    if (record.live && !(await isThere(await openablePath(place)))) return record
  }
  return undefined
}
