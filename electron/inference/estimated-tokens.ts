import type { TokenCounter } from '../ports/token-counter'
import { estimateTokens } from '../text/token-count'

/** Token counts where no model is active: an estimate from the letters. */
export const estimatedTokens: TokenCounter = { id: 'estimate@1', count: estimateTokens }
