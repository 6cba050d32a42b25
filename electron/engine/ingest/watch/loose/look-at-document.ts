import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DocumentRecord } from '@shared/documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import { isSameMark, lookAt } from '../../files/file-mark'
import { openablePath } from '../../files/odd-names'
import { seenAs, setState } from '../apply-plan'

export interface LookParts {
  readonly catalogue: DocumentCatalogue
  /** SHA-256 of a file, hex; undefined where it cannot be read. */
  readonly hash: (path: string) => Promise<string | undefined>
}

/** Looks at a document's file and says in the record what has become of it. Reads it only where its date alone is another. */
export async function lookAtDocument(record: DocumentRecord, { catalogue, hash }: LookParts): Promise<void> {
  const { id, source, content_hash, byte_size, modified_at, on_disk } = record
  const mark = await lookAt(source)
  if (typeof mark === 'string') {
    const isFolderThere = await stat(await openablePath(dirname(source))).then(
      (facts) => facts.isDirectory(),
      () => false,
    )
    // Where its folder cannot be seen either, a disk may be missing.
    await setState(id, mark === 'gone' && isFolderThere ? 'gone' : 'away', catalogue)
    return
  }
  const isSame = on_disk
    ? isSameMark(on_disk, mark)
    : byte_size === mark.size && modified_at === Math.floor(mark.modified)
  const isAsRead = isSame || (byte_size === mark.size && (await hash(source)) === content_hash)
  if (!isAsRead) await setState(id, 'changed', catalogue)
  else if (on_disk?.state !== 'as_read' || !isSame) {
    await catalogue.update(id, (current) => {
      return current.content_hash === content_hash ? seenAs(current, { mark }, 'as_read') : current
    })
  }
}
