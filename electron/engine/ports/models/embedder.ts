/** Turns text into vectors of unit length. Implementations: the built-in n-gram embedder, ONNX and static models. */
export interface Embedder {
  /** Names the model and its version; vectors of different ids are never compared. */
  readonly id: string
  readonly dimensions: number
  /** Tells it from another one that has, or had, the same id; absent where there can be none. */
  readonly stamp?: string | undefined
  /**
   * Mean cosine of texts that have nothing to do with each other, which for many models is far from 0. What is above it is
   * what similarity means. Absent where none was measured: for the built-in embedder, which compares letters.
   */
  readonly unrelated?: number | undefined
  /** One unit vector per text, in order. Keeps the event loop free on long batches; rejects when aborted. */
  embedPassages(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>
}
