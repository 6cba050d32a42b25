import type { VectorTables } from '@engine/ports/models/vector-space'
import type { SharedAccess } from '@engine/ports/storage/shared-access'
import type { JournalledCatalogue } from '../catalogue/document-catalogue'
import type { ChunkTables } from '../chunks/chunk-tables'
import type { FileObjectStore } from '../files/object-store'

/** The documents, their stored files and their tables. */
export interface Documents {
  readonly catalogue: JournalledCatalogue
  readonly objects: FileObjectStore
  readonly sets: VectorTables & { readonly current: ChunkTables; reset(): Promise<void> }
  /** Where others share them. */
  readonly shared: SharedAccess | undefined
  close(): Promise<void>
}
