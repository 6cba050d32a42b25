import type { GenerateRequest, LanguageModels, ModelName } from '@engine/ports/models/language-model'
import type { DocumentFacts } from '../share/graph-share'
import type { TurnActivity } from '@engine/platform/changes/turn-activity'
import type { PassageText } from '../names/passage-reading'

/** A document that can be searched. */
export interface ExtractionDocument {
  readonly id: string
  readonly revision: string
  /** When it came, in milliseconds since the epoch: the newest are read first. */
  readonly addedAt: number
  /** How many passages it has, as far as that is known without reading it. */
  readonly passages: number
}

/** What there is to read of a document. */
export interface ExtractionText {
  /** In reading order: those of its share, by place. */
  readonly passages: readonly PassageText[]
  /** What rules found in them, where that is at hand: names for the model to go by. */
  readonly facts?: DocumentFacts | undefined
}

/** The files in which what was read is kept, one a document. */
export interface ExtractionFiles {
  /** Empty where there is none. */
  read(documentId: string): Promise<string>
  /** Resolves once the text is on disk, behind what was there. */
  append(documentId: string, text: string): Promise<void>
  /** As `append`, in place of what was there. */
  replace(documentId: string, text: string): Promise<void>
}

/** What a model is asked in the background. */
export type ModelRequest = Pick<
  GenerateRequest,
  'system' | 'messages' | 'temperature' | 'seed' | 'maxTokens' | 'schema'
>

/** Its reply; undefined where the budget is spent. Throws CairnError. */
export type AskModel = (model: ModelName, request: ModelRequest, signal: AbortSignal) => Promise<string | undefined>

export interface ModelExtractionParts {
  readonly models: Pick<LanguageModels, 'generate' | 'deadlineOf' | 'isElsewhere' | 'open'>
  /** The model that is chosen for it, whether it can be asked now or not; null for none. */
  readonly model: () => ModelName | null
  readonly documents: () => readonly ExtractionDocument[]
  /** Undefined where the document is of that revision no more. */
  readonly textOf: (document: ExtractionDocument, signal: AbortSignal) => Promise<ExtractionText | undefined>
  readonly files: ExtractionFiles
  /** Whether somebody waits for an answer: then this work makes way. */
  readonly activity: Pick<TurnActivity, 'isBusy' | 'whenIdle' | 'onBusy'>
  /** What else a finished run asks within its budget. It must end soon when aborted, and never reject. */
  readonly afterwards?: ((ask: AskModel, signal: AbortSignal) => Promise<void>) | undefined
  /** Milliseconds a model may work in one run. */
  readonly budgetMs: () => number
  /** Milliseconds from any fixed point. */
  readonly clock: () => number
  /** Resolves after so many milliseconds, rejects when aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called whenever `state` says something else. */
  readonly changed: () => void
  /** Called when a document's record has grown and will not grow for a while. */
  readonly learned: (documentId: string) => void
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal
  /** Told ids and codes, never texts. */
  readonly log: (line: string) => void
}
