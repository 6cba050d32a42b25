/** A model that reads question and passage together. */
export interface Reranker {
  readonly id: string
  /** Passages it reads in a second, as last measured; null before the first time, absent where it does not matter. */
  readonly perSecond?: number | null | undefined
  /** How well each passage answers, 0 to 1, in order. Throws CairnError MODEL_FAILED, MODEL_UNUSABLE, CANCELLED. */
  score(question: string, passages: readonly string[], signal?: AbortSignal): Promise<number[]>
}
