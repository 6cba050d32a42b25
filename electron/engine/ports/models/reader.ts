/** Where a passage answers a question, by a model that read both. */
export interface AnswerSpan {
  /** `[start, end)` of the passage's text, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** How well it answers: the sum of its first token's logit as a start and its last one's as an end. */
  readonly score: number
  /** The same for the passage saying nothing of it; what is above it answers, if the model is right. */
  readonly none: number
}

/** A model that reads question and passage together and finds the words that answer. */
export interface Reader {
  readonly id: string
  /** Passages it reads in a second, as last measured; null before the first time, absent where it does not matter. */
  readonly perSecond?: number | null | undefined
  /** The best span of each passage, in order; null where one has no words. Throws MODEL_FAILED, MODEL_UNUSABLE, CANCELLED. */
  read(question: string, passages: readonly string[], signal?: AbortSignal): Promise<(AnswerSpan | null)[]>
}
