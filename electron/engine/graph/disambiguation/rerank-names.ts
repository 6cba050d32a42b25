import type { Embedder } from '@engine/ports/models/embedder'
import { rerankThreshold } from './names/compare-names'

/**
 * The similarity of each pair of names by their vectors, above what unrelated texts have (0 to 1); undefined where it is
 * below the threshold, and the pair is none. Every name is embedded once. Rejects when the embedder does.
 */
export async function rerank(
  embedder: Embedder,
  pairs: readonly (readonly [string, string])[],
  signal?: AbortSignal,
): Promise<(number | undefined)[]> {
  const names = [...new Set(pairs.flat())]
  const vectors = await embedder.embedPassages(names, signal)
  const vectorOf = new Map(names.map((name, at) => [name, vectors[at]]))
  const unrelated = embedder.unrelated ?? 0
  return pairs.map(([a, b]) => {
    const similarity = (cosine(vectorOf.get(a), vectorOf.get(b)) - unrelated) / (1 - unrelated)
    return similarity >= rerankThreshold ? Math.min(1, similarity) : undefined
  })
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  let product = 0
  for (const [at, value] of (a ?? new Float32Array()).entries()) product += value * (b?.[at] ?? 0)
  return product
}
