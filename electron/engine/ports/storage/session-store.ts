import type { SessionHeader } from '@shared/session/session-view'
import type {
  ContextBlock,
  Evidence,
  Message,
  ModelUsage,
  Sensitivity,
  SessionContext,
  ToolCall,
} from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'

/** One thing that happened in a session; what a journal line holds. */
export type SessionEntry =
  | { readonly op: 'created'; readonly session_id: string; readonly meta: NonNullable<SessionContext['meta']> }
  | { readonly op: 'message'; readonly message: Message }
  | { readonly op: 'evidence'; readonly evidence: Evidence }
  | { readonly op: 'block'; readonly block: ContextBlock }
  | { readonly op: 'tool_call'; readonly call: ToolCall }
  | { readonly op: 'model_usage'; readonly usage: ModelUsage }
  /** Another record of this session, or all there is of it: what only that one has is added. */
  | { readonly op: 'merged'; readonly context: SessionContext }
  /** How carefully a piece of evidence is to be handled; null for as any other. */
  | { readonly op: 'marked'; readonly evidence_id: string; readonly sensitivity: Sensitivity | null }
  | { readonly op: 'token'; readonly turn_id: string; readonly content: string }
  | { readonly op: 'turn'; readonly trace: TurnTrace; readonly message: Message }
  | { readonly op: 'summary'; readonly summary: NonNullable<SessionContext['session']['summary']> }
  | { readonly op: 'title'; readonly title: string }
  | { readonly op: 'pinned'; readonly pinned: boolean }
  /** ISO time; null takes it out of the trash again. */
  | { readonly op: 'trashed'; readonly trashed_at: string | null }

/** Durable sessions, each a session context of schema 1.0. One in the trash is hidden from all but `trashed` and `restore`. */
export interface SessionStore {
  list(): Promise<SessionHeader[]>
  /** One session's header, without making the list. */
  find(id: string): Promise<SessionHeader | undefined>
  /** The sessions in the trash, and since when (ISO time). */
  trashed(): Promise<{ readonly id: string; readonly trashed_at: string }[]>
  has(id: string): Promise<boolean>
  /** The whole context, shared: not to be changed. A turn that never finished is closed as `interrupted` with what had been streamed. NOT_FOUND if unknown. */
  load(id: string): Promise<SessionContext>
  /** Only what was said, much cheaper to read than `load`: role, words, turn and what it replaced. An answer that never finished is missing. NOT_FOUND if unknown. */
  messages(id: string): Promise<readonly Message[]>
  /** Appends entries in order; to a session in the trash only what takes it out (NOT_FOUND otherwise). With `durable`, resolves only after an fsync: what follows may call it acknowledged. */
  append(id: string, entries: readonly SessionEntry[], options?: { durable?: boolean }): Promise<void>
  remove(id: string): Promise<void>
}
