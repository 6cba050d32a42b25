import type { AskedMove } from '@shared/api/store/backup-api'
import type { AsideInput, AskInput, StartTurnInput } from '@shared/api/api'
import type { CheckReport, StoreInfo } from '@shared/api/store/store-report'
import type { Change, LibraryStanding, RunningTurn, Trashed } from '@shared/changes'
import type { Embeddings, FoundPassage, SearchInput } from '@shared/api/doors-api'
import type { DocumentFormat, DocumentRecord, DocumentStatus, WebOrigin } from '@shared/documents'
import type { CairnEvent } from '@shared/events'
import type { Sensitivity, SessionContext } from '@shared/session/session-context'
import type { SessionHeader, SessionHit, SessionView, TurnSlice } from '@shared/session/session-view'
import type { Attribution, Comparison, ReplayMode, TurnReplay } from '@shared/session/replay'
import type { FolderLook } from '@shared/folders/folder-look'
import type { FolderUse, Settings, SettingsPatch, SettingsVariant } from '@shared/settings'
import type { ExportChunk, ExportInput, ExportPreview, ImportReport, TurnContext } from '@shared/session/turn-context'
import type { OwnTerm, TermList, TermLookup } from '@shared/terms'
import type { FoundSentences, WordSearchInput } from '@shared/excerpts/words-in-documents'
import type { BackupDesk } from './backup-desk'
import type { EvaluationDesk } from './evaluation-desk'
import type { DiagnosticsDesk } from './diagnostics-desk'
import type { FolderDesk } from './folder-desk'
import type { DocumentContent } from './storage/document-store'
import type { KnowledgeGraph } from './graph/knowledge-graph'
import type { Models } from './models/model-management'
import type { ResearchDesk } from './research-desk'
import type { EncryptionDesk } from './encryption-desk'
import type { NetworkDesk } from './network-desk'
import type { NotesDesk } from './notes-desk'
import type { OpenFile } from './storage/files/open-file'
import type { ToolDesk } from './tools/tool-desk'

export interface IngestRequest {
  /** Absolute paths of files and folders. */
  readonly paths: readonly string[]
  readonly collection?: string | undefined
  /**
   * Whether folders inside become collections, for documents that are new; as the settings say by default. `collection` then stands
   * for the name of the added folder.
   */
  readonly folders?: FolderUse | undefined
  /** Given to documents that are new. */
  readonly tags?: readonly string[] | undefined
  /** Leaves out files of folders whose kind is known not to be read. */
  readonly leave_unread?: boolean | undefined
  /** Where the file was fetched from just now. */
  readonly web?: WebOrigin | undefined
}

/** What came of a wish to fetch a web page: a job that reads it, with the address as it is kept; or the host that somebody has to allow first. */
export type PageAnswer =
  | { readonly is: 'started'; readonly job_id: string; readonly address: string }
  | {
      readonly is: 'ask'
      readonly host: string
      /** The host that leads there; null where it is that of the address itself. */
      readonly from: string | null
    }

export interface PageRequest {
  /** A web address; `https` where it says no scheme. */
  readonly address: string
  /** Hosts that may be reached for this once. */
  readonly allow: readonly string[]
  readonly collection?: string | undefined
}

/** A change of documents by `updateDocuments`; absent fields stay. */
export interface DocumentChange {
  readonly ids: readonly string[]
  readonly title?: string | undefined
  readonly collection?: string | undefined
  readonly add_tags?: readonly string[] | undefined
  readonly remove_tags?: readonly string[] | undefined
}

/** The file a document was read from, as it was then. */
export interface OriginalFile {
  /** SHA-256 of its bytes, hex. */
  readonly hash: string
  /** Bytes. */
  readonly size: number
  readonly name: string
  readonly format: DocumentFormat | null
  readonly open: () => Promise<OpenFile>
}

/** The whole of Cairn behind one door: what the shells drive. Streams end by themselves; aborting cancels cleanly. */
export interface Engine {
  ask(input: AskInput, signal?: AbortSignal): AsyncGenerator<CairnEvent>
  /** As `ask`, in a conversation in memory that no list shows. */
  askAside(input: AsideInput, signal?: AbortSignal): AsyncGenerator<CairnEvent>
  /** The passages nearest to a text, best first. Throws what every kind of search failed with. */
  searchPassages(input: SearchInput, signal?: AbortSignal): Promise<FoundPassage[]>
  /** Vectors of texts by the embedder in use, in order. Throws MODEL_UNUSABLE, MODEL_FAILED, CANCELLED. */
  embedTexts(texts: readonly string[], signal?: AbortSignal): Promise<Embeddings>
  /** Starts a turn that outlives its caller; the same `turn_id` again starts nothing. Throws INVALID_INPUT. */
  startTurn(input: StartTurnInput): Promise<RunningTurn>
  /** Events of a started turn after `afterSeq`; leaving the loop leaves the turn running. Throws NOT_FOUND. */
  followTurn(turnId: string, afterSeq: number, signal?: AbortSignal): AsyncGenerator<CairnEvent>
  /** Has a turn go on without the model that reads its question. False where it waits for none. */
  goOnTurn(turnId: string): Promise<boolean>
  /** Cancels a running turn and waits until it is recorded. False where it was not running. */
  stopTurn(turnId: string): Promise<boolean>

  ingest(request: IngestRequest, signal?: AbortSignal): AsyncGenerator<CairnEvent>
  /** Reads what waits for OCR; ends when no page waits, or it is switched off or paused. */
  readScans(signal?: AbortSignal): AsyncGenerator<CairnEvent>
  /** `password` opens files that need one; it is kept nowhere. */
  retry(ids: readonly string[] | undefined, signal?: AbortSignal, password?: string): AsyncGenerator<CairnEvent>
  rebuild(signal?: AbortSignal): AsyncGenerator<CairnEvent>
  /** Mends what a check of the store names, as far as that can be done; progress as for `rebuild`. */
  repair(signal?: AbortSignal): AsyncGenerator<CairnEvent>
  /** Jobs that outlive their caller; each returns the job's id. `watch` tells how they go. */
  addDocuments(request: IngestRequest): string
  /** What stands in folders that are to be added, from names alone; null where none of the paths is a folder. */
  lookInto(paths: readonly string[], signal?: AbortSignal): Promise<FolderLook | null>
  addText(request: { text: string; name?: string | undefined; collection?: string | undefined }): Promise<string>
  /**
   * Fetches a page and keeps it as a document, with its address. Throws INVALID_INPUT, NETWORK_DENIED, UNREACHABLE, NOT_FOUND,
   * PERMISSION_DENIED, FILE_TOO_LARGE, DEADLINE_EXCEEDED.
   */
  addPage(request: PageRequest, signal?: AbortSignal): Promise<PageAnswer>
  /** Fetches the page of a document again, in its place. Throws as `addPage`. */
  refreshPage(id: string, allow: readonly string[], signal?: AbortSignal): Promise<PageAnswer>
  addSample(): string
  addAgain(ids: readonly string[] | undefined, password?: string): string
  stopJob(jobId: string): Promise<boolean>
  /** Streams a file that came from elsewhere to disk; the path it returns is for `addDocuments`. Same bytes and name, same path. */
  receiveFile(name: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<string>

  listDocuments(filter: {
    collection?: string | undefined
    statuses?: readonly DocumentStatus[] | undefined
  }): DocumentRecord[]
  /** The sentences of documents in which words stand. */
  findWords(search: WordSearchInput, signal?: AbortSignal): Promise<FoundSentences>
  getDocument(id: string): DocumentRecord
  readDocument(id: string): Promise<DocumentContent>
  /** The path of a document's file, to be opened by the system's program. Throws INVALID_INPUT for a file that a computer may run. */
  fileToOpen(id: string): Promise<string>
  /** Throws NOT_FOUND where there is no such document or its file was never kept. */
  originalOf(id: string): Promise<OriginalFile>
  updateDocuments(change: DocumentChange): Promise<DocumentRecord[]>
  deleteDocuments(ids: readonly string[]): Promise<string[]>
  trashDocuments(ids: readonly string[]): Promise<Trashed>
  restoreDocuments(ids: readonly string[]): Promise<string[]>
  /** What is in the trash, last trashed first. */
  listTrash(): DocumentRecord[]
  /** Deletes for good what is in the trash, or these of it. Returns the ids. */
  emptyTrash(ids?: readonly string[]): Promise<string[]>
  readonly folders: FolderDesk

  listSessions(): Promise<SessionHeader[]>
  getSession(id: string): Promise<SessionContext>
  /** As a window shows it, or a slice of its turns. Throws NOT_FOUND. */
  viewSession(id: string, slice?: TurnSlice): Promise<SessionView>
  searchSessions(query: string, limit: number): Promise<SessionHit[]>
  renameSession(id: string, title: string): Promise<SessionHeader>
  pinSession(id: string, pinned: boolean): Promise<SessionHeader>
  /** Into a folder, or out of theirs for null. Throws NOT_FOUND, with none moved, where one is unknown. */
  moveSessions(ids: readonly string[], folder: string | null): Promise<SessionHeader[]>
  deleteSession(id: string): Promise<void>
  trashSession(id: string): Promise<Trashed>
  restoreSession(id: string): Promise<SessionHeader>

  /** The context of an answer, block by block. Throws NOT_FOUND. */
  turnContext(id: string, turnId: string): Promise<TurnContext>
  /** False where the session holds no such evidence. */
  markEvidence(id: string, evidenceId: string, sensitivity: Sensitivity | null): Promise<boolean>
  exportSessions(input: ExportInput, signal?: AbortSignal): AsyncGenerator<ExportChunk>
  previewExport(input: ExportInput): Promise<ExportPreview>
  /** Merges the sessions of a file, given by its absolute path. Throws INVALID_INPUT with nothing imported. */
  importSessions(path: string): Promise<ImportReport>
  replay(id: string, turnId: string | undefined, mode: ReplayMode, signal?: AbortSignal): AsyncGenerator<TurnReplay>
  compareSettings(
    ids: readonly string[],
    variants: { readonly a: SettingsVariant; readonly b: SettingsVariant },
    signal?: AbortSignal,
  ): AsyncGenerator<{ done: number; total: number; comparison: Comparison | null }>
  attribute(id: string, turnId: string, expected: string, signal?: AbortSignal): Promise<Attribution>

  getSettings(): Settings
  changeSettings(patch: SettingsPatch): Promise<Settings>
  listTerms(): TermList
  /** Replaces the user's own terms, in force at once. Throws INVALID_INPUT. */
  setTerms(rows: readonly OwnTerm[]): Promise<TermList>
  lookUpTerms(text: string): TermLookup[]
  readonly models: Models
  readonly graph: KnowledgeGraph
  readonly tools: ToolDesk
  readonly network: NetworkDesk
  readonly encryption: EncryptionDesk
  readonly research: ResearchDesk
  readonly notes: NotesDesk
  readonly backups: BackupDesk
  readonly evaluation: EvaluationDesk
  readonly diagnostics: DiagnosticsDesk
  /** Tells every window that the ways in for other programs, which a shell keeps, stand otherwise now. */
  doorsChanged(): void
  /** A snapshot, then every change, until aborted or the engine closes. */
  watch(signal?: AbortSignal): AsyncGenerator<Change>

  info(): Promise<StoreInfo>
  /** How the library stands that is shared with others, looked at now; null where the documents are this person's own. */
  library(): Promise<LibraryStanding | null>
  /** Has the system's keychain keep the keys of the shared library, or forget them. Throws INVALID_INPUT, STORE_UNUSABLE without a keychain. */
  keepLibraryKeys(keep: boolean): Promise<LibraryStanding>
  check(): Promise<CheckReport>
  /** Whether the next start is to move the store, and why the last one could not. */
  askedMove(): Promise<AskedMove>
  /** Has the next start move it to an absolute path, or leave it where it is. Throws CairnError INVALID_INPUT, PERMISSION_DENIED, DISK_FULL. */
  askForMove(to: string | null): Promise<AskedMove>
  /** Finishes what is being written, then closes; running turns are cancelled. */
  close(): Promise<void>
}
