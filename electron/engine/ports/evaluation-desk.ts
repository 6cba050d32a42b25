import type { AddTurnInput, ExportedSet, ExportSetInput, SaveSetInput } from '@shared/api/evaluation-api'
import type { EvaluationRun, EvaluationRunHeader, StartEvaluationInput } from '@shared/evaluation/evaluation-run'
import type { EvaluationQuestion, EvaluationSet, EvaluationSetHeader } from '@shared/evaluation/evaluation-set'

/** What can be done with sets of questions. All throw NOT_FOUND for a set that is not there. */
export interface EvaluationSetsDesk {
  /** The shipped one first, then the user's, by title. */
  list(): Promise<EvaluationSetHeader[]>
  get(id: string): Promise<EvaluationSet>
  /** Makes a set, or puts another in its place. Throws INVALID_INPUT for the shipped one, and for ids that are there twice. */
  save(input: SaveSetInput): Promise<EvaluationSetHeader>
  delete(id: string): Promise<void>
  /** Throws INVALID_INPUT that names the line. */
  import(name: string, text: string): Promise<EvaluationSetHeader>
  export(input: ExportSetInput): Promise<ExportedSet>
  /** Makes a question of an answered turn. Throws NOT_FOUND for a turn that is not recorded. */
  addTurn(input: AddTurnInput): Promise<{ set: EvaluationSetHeader; question: EvaluationQuestion }>
}

/** What can be done with runs. All throw NOT_FOUND for a run or set that is not there. */
export interface EvaluationRunsDesk {
  /** Newest first. */
  list(setId?: string): Promise<EvaluationRunHeader[]>
  /** With its results from the one at `from` (0-based) on. */
  get(id: string, from: number): Promise<EvaluationRun>
  /** One run after another. Throws INVALID_INPUT where too many wait. */
  start(input: StartEvaluationInput): Promise<EvaluationRunHeader>
  /** How a run stands, at once and after each question; ends when it has ended. Leaving the loop leaves it running. */
  follow(id: string, signal?: AbortSignal): AsyncGenerator<EvaluationRunHeader>
  /** False where it had ended. */
  cancel(id: string): Promise<boolean>
  /** Throws INVALID_INPUT while it runs. */
  delete(id: string): Promise<void>
}

/** Questions with expected answers, asked of the library as it is, and what came of them. */
export interface EvaluationDesk {
  readonly sets: EvaluationSetsDesk
  readonly runs: EvaluationRunsDesk
}
