import type { EvaluationRun, EvaluationRunHeader, QuestionResult } from '@shared/evaluation/evaluation-run'
import type { EvaluationSet } from '@shared/evaluation/evaluation-set'

/** A run as lists need it. */
export interface StoredRun {
  readonly id: string
  /** How it ended; null where it did not: then its journal is to be read. */
  readonly header: EvaluationRunHeader | null
  /** Of its journal. */
  readonly bytes: number
}

/** Where the user's sets and all runs are kept. All that writes throws CairnError DISK_FULL, PERMISSION_DENIED, STORE_UNUSABLE (read-only). */
export interface EvaluationStore {
  /** The user's sets that can be read. A damaged one is left where it is, and logged. */
  sets(): Promise<EvaluationSet[]>
  /** Whole; resolves once it is on disk. */
  saveSet(set: EvaluationSet): Promise<void>
  removeSet(id: string): Promise<void>
  runs(): Promise<StoredRun[]>
  /** A run with how it ended, or where it did not how it began. Throws NOT_FOUND. */
  run(id: string): Promise<EvaluationRun>
  /** Begins the journal of a run; one call a run at a time. */
  begin(header: EvaluationRunHeader): Promise<void>
  add(id: string, result: QuestionResult): Promise<void>
  /** Keeps how a run ended. */
  end(header: EvaluationRunHeader): Promise<void>
  removeRun(id: string): Promise<void>
  /** Paths of sets and runs that cannot be understood. */
  damaged(): Promise<string[]>
}
