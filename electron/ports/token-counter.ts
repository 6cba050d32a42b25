/** Counts what a language model would read. Implementations: the estimate of text/token-count, later a model's own tokenizer. */
export interface TokenCounter {
  /** Names the tokenizer; recorded with each turn, because sizes of different ones cannot be compared. */
  readonly id: string
  count(text: string): number
}
