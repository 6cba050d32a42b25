/** Counts what a language model would read. Implementations: the estimate of text/token-count, a model's own tokenizer. */
export interface TokenCounter {
  /** Names the tokenizer; recorded with each turn, because sizes of different ones cannot be compared. */
  readonly id: string
  count(text: string): number
}

/** Makes a counter for texts known beforehand: exact for those, close for parts of them. Never fails: it estimates then. */
export type MeasureTokens = (
  texts: readonly string[],
  model: string | undefined,
  signal: AbortSignal,
) => Promise<TokenCounter>
