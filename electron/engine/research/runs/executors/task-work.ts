import type { SearchFilter } from '@shared/documents'
import type { Note } from '@shared/note'
import type { PlanTask, ResearchLanguage } from '@shared/research/plan-spec'
import type { TaskProgress } from '@shared/research/research-run'
import type { EvidenceItem } from '@shared/session/evidence-item'

/** Evidence that has no number in its run yet. */
export type NewEvidence = Omit<EvidenceItem, 'number'>

/** What is to be done. */
export interface TaskWork {
  readonly runId: string
  readonly goal: string
  readonly task: PlanTask
  readonly language: ResearchLanguage
  /** The task's description with the names that its dependencies found. */
  readonly question: string
  /** Descriptions of the tasks it depends on. */
  readonly before: readonly string[]
  /** Where it looks; absent for everything. */
  readonly scope: SearchFilter | undefined
  /** The model that was asked for; absent for what the settings say. */
  readonly model: string | undefined
  /** The chat that the run was begun from, by id; absent for none. */
  readonly chat?: string | undefined
  /** What its last round left, plain data; undefined before the first. */
  readonly state: unknown
}

/** A round that is over. */
export interface EndedRound {
  /** Counts from 1. */
  readonly number: number
  /** Plain data that lets the task go on from here. */
  readonly state: unknown
  readonly evidence: readonly NewEvidence[]
  readonly searches: number
  /** Of models. */
  readonly tokens?: number | undefined
}

/** What a task does through its run. */
export interface TaskHooks {
  readonly signal: AbortSignal
  /** Does one piece of work when it is this run's turn: chats go first, and runs take turns. Throws where the run was halted. */
  turn<T>(work: () => Promise<T>): Promise<T>
  /** Says which documents are read now, by name. */
  reading(names: readonly string[]): Promise<void>
  /** Resolves once the round and its evidence are on disk; a journalled round is never done again. */
  round(ended: EndedRound): Promise<void>
  /** Says what else must be known, such as what was not read. */
  notice(notes: readonly Note[]): Promise<void>
}

export interface TaskOutcome {
  readonly endedBy: NonNullable<TaskProgress['ended_by']>
  /** Sub-questions or words that nothing was found for. */
  readonly missing?: readonly string[] | undefined
}

/** Does a task of one tool. Given the state of a round it goes on after that round. */
export type Executor = (work: TaskWork, hooks: TaskHooks) => Promise<TaskOutcome>
