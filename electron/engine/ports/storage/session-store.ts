import { z } from 'zod'
import type { SessionHeader } from '@shared/session/session-view'
import {
  ContextBlock,
  Evidence,
  Message,
  ModelUsage,
  Sensitivity,
  SessionContext,
  ToolCall,
} from '@shared/session/session-context'
import { SecondOpinion } from '@shared/session/second-opinion'
import { TurnTrace } from '@shared/session/turn-trace'

const Summary = SessionContext.shape.session.shape.summary.unwrap()
const Meta = SessionContext.shape.meta.unwrap()

/** An event in a session; the content of a journal line. */
export const SessionEntry = z.discriminatedUnion('op', [
  z.object({ op: z.literal('created'), session_id: z.string(), meta: Meta }),
  z.object({ op: z.literal('message'), message: Message }),
  z.object({ op: z.literal('evidence'), evidence: Evidence }),
  z.object({ op: z.literal('block'), block: ContextBlock }),
  z.object({ op: z.literal('tool_call'), call: ToolCall }),
  z.object({ op: z.literal('model_usage'), usage: ModelUsage }),
  /** Another record of this session, or the whole record: what only that record has is added. */
  z.object({ op: z.literal('merged'), context: SessionContext }),
  /** How carefully a piece of evidence is to be handled; null for as any other. */
  z.object({ op: z.literal('marked'), evidence_id: z.string(), sensitivity: Sensitivity.nullable() }),
  z.object({ op: z.literal('token'), turn_id: z.string(), content: z.string() }),
  z.object({ op: z.literal('turn'), trace: TurnTrace, message: Message }),
  /** Of a turn that has ended. */
  z.object({ op: z.literal('second_opinion'), turn_id: z.string(), opinion: SecondOpinion }),
  z.object({ op: z.literal('summary'), summary: Summary }),
  z.object({ op: z.literal('title'), title: z.string(), by: z.literal('model').optional() }),
  z.object({ op: z.literal('pinned'), pinned: z.boolean() }),
  /** Null takes the session out of its folder. */
  z.object({ op: z.literal('folder'), folder: z.string().nullable() }),
  /** ISO time; null takes the session out of the trash again. */
  z.object({ op: z.literal('trashed'), trashed_at: z.string().nullable() }),
])
export type SessionEntry = z.infer<typeof SessionEntry>

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
