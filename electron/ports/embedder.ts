/** Turns text into vectors of unit length. Implementations: the built-in n-gram embedder, later ONNX models. */
export interface Embedder {
  /** Names the model and its version; vectors of different ids are never compared. */
  readonly id: string
  readonly dimensions: number
  /** One unit vector per text, in order. Keeps the event loop free on long batches; rejects when aborted. */
  embedPassages(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>
}
