import type { PostProcessor } from '../chain'
import { byPlace } from '../passage'

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): per chunk the sum over lists of weight / (k + rank), with
 * rank from 1. Needs no comparable scores.
 */
export function reciprocalRankFusion(k = 60): PostProcessor {
  return {
    name: 'rrf',
    process: (passages) =>
      passages
        .map((passage) => {
          const fused = passage.placements.reduce((sum, { list, rank }) => sum + list.weight / (k + rank), 0)
          return { ...passage, fused, score: fused }
        })
        .toSorted((a, b) => b.fused - a.fused || byPlace(a, b)),
  }
}
