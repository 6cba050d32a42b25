import type { Embedder } from '@engine/ports/models/embedder'
import { analyse } from '@engine/text/analyse'
import { hashedVector, hashedVectors } from '@engine/text/hashed/hashed-vector'

/** Longest stretch of computing before the event loop gets its turn, in milliseconds. */
const sliceMs = 8

/** The embedder that needs no model: `hashedVector` of a text's terms. */
export function createHashedNgramEmbedder(): Embedder {
  return {
    ...hashedVectors,
    async embedPassages(texts, signal) {
      const vectors: Float32Array[] = []
      let sliceStart = performance.now()
      for (const text of texts) {
        if (performance.now() - sliceStart > sliceMs) {
          await new Promise((resolve) => setImmediate(resolve))
          signal?.throwIfAborted()
          sliceStart = performance.now()
        }
        vectors.push(hashedVector(analyse(text)))
      }
      return vectors
    },
    embedQuery: (text) => Promise.resolve(hashedVector(analyse(text))),
  }
}
