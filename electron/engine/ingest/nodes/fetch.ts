import { access } from 'node:fs/promises'
import type { DocumentCatalogue, ObjectStore } from '@engine/ports/storage/document-store'
import type { DocumentRecord } from '@shared/documents'
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

/** The record of a document with this content whose file is gone: the same document, moved. */
export async function findMoved(
  contentHash: string,
  catalogue: DocumentCatalogue,
): Promise<DocumentRecord | undefined> {
  for (const record of catalogue.findByContent(contentHash)) {
    if (record.trashed_at !== null) continue
    const stillThere = await access(record.source).then(
      () => true,
      () => false,
    )
    if (!stillThere && record.live) return record
  }
  return undefined
}
