import type { AnswerSpan } from '@engine/ports/models/reader'
import type { GeneratedText } from '../supervision/host-client'
import type { Embedded, Generated, HostRequest, Loaded } from './protocol'

type RequestOf<T extends HostRequest['type']> = Extract<HostRequest, { type: T }>

interface LoadedBase {
  /** The answer to `load`. */
  readonly loaded: Loaded
  dispose(): Promise<void>
}

export interface LoadedLanguageModel extends LoadedBase {
  readonly kind: 'language'
  /** `write` resolves when the reader has room for more. Rejects with a CairnError; CANCELLED when aborted. */
  generate(
    request: RequestOf<'generate'>,
    write: (chunk: GeneratedText) => Promise<void>,
    signal: AbortSignal,
  ): Promise<Generated>
  count(texts: readonly string[]): number[]
}

export interface LoadedEmbedder extends LoadedBase {
  readonly kind: 'embedder'
  embed(texts: readonly string[], role: 'query' | 'passage', signal: AbortSignal): Promise<Embedded>
}

export interface LoadedReranker extends LoadedBase {
  readonly kind: 'reranker'
  score(question: string, passages: readonly string[], signal: AbortSignal): Promise<number[]>
}

export interface LoadedReader extends LoadedBase {
  readonly kind: 'reader'
  /** See `Reader`. */
  read(question: string, passages: readonly string[], signal: AbortSignal): Promise<(AnswerSpan | null)[]>
}

export type LoadedModel = LoadedLanguageModel | LoadedEmbedder | LoadedReranker | LoadedReader
