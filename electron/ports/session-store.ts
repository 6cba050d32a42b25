import type { SessionHeader } from '@shared/api'
import type { ContextBlock, Evidence, Message, SessionContext, ToolCall, TurnTrace } from '@shared/session-context'

/** One thing that happened in a session; what a journal line holds. */
export type SessionEntry =
  | { readonly op: 'created'; readonly session_id: string; readonly meta: NonNullable<SessionContext['meta']> }
  | { readonly op: 'message'; readonly message: Message }
  | { readonly op: 'evidence'; readonly evidence: Evidence }
  | { readonly op: 'block'; readonly block: ContextBlock }
  | { readonly op: 'tool_call'; readonly call: ToolCall }
  | { readonly op: 'token'; readonly turn_id: string; readonly content: string }
  | { readonly op: 'turn'; readonly trace: TurnTrace; readonly message: Message }
  | { readonly op: 'summary'; readonly summary: NonNullable<SessionContext['session']['summary']> }
  | { readonly op: 'title'; readonly title: string }

/** Durable sessions, each a session context of schema 1.0. */
export interface SessionStore {
  list(): Promise<SessionHeader[]>
  has(id: string): Promise<boolean>
  /** The whole context; a turn that never finished is closed as `interrupted` with what had been streamed. NOT_FOUND if unknown. */
  load(id: string): Promise<SessionContext>
  /** Appends entries in order. With `durable`, resolves only after an fsync: what follows may call it acknowledged. */
  append(id: string, entries: readonly SessionEntry[], options?: { durable?: boolean }): Promise<void>
  remove(id: string): Promise<void>
}
