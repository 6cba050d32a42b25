import { estimateTokens } from '@engine/text/token-count'
import type { PostProcessor } from '../chain'
import type { Passage } from '../passage'
import { asFound } from './context-window'

/** Of the number of passages, how many may stand behind them alone. */
const shareAlone = 0.5

/**
 * Keeps the first passages that fit the number and the token budget; the best one always stays. For a language model, what
 * does not fit with its neighbours stands behind them alone, as far as there are tokens to spare.
 */
export const truncate: PostProcessor = {
  name: 'truncate',
  process(passages, { most, tokenBudget, spareTokens = 0 }) {
    const [first, ...others] = passages
    if (!first) return []
    const withinFirst = fitting(others.slice(0, most - 1), tokenBudget - estimateTokens(first.text))
    const kept = [first, ...withinFirst]
    const left = passages.filter((passage) => !kept.includes(passage)).map(asFound)
    return [...kept, ...fitting(left, spareTokens).slice(0, Math.floor(most * shareAlone))]
  },
}

/** In their order, those that leave room in a budget of tokens. */
function fitting(passages: readonly Passage[], budget: number): Passage[] {
  let left = budget
  return passages.filter(({ text }) => {
    const size = estimateTokens(text)
    if (size > left) return false
    left -= size
    return true
  })
}
