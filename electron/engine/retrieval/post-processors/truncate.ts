import { estimateTokens } from '@engine/text/token-count'
import type { PostProcessor } from '../chain'

/** Keeps the first passages that fit the number and the token budget; the best one always stays. */
export const truncate: PostProcessor = {
  name: 'truncate',
  process(passages, { most, tokenBudget }) {
    let tokens = 0
    return passages.slice(0, most).filter((passage, at) => {
      const size = estimateTokens(passage.text)
      if (at > 0 && tokens + size > tokenBudget) return false
      tokens += size
      return true
    })
  },
}
