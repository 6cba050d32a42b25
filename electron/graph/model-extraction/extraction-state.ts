import type { ErrorReport } from '@shared/errors'
import type { ModelName } from '../../ports/language-model'

/** How far a model has come with the library. */
export interface ExtractionState {
  /** `paused` by a person, or because the budget is spent; `done` also where passages were left out that failed again and again. */
  readonly state: 'off' | 'running' | 'paused' | 'done' | 'failed'
  /** Null where none is chosen. */
  readonly model: ModelName | null
  /** Passages that were read or given up, and all there are. */
  readonly done: number
  readonly total: number
  /** Why it failed. */
  readonly error: ErrorReport | null
  /** Milliseconds of this run that the model was at work, and how many it may be. */
  readonly spent_ms: number
  readonly budget_ms: number
}
