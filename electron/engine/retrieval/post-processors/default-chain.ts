import type { PostProcessor } from '../chain'
import { contextWindow } from './context-window'
import { crossEncode } from './cross-encode'
import { dedup } from './dedup'
import { diversity } from './diversity'
import { graphLinks } from './graph-links'
import { reciprocalRankFusion } from './reciprocal-rank-fusion'
import { builtinRerank } from './rerank'
import { truncate } from './truncate'
import { nearDuplicates } from './near-duplicate-passages'
import { leaveNoise } from './worth-reading'

/** The chain of the specification, in its order. */
export const defaultChain: readonly PostProcessor[] = [
  dedup,
  reciprocalRankFusion,
  builtinRerank,
  crossEncode,
  graphLinks,
  nearDuplicates,
  contextWindow,
  diversity,
  leaveNoise,
  truncate,
]
