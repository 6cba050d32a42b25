import type { LanguageTask } from '@shared/models/models'

/** A JSON Schema: of objects with fixed properties, arrays, strings, numbers, booleans and enums. */
export type JsonSchema = Readonly<Record<string, unknown>>

export interface ChatMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** A request to a language model. */
export interface GenerateRequest {
  readonly task: LanguageTask
  /** Names one model for this call, before those set for the task. */
  readonly model?: string | undefined
  readonly system: string
  /** The conversation, oldest first; the last is the user's. */
  readonly messages: readonly ChatMessage[]
  /** 0 and up. */
  readonly temperature: number
  readonly seed: number
  /** Most tokens of output, thinking aside. */
  readonly maxTokens: number
  /** The schema of the output, as JSON. Output with a schema comes without thoughts. */
  readonly schema?: JsonSchema | undefined
}

/** Who answers; recorded with the turn. */
export interface ModelName {
  readonly id: string
  /** For people. */
  readonly name: string
}

export interface GenerationUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  /** Tokens of the prompt still held from the call before, which cost nothing. */
  readonly reused_tokens: number
}

/**
 * What a generation says, in this order: `model` once, just before its first token; `thought` and `token`; `end` once.
 * `loading` may come before all of them, again and again.
 */
export type GenerationEvent =
  | { readonly type: 'loading'; readonly model: ModelName; /** 0 to 1. */ readonly progress: number }
  | { readonly type: 'model'; readonly model: ModelName }
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'token'; readonly text: string }
  | { readonly type: 'end'; readonly reason: 'stop' | 'length'; readonly usage: GenerationUsage }

/** The parts of a request that depend on how much its model can read. */
export type FittedRequest = Pick<GenerateRequest, 'system' | 'messages' | 'maxTokens'>

export interface GenerateOptions {
  /** Milliseconds to the first token, thinking included, counted once the model is loaded. */
  readonly firstTokenMs: number
  readonly signal?: AbortSignal | undefined
  /**
   * Makes the request anew for each model that is asked, once it is loaded and can count. Throws CairnError INVALID_INPUT
   * where nothing fits that model: then the next one is asked.
   */
  readonly fit?: ((model: ModelName, signal: AbortSignal) => Promise<FittedRequest>) | undefined
}

/** The language models that can be asked, whichever they are. Without any, every list is empty and rules do the work. */
export interface LanguageModels {
  /** Who would be asked for a task, best first; those whose breaker is open are left out. */
  candidates(task: LanguageTask, model?: string): readonly ModelName[]
  /** Milliseconds a task may take, as the user set it. */
  deadlineOf(task: LanguageTask): number
  /** Whether there is a model of this id, however it fares. */
  knows(model: string): boolean
  /**
   * Begins to load the first candidate and waits for nothing, so that no deadline of whoever asks it first ends its
   * loading. Never throws; a failure counts for nothing, because whoever asks the model meets it again.
   */
  prepare(task: LanguageTask, model?: string): void
  /**
   * Asks the candidates in turn until one gives its first token; from then on it is that one's answer. Throws CairnError:
   * NOT_FOUND without candidates; INVALID_INPUT (the prompt is too long), MODEL_FAILED, MODEL_UNUSABLE,
   * MODEL_OUT_OF_MEMORY, DEADLINE_EXCEEDED, RATE_LIMITED and NETWORK_DENIED (both of servers) of the last one tried, or,
   * after the first token, of the one that broke off; CANCELLED.
   */
  generate(request: GenerateRequest, options: GenerateOptions): AsyncGenerator<GenerationEvent>
  /** How many tokens each text has for a model that is loaded. Throws CairnError NOT_FOUND, MODEL_FAILED. */
  countTokens(model: string, texts: readonly string[], signal?: AbortSignal): Promise<number[]>
  /** Tokens of prompt and answer together; null where nobody knows. */
  contextOf(model: string): number | null
  /** Whether a model runs on another machine; absent where all run on this one. */
  isElsewhere?(model: string): boolean
  /**
   * The same, for requests made without anything that rests on confidential documents. While the library has such documents, a model on another
   * machine is asked through this alone. Absent where all run on this machine.
   */
  readonly open?: LanguageModels | undefined
}
