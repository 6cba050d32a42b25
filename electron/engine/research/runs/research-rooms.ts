import type { ReportFormat, ResearchJob } from '@shared/api/research-api'
import type { Claim, Conflict, Gap } from '@shared/research/claim-ledger'
import type { Note } from '@shared/note'
import type { PlanSpec, PlanTask, ResearchLanguage, TaskTool } from '@shared/research/plan-spec'
import type { ResearchReport } from '@shared/research/research-report'
import type { ResearchRun, RunRequest } from '@shared/research/research-run'
import type { EvidenceItem } from '@shared/session/evidence-item'
import type { ExportChunk, RedactionReport } from '@shared/session/turn-context'
import type { SensitiveLibrary } from '../export/redaction/sensitive-evidence'
import type { Executor } from './executors/task-work'

/** What a plan is made from. */
export interface PlanRequest extends Omit<RunRequest, 'at_once' | 'locale'> {
  readonly goal: string
  /** The turn of a chat whose question the goal is; absent or null for none. */
  readonly turn?: ResearchRun['from_turn'] | undefined
  readonly language: ResearchLanguage
  /** Answers to questions of an earlier plan, by their ids; empty where one was passed over. */
  readonly answers?: Readonly<Record<string, string>> | undefined
}

/** A task that was done, and what it found. */
export interface FoundForTask {
  readonly task: PlanTask
  /** The task's description with the names that its dependencies found. */
  readonly question: string
  /** What the whole run asks. */
  readonly goal?: string | undefined
  readonly evidence: readonly EvidenceItem[]
  readonly language: ResearchLanguage
  /** The model that was asked for; absent for what the settings say. */
  readonly model: string | undefined
}

/** A document as a run must know it. */
export interface KnownDocument {
  readonly name: string
  /** SHA-256 of its content. */
  readonly hash: string
  /** When it came into the library, milliseconds since the epoch. */
  readonly addedAt: number
}

/** What a run works with. Every function that takes long heeds its signal. */
export interface ResearchRooms {
  readonly jobs: () => Promise<readonly ResearchJob[]>
  /** Throws NOT_FOUND for an unknown job. */
  readonly plan: (request: PlanRequest, signal: AbortSignal) => Promise<PlanSpec>
  /** The plan with what is wrong with it. */
  readonly review: (plan: PlanSpec) => PlanSpec
  /** The user saw this plan and said run: calls of other programs' tools in it may be made for this run. */
  readonly allowCalls: (runId: string, plan: PlanSpec, signal: AbortSignal) => Promise<void>
  readonly executors: Readonly<Record<TaskTool, Executor>>
  readonly claims: (
    found: FoundForTask,
    signal: AbortSignal,
  ) => Promise<{
    readonly claims: readonly Claim[]
    readonly gaps: readonly Gap[]
    /** What a model could not do, and the tokens it took; absent without one. */
    readonly notices?: readonly Note[]
    readonly tokens?: number
  }>
  readonly conflicts: (claims: readonly Claim[]) => readonly Conflict[]
  /** `byRules`: without a model, because nobody waits for one any more. */
  readonly report: (run: ResearchRun, byRules: boolean, signal: AbortSignal) => Promise<ResearchReport>
  /** Undefined for a document that is gone or in the trash. */
  readonly document: (id: string) => KnownDocument | undefined
  /** What of the documents in a run's scope, and of those it cites, was not read or could not be. */
  readonly unread: (run: ResearchRun) => readonly Note[]
  readonly sensitive: SensitiveLibrary
  readonly files: {
    /** `left`: how much is missing in this copy of the run. */
    export(
      run: ResearchRun,
      format: ReportFormat,
      left: RedactionReport,
      signal?: AbortSignal,
    ): AsyncGenerator<ExportChunk>
  }
}
