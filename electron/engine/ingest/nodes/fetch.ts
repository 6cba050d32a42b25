import { access } from 'node:fs/promises'
import type { DocumentCatalogue, ObjectStore } from '@engine/ports/storage/document-store'
import type { DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { requireRegularFile } from '../files/read-regular-file'

/** Copies a document's file into the object store, hashing it on the way: from here on the original may vanish. */
export async function fetchFile(
  path: string,
  objects: ObjectStore,
  signal: AbortSignal,
): Promise<{ contentHash: string; byteSize: number }> {
  await requireRegularFile(path)
  const { address, size } = await objects.putFile(path, signal)
  return { contentHash: address, byteSize: size }
}

/** The content of a member: its bytes were kept when the file it came in was read. Throws STORE_DAMAGED where they are missing. */
export async function keptMember(
  { part_of, byte_size }: DocumentRecord,
  objects: ObjectStore,
): Promise<{ contentHash: string; byteSize: number } | undefined> {
  if (!part_of) return undefined
  if (await objects.has(part_of.content_hash)) return { contentHash: part_of.content_hash, byteSize: byte_size }
  throw new CairnError('STORE_DAMAGED', 'The kept copy of this file is missing.', 'Add the file it came in again.')
}

/** The record of a document with this content whose file is gone: the same document, moved. */
export async function findMoved(
  contentHash: string,
  catalogue: DocumentCatalogue,
): Promise<DocumentRecord | undefined> {
  for (const record of catalogue.findByContent(contentHash)) {
    if (record.trashed_at !== null || record.part_of !== null) continue
    const stillThere = await access(record.source).then(
      () => true,
      () => false,
    )
    if (!stillThere && record.live) return record
  }
  return undefined
}
