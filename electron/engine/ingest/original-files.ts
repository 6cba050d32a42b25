import type { DocumentRecord } from '@shared/documents'
import { CairnError, toCairnError } from '@shared/errors'
import type { OriginalFile } from '@engine/ports/engine-interface'
import type { DocumentCatalogue, ObjectStore } from '@engine/ports/storage/document-store'
import type { SourceFiles } from '@engine/ports/storage/files/source-files'
import { outerOf, ownFileName } from './documents/family'

interface OriginalParts {
  readonly catalogue: DocumentCatalogue
  readonly objects: ObjectStore
  readonly sources: SourceFiles
}

/** The file that a document was read from, as it was kept. Throws NOT_FOUND where it never was. */
export async function keptOriginal(record: DocumentRecord, { objects }: OriginalParts): Promise<OriginalFile> {
  const { name, format, live, content_hash } = record
  const address = live?.content_hash ?? content_hash
  try {
    if (address === '') throw neverKept(name)
    const open = () => objects.open(address)
    const file = await open()
    await file.close()
    return { hash: address, size: file.size, name: ownFileName(record), format, open }
  } catch (thrown) {
    if (toCairnError(thrown).code === 'STORE_DAMAGED' && !(await objects.has(address))) throw neverKept(name)
    throw thrown
  }
}

/**
 * The path of a document's file, or of the one it came in, to be opened by the system's program. Throws INVALID_INPUT for what a computer may
 * run, and for what only Cairn can open.
 */
export async function sourceToOpen(record: DocumentRecord, { catalogue, sources }: OriginalParts): Promise<string> {
  const { name } = record
  const { source } = outerOf(catalogue, record).at(-1) ?? record
  // The parsers are for the threads that read files; here they are loaded for their names alone, and seldom.
  const { isSafeToOpen } = await import('./parsers/registry')
  if (!isSafeToOpen(source)) {
    throw new CairnError(
      'INVALID_INPUT',
      `“${name}” is of a kind that a computer may run, so Cairn does not have it opened.`,
      'Show it in the file manager and open it there if you trust it.',
    )
  }
  const isSealed = await sources.isSealed(source).catch((thrown: unknown) => {
    throw toCairnError(thrown)
  })
  if (!isSealed) return source
  throw new CairnError(
    'INVALID_INPUT',
    `“${name}” is kept encrypted in the store, so no other program can open it.`,
    'Save its original as a file and open that.',
  )
}

function neverKept(name: string): CairnError {
  return new CairnError('NOT_FOUND', `The file of "${name}" was never kept.`, 'Add the document again.')
}
