import type { BackupReport } from '@shared/api/store/backup-api'
import type { DocumentRecord } from '@shared/documents'
import type { Notebook } from '@shared/research/notebook-shapes'
import type { ResearchRun } from '@shared/research/research-run'
import type { SessionContext } from '@shared/session/session-context'
import type { ImportedPart } from '@shared/session/turn-context'
import type { SourceFiles } from '@engine/ports/storage/files/source-files'
import type { TableCarrier } from '@engine/ports/storage/carried-tables'
import type { LineSeal } from '@engine/platform/sealing/line-seal'
import type { FileSeal } from '@engine/platform/sealing/sealed-files'
import type { DocumentCatalogue, DurableFiles, ObjectStore } from '@engine/ports/storage/document-store'

interface Kept<Whole> {
  list(): Promise<readonly { readonly id: string }[]>
  /** Throws NOT_FOUND. */
  get(id: string): Promise<Whole>
}

/** What is to be kept of a store, by the rooms that have it. */
export interface BackedUpStore {
  /** Absolute. */
  readonly folder: string
  readonly catalogue: DocumentCatalogue
  readonly objects: ObjectStore
  /** Absent where the search tables cannot be carried. */
  readonly tables?: TableCarrier | undefined
  readonly sessions: Kept<SessionContext>
  readonly research: Kept<ResearchRun>
  readonly notebooks: Kept<Notebook>
  /** What the lines of chats, notes and evaluations go through on their way to the disk and back. */
  readonly seal: LineSeal
  /** What files go through that are sealed whole. */
  readonly fileSeal: FileSeal
  /** Sees that the list of documents is the newest. Resolves with since when it may not be, as `old_list` of a report. */
  renewList(): Promise<BackupReport['old_list']>
  /** Until what this returns is called, no stored file is deleted. */
  hold(): () => void
  /** Milliseconds since the epoch. */
  now(): number
}

/** The store that a backup is brought back into. */
export interface RestoringStore extends BackedUpStore {
  readonly files: DurableFiles
  readonly sources: SourceFiles
  /** Documents may be changed until what this resolves with is called. Throws STORE_LOCKED where they are shared and somebody else writes. */
  startWriting(): Promise<() => void>
  /** Runs work while no document is being made searchable. */
  whileStill<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  /** Adds documents whose texts are kept, and makes them searchable; what came in files after the files. */
  take(records: readonly DocumentRecord[], done: (count: number) => void, signal: AbortSignal): Promise<void>
  takeSession(
    context: SessionContext,
  ): Promise<{ readonly title: string; readonly outcome: 'added' | 'here' | 'beside' }>
  takeResearch(run: ResearchRun): Promise<ImportedPart>
  takeNotebook(notebook: Notebook): Promise<ImportedPart>
}
