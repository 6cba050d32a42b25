/** A model that reads question and passage together. */
export interface Reranker {
  readonly id: string
  /** How well each passage answers, 0 to 1, in order. Throws CairnError MODEL_FAILED, MODEL_UNUSABLE, CANCELLED. */
  score(question: string, passages: readonly string[], signal?: AbortSignal): Promise<number[]>
}
