import { messageOf, note } from '@shared/note'
import { withDeadline } from '../../platform/deadline'
import { embeddedText } from '../../ports/embedded-text'
import type { PostProcessor } from '../chain'

/** Passages the model reads; those behind are too far down for it to matter. */
const depth = 20
/** Of stage 6's two seconds, after which the order is left as the rules made it. */
const limitMs = 900

/**
 * Where a reranking model is chosen, it reads the best passages beside the question and orders them; the rest follow as they
 * were. It only ever improves on what the rules did: where it fails or is late, their order stays and the stage says so.
 */
export const crossEncode: PostProcessor = {
  name: 'cross-encode',
  applies: ({ reranker }) => reranker != null,
  async process(passages, { question, reranker, report, signal }) {
    if (!reranker || passages.length === 0) return passages
    const read = passages.slice(0, depth)
    const texts = read.map(({ chunk }) => embeddedText(chunk))
    let scores: readonly number[]
    try {
      scores = await withDeadline((inner) => reranker.score(question, texts, inner), limitMs, signal)
    } catch (thrown) {
      signal?.throwIfAborted()
      report?.(note('reranker_failed', { message: messageOf(thrown) }))
      return passages
    }
    const ranked = read
      .map((passage, at) => {
        const reranked = scores[at] ?? 0
        const features = passage.features && { ...passage.features, reranked }
        return { ...passage, features, score: features?.quotesQuestion ? reranked / 2 : reranked }
      })
      .toSorted((a, b) => b.score - a.score || b.fused - a.fused || a.chunk.id.localeCompare(b.chunk.id))
    // What it has not read cannot be compared with what it has; it only has to stay behind.
    const least = Math.min(...ranked.map(({ score }) => score))
    const rest = passages.slice(depth).map((passage) => ({ ...passage, score: Math.min(passage.score, least) }))
    return [...ranked, ...rest]
  },
}
