import type { HostState } from '@shared/models/models'
import type { HostRequest, Loaded, ModelFiles } from '../host/protocol'

export interface HostCall {
  readonly signal?: AbortSignal | undefined
  /** Told 0 to 1 while a model loads. */
  readonly progress?: ((share: number) => void) | undefined
}

export interface GeneratedText {
  readonly kind: 'token' | 'thought'
  readonly text: string
}

/**
 * The process that runs models, as the rest of the engine sees it: started when first asked, started again with back-off
 * when it dies. Every call fails with a CairnError: MODEL_FAILED (it died, hung, or the model did), MODEL_OUT_OF_MEMORY,
 * MODEL_UNUSABLE (the files), CANCELLED.
 */
export interface HostClient {
  /** The answer's value is the caller's to parse. */
  call(request: HostRequest, options?: HostCall): Promise<unknown>
  /** Streams generated text, and returns the answer's value. Leaving the loop cancels. */
  stream(request: HostRequest, options?: HostCall): AsyncGenerator<GeneratedText, unknown>
  /** Counts starts of the process. Models loaded before the latest start are gone. */
  readonly incarnation: number
  state(): HostState
  /** Returns a function that ends it. */
  onChange(listener: () => void): () => void
  close(): Promise<void>
}

/** The state of a model in the process that runs it. */
export interface Residence {
  readonly state: 'unloaded' | 'loading' | 'ready' | 'busy' | 'failed'
  readonly progress: number
  readonly loaded: Loaded | null
}

/** Loads models when they are used, and again after their process died. Unloads those unused for long. */
export interface ResidentModels {
  /**
   * Runs work on a loaded model; waits for its loading first, which all who ask share. A loading that has begun goes on
   * when they give up, so that a model is there some time whose loading takes longer than anybody waits; it ends with
   * `unload` and `close`, where another language model is wanted and nobody waits for this one, and after its own limit.
   */
  use<T>(model: ResidentModel, work: (host: HostClient, loaded: Loaded) => Promise<T>, options?: HostCall): Promise<T>
  /** Loads without using. */
  load(model: ResidentModel, options?: HostCall): Promise<Loaded>
  unload(id: string): Promise<void>
  residenceOf(id: string): Residence
  hosts(): HostState[]
  onChange(listener: () => void): () => void
  close(): Promise<void>
}

export interface ResidentModel {
  readonly id: string
  /** Tells it from another one that has, or had, the same id; absent where there can be none. */
  readonly stamp?: string | undefined
  readonly files: ModelFiles
  /** Tokens of context to make; ignored but for language models. */
  readonly contextLength: number
  /** Bytes of memory the loaded model takes; absent where unknown. */
  readonly memoryBytes?: number | undefined
}
