import { z } from 'zod'
import {
  ContextBlock,
  Evidence,
  Message,
  ModelUsage,
  Sensitivity,
  SessionContext,
  ToolCall,
} from '@shared/session/session-context'
import { TurnTrace } from '@shared/session/turn-trace'
import type { SessionEntry } from '@engine/ports/storage/session-store'

const Summary = SessionContext.shape.session.shape.summary.unwrap()
const Meta = SessionContext.shape.meta.unwrap()

/** What a journal line may say; the checked form of the port's `SessionEntry`. */
export const StoredSessionEntry: z.ZodType<SessionEntry> = z.discriminatedUnion('op', [
  z.object({ op: z.literal('created'), session_id: z.string(), meta: Meta }),
  z.object({ op: z.literal('message'), message: Message }),
  z.object({ op: z.literal('evidence'), evidence: Evidence }),
  z.object({ op: z.literal('block'), block: ContextBlock }),
  z.object({ op: z.literal('tool_call'), call: ToolCall }),
  z.object({ op: z.literal('model_usage'), usage: ModelUsage }),
  z.object({ op: z.literal('merged'), context: SessionContext }),
  z.object({ op: z.literal('marked'), evidence_id: z.string(), sensitivity: Sensitivity.nullable() }),
  z.object({ op: z.literal('token'), turn_id: z.string(), content: z.string() }),
  z.object({ op: z.literal('turn'), trace: TurnTrace, message: Message }),
  z.object({ op: z.literal('summary'), summary: Summary }),
  z.object({ op: z.literal('title'), title: z.string() }),
  z.object({ op: z.literal('pinned'), pinned: z.boolean() }),
  z.object({ op: z.literal('trashed'), trashed_at: z.string().nullable() }),
])

/** A journal line. `seq` counts the entries of a session from 1 and never starts again. */
export const SessionLine = z.object({ seq: z.number().int().positive(), at: z.string(), entry: StoredSessionEntry })
export type SessionLine = z.infer<typeof SessionLine>
