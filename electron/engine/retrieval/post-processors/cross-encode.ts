import { note, whyOf } from '@shared/note'
import { withDeadline } from '@engine/platform/deadline'
import { embeddedText } from '@engine/ports/models/embedded-text'
import type { Reranker } from '@engine/ports/models/reranker'
import type { PostProcessor } from '../chain'
import { byPlace } from '../passage'

/** Passages the model reads; those behind are too far down for it to matter. */
const depth = 20
/** Of stage 6's two seconds, after which the order is left as the rules made it. */
const limitMs = 900
/** Passages for a model whose speed nobody knows yet, and at least. */
const firstDepth = 8
const minDepth = 2
/** Share of the time that is planned for, because passages are not all of one length. */
const planned = 0.7

/** The chosen reranking model orders the best passages, as many as it can read in time; rules stand where it fails. */
export const crossEncode: PostProcessor = {
  name: 'cross-encode',
  applies: ({ reranker }) => reranker != null,
  async process(passages, { question, reranker, report, signal }) {
    if (!reranker || passages.length === 0) return passages
    const read = passages.slice(0, depthFor(reranker))
    const texts = read.map(({ chunk }) => embeddedText(chunk))
    let scores: readonly number[]
    try {
      scores = await withDeadline((inner) => reranker.score(question, texts, inner), limitMs, signal)
    } catch (thrown) {
      signal?.throwIfAborted()
      report?.(note('reranker_failed', whyOf(thrown)))
      return passages
    }
    const ranked = read
      .map((passage, at) => {
        const reranked = scores[at] ?? 0
        const features = passage.features && { ...passage.features, reranked }
        return { ...passage, features, score: reranked }
      })
      .toSorted((a, b) => b.score - a.score || b.fused - a.fused || byPlace(a, b))
    // What it has not read cannot be compared with what it has; it only has to stay behind.
    const least = Math.min(...ranked.map(({ score }) => score))
    const rest = passages.slice(read.length).map((passage) => ({ ...passage, score: Math.min(passage.score, least) }))
    return [...ranked, ...rest]
  },
}

/** As many as it can read in its time. */
function depthFor({ perSecond }: Reranker): number {
  if (perSecond === undefined) return depth
  if (perSecond === null) return firstDepth
  return Math.min(depth, Math.max(minDepth, Math.floor((perSecond * limitMs * planned) / 1000)))
}
