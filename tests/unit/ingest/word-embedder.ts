import type { Embedder } from '@engine/ports/models/embedder'

/** A small embedder whose calls can be counted, held up and made to fail. */
export interface WordEmbedder extends Embedder {
  /** Texts embedded so far. */
  readonly made: number
  /** What a call of `embedPassages` awaits first; may throw. Absent for nothing. */
  before: ((texts: readonly string[], signal?: AbortSignal) => Promise<void> | void) | undefined
  /** Changes what comes out. */
  after: ((vectors: Float32Array[]) => Float32Array[]) | undefined
}

/** The same texts give the same vectors in every process: words hashed into `dimensions` places, at unit length. */
export function wordEmbedder(id: string, dimensions: number, stamp?: string): WordEmbedder {
  let made = 0
  const embedder: WordEmbedder = {
    id,
    dimensions,
    stamp,
    get made() {
      return made
    },
    before: undefined,
    after: undefined,
    async embedPassages(texts, signal) {
      await embedder.before?.(texts, signal)
      signal?.throwIfAborted()
      made += texts.length
      const vectors = texts.map((text) => vectorOf(text, dimensions))
      return embedder.after ? embedder.after(vectors) : vectors
    },
    embedQuery: (text) => Promise.resolve(vectorOf(text, dimensions)),
  }
  return embedder
}

function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions).fill(0.01)
  for (const word of text.toLowerCase().match(/\w+/gu) ?? []) {
    let hash = 0x811c9dc5
    for (const unit of word) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193)
    const at = (hash >>> 8) % dimensions
    vector[at] = (vector[at] ?? 0) + 1
  }
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
