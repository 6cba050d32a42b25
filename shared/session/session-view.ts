import { z } from 'zod'
import { SearchFilter } from '../documents'
import { ErrorReport } from '../errors'
import {
  AnswerOutcome,
  AnswerRef,
  Critique,
  EvidenceItem,
  ListedDocuments,
  Reading,
  Shortcut,
  StageRecord,
} from '../events'
import { Note } from '../note'
import { ToolRun } from '../tools/tool-run'
import { SecondOpinion } from './second-opinion'

/** A folder people put chats in, by its name; one without chats does not exist. */
export const SessionFolder = z.string().trim().min(1).max(60)

export const SessionHeader = z.object({
  id: z.string(),
  title: z.string(),
  message_count: z.number().int().nonnegative(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Kept at the top of the list. */
  pinned: z.boolean().default(false),
  /** Absent for one in no folder. */
  folder: SessionFolder.optional(),
})
export type SessionHeader = z.infer<typeof SessionHeader>

/** A question and its answer as they are shown; the sum of a turn's events. */
export const TurnView = z.object({
  turn_id: z.string(),
  trace_id: z.string(),
  question: z.string(),
  /** ISO time. */
  asked_at: z.string(),
  status: z.enum(['running', 'complete', 'cancelled', 'interrupted', 'error']),
  response: z.string(),
  total_ms: z.number().nonnegative(),
  /** From the question to the first word; absent where there was none, or older records do not say. */
  first_token_ms: z.number().nonnegative().optional(),
  stages: z.array(StageRecord),
  shortcut: z
    .object({
      shortcut: Shortcut,
      reason: z.string(),
      reason_note: Note.optional(),
      readings: z.array(Reading),
    })
    .nullable(),
  evidence: z.array(EvidenceItem),
  refs: z.array(AnswerRef),
  /** Questions the evidence could answer next, in the question's language. */
  suggestions: z.array(z.string()),
  /** The critic's verdict on the answer; absent where it was not checked, or not yet. */
  critique: Critique.optional(),
  /** A language model's, which the verdict does not use; it may come after the answer. */
  second_opinion: SecondOpinion.optional(),
  /** The language model that wrote the answer; absent where it is quoted from the evidence. */
  model: z.string().optional(),
  /** The tools that ran or wait to be allowed, in the order they began; absent for none. */
  tools: z.array(ToolRun).optional(),
  /** Absent in records of earlier versions. */
  outcome: AnswerOutcome.optional(),
  /** The documents it lists, where it is about the library. */
  listed: ListedDocuments.optional(),
  /** Parts of a question of several that nothing was found for, in its own words; absent for none. */
  unanswered: z.array(z.string().min(1)).min(1).optional(),
  /** Why the answer ends before its end. */
  broke_off: Note.optional(),
  /** The filter of the search; null for an unlimited search. */
  filter: SearchFilter.nullable(),
  /** The turn whose place this one takes: its question was edited or asked again. */
  replaces: z.string().nullable(),
  error: ErrorReport.nullable(),
})
export type TurnView = z.infer<typeof TurnView>

/** Which turns of a session are wanted: the newest so many before one of them. Absent: all, up to the end. */
export const TurnSlice = z.object({
  newest: z.number().int().positive().optional(),
  before: z.string().optional(),
})
export type TurnSlice = z.infer<typeof TurnSlice>

/**
 * A session as a window shows it: turns in the order they were asked, replaced ones included. `earlier` counts the turns
 * before the first of these, and the places of the conversation they stand in.
 */
export const SessionView = z.object({
  header: SessionHeader,
  turns: z.array(TurnView),
  earlier: z.object({ turns: z.number().int().nonnegative(), places: z.number().int().nonnegative() }),
})
export type SessionView = z.infer<typeof SessionView>

/** A session that matches a search; `snippet` is the matching text with some of its surroundings. */
export const SessionHit = z.object({ header: SessionHeader, turn_id: z.string().nullable(), snippet: z.string() })
export type SessionHit = z.infer<typeof SessionHit>
