import type { CheckReport } from '@shared/api/store/store-report'
import type { ChunkIndex, ChunkWriter } from '@engine/ports/storage/chunk-index'
import type {
  DamagedDocument,
  DocumentCatalogue,
  DurableFiles,
  ObjectStore,
} from '@engine/ports/storage/document-store'
import type { EvaluationStore } from '@engine/ports/storage/evaluation-store'
import type { ResearchStore } from '@engine/ports/storage/research-store'
import type { NotebookStore } from '@engine/ports/storage/notebook-store'
import type { SharedAccess } from '@engine/ports/storage/shared-access'
import type { SessionStore } from '@engine/ports/storage/session-store'
import type { SourceFiles } from '@engine/ports/storage/files/source-files'
import type { TableCarrier } from '@engine/ports/storage/carried-tables'
import type { VectorTables } from '@engine/ports/models/vector-space'
import type { JournalledCatalogue } from './catalogue/document-catalogue'
import type { ChunkTables } from './chunks/chunk-tables'
import type { FileObjectStore } from './files/object-store'
import type { StoreVault } from './vault/store-vault'

/** The documents, their stored files and their tables. */
export interface Documents {
  readonly catalogue: JournalledCatalogue
  readonly objects: FileObjectStore
  readonly sets: VectorTables & { readonly current: ChunkTables; reset(): Promise<void> }
  /** Where others share them. */
  readonly shared: SharedAccess | undefined
  close(): Promise<void>
}

/** Cairn's data: documents, sessions and the index, in a single folder. */
export interface Store {
  readonly folder: string
  readonly catalogue: DocumentCatalogue
  readonly objects: ObjectStore
  readonly files: DurableFiles
  /** The files in the store that documents are read from. */
  readonly sources: SourceFiles
  readonly sessions: SessionStore
  readonly research: ResearchStore
  readonly notebooks: NotebookStore
  readonly evaluation: EvaluationStore
  readonly vault: StoreVault
  /** The index in use; another object after a switch to another embedder's vectors. */
  readonly index: ChunkIndex & ChunkWriter
  readonly vectors: VectorTables
  /** Absent where the tables lie elsewhere than on this machine. */
  readonly carrier?: TableCarrier | undefined
  /** Where the search tables lie on this machine, absolute; undefined where they lie elsewhere. */
  readonly tablesFolder: string | undefined
  /** The search tables were missing, damaged or of no use any more, and have been made anew, empty. */
  readonly needsRebuild: boolean
  /** Every line of the documents' journal could be read: what no document refers to is really unused. */
  readonly catalogueIsWhole: boolean
  /** Ids of documents that the catalogue calls searchable but whose chunks are not (all) in the tables: index them again. */
  missing(): string[]
  /** Looks everything over; reads every chunk and object name, so it takes seconds on a large store. */
  check(): Promise<CheckReport>
  /** Documents that a check finds damaged. Reads every stored file. */
  damaged(): Promise<DamagedDocument[]>
  /** As `missing`, and those whose chunks have changed on the disk; null where the tables cannot be read. Reads every chunk. */
  unsearchable(): Promise<string[] | null>
  /** Ends what cannot be mended, so that a check finds nothing of it any more: see `opening/settle-damage.ts`. */
  settleDamage(): Promise<void>
  /** Empties the search tables; documents, objects and sessions stay. */
  resetTables(): Promise<void>
  /** Has somebody fill the tables again where they were found damaged, and emptied, while encryption was turned off. */
  whenEmptied(listener: () => void): void
  /** Where the documents are those of a library that several share. */
  readonly shared: SharedAccess | undefined
  /** Gives up from memory what is read again when it is next wanted. */
  forget(): void
  close(): Promise<void>
}
