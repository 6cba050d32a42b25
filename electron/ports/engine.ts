import type { AskInput, CheckReport, SessionHeader, StoreInfo } from '@shared/api'
import type { DocumentContent } from './document-store'
import type { DocumentRecord, DocumentStatus } from '@shared/documents'
import type { CairnEvent } from '@shared/events'
import type { SessionContext } from '@shared/session-context'

export interface IngestRequest {
  /** Absolute paths of files and folders. */
  readonly paths: readonly string[]
  readonly collection?: string | undefined
}

/** The whole of Cairn behind one door: what the shells drive. Streams end by themselves; aborting cancels cleanly. */
export interface Engine {
  ask(input: AskInput, signal?: AbortSignal): AsyncGenerator<CairnEvent>
  ingest(request: IngestRequest, signal?: AbortSignal): AsyncGenerator<CairnEvent>
  retry(ids: readonly string[] | undefined, signal?: AbortSignal): AsyncGenerator<CairnEvent>
  rebuild(signal?: AbortSignal): AsyncGenerator<CairnEvent>
  listDocuments(filter: {
    collection?: string | undefined
    statuses?: readonly DocumentStatus[] | undefined
  }): DocumentRecord[]
  getDocument(id: string): DocumentRecord
  readDocument(id: string): Promise<DocumentContent>
  deleteDocuments(ids: readonly string[]): Promise<string[]>
  listSessions(): Promise<SessionHeader[]>
  getSession(id: string): Promise<SessionContext>
  renameSession(id: string, title: string): Promise<SessionHeader>
  deleteSession(id: string): Promise<void>
  info(): Promise<StoreInfo>
  check(): Promise<CheckReport>
  /** Finishes what is being written, then closes; running turns are cancelled. */
  close(): Promise<void>
}
