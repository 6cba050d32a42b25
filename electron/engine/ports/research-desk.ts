import type { ReportExport, ResearchJob, StartResearchInput } from '@shared/api/research-api'
import type { Trashed } from '@shared/changes'
import type { CairnEvent } from '@shared/events'
import type { PlanSpec } from '@shared/research/plan-spec'
import type { ResearchRun, RunDifference, RunHeader } from '@shared/research/research-run'
import type { ExportChunk } from '@shared/session/turn-context'

/** Research as the shells see it. An id that is not there, or in the trash, is NOT_FOUND. */
export interface ResearchDesk {
  jobs(): Promise<ResearchJob[]>
  list(): Promise<RunHeader[]>
  get(id: string): Promise<ResearchRun>
  /** Begins a run, which goes on by itself. Throws INVALID_INPUT without a goal, NOT_FOUND for an unknown job. */
  start(input: StartResearchInput): Promise<RunHeader>
  /** Puts a plan in the place of the one there is; what is done and asked as before stays done. Throws INVALID_INPUT while the run works. */
  setPlan(id: string, plan: PlanSpec): Promise<PlanSpec>
  /** Makes the plan anew with answers to its questions, by their ids. Throws INVALID_INPUT where the run asks nothing. */
  clarify(id: string, answers: Readonly<Record<string, string>>): Promise<PlanSpec>
  /**
   * Does what is not done yet; with a task, of what failed only that one and what was skipped for it. Throws INVALID_INPUT for a plan
   * that cannot run.
   */
  run(id: string, task?: string): Promise<RunHeader>
  /** Resolves once nothing of the run is under way. */
  pause(id: string): Promise<RunHeader>
  /** Ends a run; resolves once its report is made of what was found. */
  stop(id: string): Promise<RunHeader>
  /** Steps after `afterSeq`; ends when the run rests. Leaving the loop leaves the run as it is. */
  follow(id: string, afterSeq: number, signal?: AbortSignal): AsyncGenerator<CairnEvent>
  again(id: string): Promise<RunHeader>
  /** Throws INVALID_INPUT for a run that does no other again. */
  differences(id: string): Promise<RunDifference[]>
  rename(id: string, title: string): Promise<RunHeader>
  trash(id: string): Promise<Trashed>
  restore(id: string): Promise<RunHeader>
  /** Throws NOT_FOUND where there is no report yet. */
  export(id: string, request: ReportExport, signal?: AbortSignal): AsyncGenerator<ExportChunk>
}
