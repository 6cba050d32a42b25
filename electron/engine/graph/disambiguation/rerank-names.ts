import type { Embedder } from '@engine/ports/models/embedder'
import { dot } from '@engine/text/vectors'
import { rerankThreshold } from './names/compare-names'

const empty = new Float32Array()

/** Similarity of each pair of names, above that of unrelated texts; undefined below the threshold. Rejects as the embedder. */
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
    const similarity = (dot(vectorOf.get(a) ?? empty, vectorOf.get(b)) - unrelated) / (1 - unrelated)
    return similarity >= rerankThreshold ? Math.min(1, similarity) : undefined
  })
}
