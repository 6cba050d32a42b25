import type { GenerateRequest, GenerationUsage } from '@engine/ports/models/language-model'

export type BackendChunk =
  | { readonly type: 'token'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'end'; readonly reason: 'stop' | 'length'; readonly usage: GenerationUsage }

/** One language model, wherever it runs. Failures are CairnErrors: MODEL_FAILED, MODEL_UNUSABLE, MODEL_OUT_OF_MEMORY, CANCELLED, RATE_LIMITED. */
export interface LanguageBackend {
  readonly id: string
  readonly name: string
  readonly contextLength: number | null
  /** Makes it ready to answer: loads it where it must be loaded. `progress` is told 0 to 1. */
  ready(progress: (share: number) => void, signal: AbortSignal): Promise<void>
  /** Ends with `end`, or throws. */
  generate(request: GenerateRequest, signal: AbortSignal): AsyncGenerator<BackendChunk>
  countTokens(texts: readonly string[], signal: AbortSignal): Promise<number[]>
}
