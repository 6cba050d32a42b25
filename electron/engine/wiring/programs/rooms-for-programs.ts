import type { DocumentRecord } from '@shared/documents'
import { keptDocuments } from '@shared/sensitivity/sensitive-documents'
import { libraryFacts } from '@engine/ingest/documents/library-facts'
import { resolveFilter } from '@engine/ingest/documents/resolve-filter'
import type { PipelineRooms } from '@engine/pipeline/turn'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'

/**
 * The rooms in which other programs are answered. Documents that are tagged as confidential or secret are for them as if they were
 * in the trash. Graph and tools read all documents: while there is one that is kept, programs are answered without them.
 */
export function roomsForPrograms(
  rooms: PipelineRooms,
  catalogue: Pick<DocumentCatalogue, 'list' | 'get' | 'onChange'>,
): PipelineRooms {
  const { isKept, keepsNone } = keptOf(catalogue)
  const open = () => catalogue.list().filter(({ id }) => !isKept(id))
  const asInTrash = (record: DocumentRecord) => (isKept(record.id) ? { ...record, trashed_at: 0 } : record)
  const library = libraryFacts({
    list: open,
    get: (id) => (isKept(id) ? undefined : catalogue.get(id)),
    onChange: (listener) => catalogue.onChange(listener),
  })
  const instead: Partial<PipelineRooms> = {
    get library() {
      return keepsNone() ? rooms.library : library
    },
    get graph() {
      return keepsNone() ? rooms.graph : undefined
    },
    get tools() {
      return keepsNone() ? rooms.tools : undefined
    },
    nearGroupOf: (id) => (keepsNone() ? rooms.nearGroupOf?.(id) : library.nearGroupOf(id)),
    resolveFilter: (filter) =>
      keepsNone() ? rooms.resolveFilter(filter) : resolveFilter(filter, catalogue.list().map(asInTrash)),
  }
  // Getters stay getters: what is kept may change at any time.
  const all = { ...Object.getOwnPropertyDescriptors(rooms), ...Object.getOwnPropertyDescriptors(instead) }
  return Object.defineProperties({}, all) as PipelineRooms
}

/** Which documents other programs and other machines are not given, as the library is now. */
interface KeptDocuments {
  readonly isKept: (documentId: string) => boolean
  readonly keepsNone: () => boolean
}

/** Looked up once after each change of the library. */
export function keptOf(catalogue: Pick<DocumentCatalogue, 'list' | 'onChange'>): KeptDocuments {
  let kept: ReadonlySet<string> | undefined
  catalogue.onChange(() => (kept = undefined))
  const current = () => (kept ??= keptDocuments(catalogue.list()))
  return { isKept: (id) => current().has(id), keepsNone: () => current().size === 0 }
}
