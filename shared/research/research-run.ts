import { z } from 'zod'
import { ErrorReport } from '../errors'
import { EvidenceItem } from '../session/evidence-item'
import { SearchFilter } from '../documents'
import { Note } from '../note'
import { Claim, ClaimLedger, Conflict, Gap } from './claim-ledger'
import { PlanSpec, ResearchLanguage, TaskId } from './plan-spec'
import { ResearchReport } from './research-report'

export const RunId = z.string().regex(/^r_[A-Za-z0-9-]{1,60}$/u, 'A run id begins with r_.')

/**
 * `waiting` needs the user: a plan to be looked at, or a question to be answered. `partial` is done, but for tasks that failed.
 */
export const RunState = z.enum([
  'planning',
  'waiting',
  'running',
  'paused',
  'reporting',
  'done',
  'partial',
  'failed',
  'stopped',
])
export type RunState = z.infer<typeof RunState>

export const TaskState = z.enum(['pending', 'running', 'done', 'failed', 'skipped'])
export type TaskState = z.infer<typeof TaskState>

/** How far one task is. */
export const TaskProgress = z.object({
  task_id: TaskId,
  state: TaskState,
  /** 1 for the first try. */
  attempt: z.number().int().nonnegative(),
  /** Rounds of searching so far, and searches in them. */
  rounds: z.number().int().nonnegative().default(0),
  searches: z.number().int().nonnegative().default(0),
  /** Names of the documents it reads at this moment. */
  reading: z.array(z.string()).default([]),
  /** Pieces of evidence it added. */
  found: z.number().int().nonnegative().default(0),
  /** Why it searched no further. */
  ended_by: z.enum(['covered', 'relevant', 'nothing_new', 'rounds', 'budget', 'read']).optional(),
  ms: z.number().nonnegative().default(0),
  error: ErrorReport.optional(),
})
export type TaskProgress = z.infer<typeof TaskProgress>

/** What a run may spend, and what it has spent: tokens of models, milliseconds of work, searches. */
export const RunCost = z.object({
  tokens: z.number().int().nonnegative(),
  ms: z.number().nonnegative(),
  searches: z.number().int().nonnegative(),
})
export type RunCost = z.infer<typeof RunCost>

/** The state of the library a run read: which documents, by the hash of their content. */
export const LibrarySeen = z.object({ documents: z.record(z.string(), z.string()) })
export type LibrarySeen = z.infer<typeof LibrarySeen>

/** How a run was asked for, besides its goal. */
export const RunRequest = z.object({
  job: z.string().max(60).optional(),
  filter: SearchFilter.optional(),
  locale: ResearchLanguage.optional(),
  model: z.string().optional(),
  /** Begin as soon as the plan is ready. */
  at_once: z.boolean().default(false),
})
export type RunRequest = z.infer<typeof RunRequest>

/** A turn of a chat. */
const FromTurn = z.object({ session_id: z.string(), turn_id: z.string() })

/** A run as lists show it. */
export const RunHeader = z.object({
  id: RunId,
  title: z.string(),
  goal: z.string(),
  state: RunState,
  job: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  tasks_done: z.number().int().nonnegative(),
  tasks: z.number().int().nonnegative(),
  /** The turn of a chat that it was begun from. */
  from_turn: FromTurn.optional(),
})
export type RunHeader = z.infer<typeof RunHeader>

/** A whole run. */
export const ResearchRun = z.object({
  header: RunHeader,
  plan: PlanSpec.nullable(),
  progress: z.array(TaskProgress),
  /** Everything found, numbered from 1 in the order it was found; a report cites these numbers. */
  evidence: z.array(EvidenceItem),
  ledger: ClaimLedger,
  report: ResearchReport.nullable(),
  cost: RunCost,
  library: LibrarySeen.nullable(),
  /** The chat it was begun from. */
  from_turn: FromTurn.nullable(),
  /** The run that this one does again. */
  again_of: RunId.nullable(),
  error: ErrorReport.nullable(),
  /** Absent in what knows only how a run looks. */
  asked: RunRequest.optional(),
  /** Ids of the evidence that each task found, in the order found; what two tasks found stands at both. */
  found_by: z.record(TaskId, z.array(z.string())).optional(),
  /** What became of documents that it had read already. */
  notices: z.array(Note).optional(),
  /** Steps of its journal that cannot be read any more. */
  lost_steps: z.number().int().positive().optional(),
  /** ISO time; null outside the trash. */
  trashed_at: z.string().nullable().optional(),
  /** As sensitive as the most sensitive document it cites is now; absent where none is. */
  sensitivity: z.enum(['public', 'internal', 'confidential', 'secret']).optional(),
  /** A copy in which something was left out. */
  redacted: z.literal(true).optional(),
})
export type ResearchRun = z.infer<typeof ResearchRun>

/**
 * A step of a run: a line of its journal, and what those who watch it are told. The state of a run is what its steps make of it, one
 * after another.
 */
export const RunStep = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('created'),
    id: RunId,
    goal: z.string(),
    from_turn: ResearchRun.shape.from_turn,
    again_of: ResearchRun.shape.again_of,
    asked: RunRequest.optional(),
  }),
  z.object({ op: z.literal('titled'), title: z.string() }),
  z.object({ op: z.literal('planned'), plan: PlanSpec }),
  z.object({ op: z.literal('state'), state: RunState, error: ErrorReport.nullable().default(null) }),
  /** Documents that were read; they join those of earlier steps. */
  z.object({ op: z.literal('library'), library: LibrarySeen }),
  z.object({ op: z.literal('task'), progress: TaskProgress }),
  /** Pieces that another task found already keep their numbers. */
  z.object({ op: z.literal('evidence'), task_id: TaskId, evidence: z.array(EvidenceItem) }),
  /** A round of searching ended; `state` is what DeepSearch needs to go on from it. */
  z.object({ op: z.literal('round'), task_id: TaskId, round: z.number().int().positive(), state: z.unknown() }),
  /** All of a task's claims, once it is done. */
  z.object({ op: z.literal('claims'), task_id: TaskId, claims: z.array(Claim), gaps: z.array(Gap) }),
  z.object({ op: z.literal('conflicts'), conflicts: z.array(Conflict) }),
  z.object({ op: z.literal('spent'), cost: RunCost }),
  z.object({ op: z.literal('report'), report: ResearchReport }),
  /** Each joins those of earlier steps, once. */
  z.object({ op: z.literal('noticed'), notes: z.array(Note) }),
  z.object({ op: z.literal('trashed'), trashed_at: z.string().nullable() }),
  /** It was taken over from a bundle, as it was there. */
  z.object({ op: z.literal('imported'), run: ResearchRun }),
])
export type RunStep = z.infer<typeof RunStep>

/** A line of a run's journal. `seq` counts from 0; `ts` is milliseconds since the epoch. */
export const RunLine = z.object({ seq: z.number().int().nonnegative(), ts: z.number().int(), step: RunStep })
export type RunLine = z.infer<typeof RunLine>

/** What became of a claim when a run was done again on a changed library. */
export const RunDifference = z.object({
  claim: Claim,
  change: z.enum(['new', 'gone', 'changed']),
  /** The claim of the earlier run, where it changed. */
  before: Claim.optional(),
})
export type RunDifference = z.infer<typeof RunDifference>
