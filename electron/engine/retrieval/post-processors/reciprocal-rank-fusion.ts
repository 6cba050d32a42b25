import type { PostProcessor } from '../chain'
import { byPlace } from '../passage'

/** Damps what the first ranks count, as the method's authors have it. */
const k = 60

/** Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): the sum over lists of weight / (k + rank), rank from 1. */
export const reciprocalRankFusion: PostProcessor = {
  name: 'rrf',
  process: (passages) =>
    passages
      .map((passage) => {
        const fused = passage.placements.reduce((sum, { list, rank }) => sum + list.weight / (k + rank), 0)
        return { ...passage, fused, score: fused }
      })
      .toSorted((a, b) => b.fused - a.fused || byPlace(a, b)),
}
