import type { TokenCounter } from '@engine/ports/models/token-counter'
import { estimateTokens } from '@engine/text/token-count'

/** English words are mostly one token up to this length. */
const lettersAToken = 7

/**
 * Token counts where no model is active. Calibrated against the o200k and cl100k vocabularies: XQuAD en 1.06 and 1.05
 * times as many, multi-hop passages .98 and .96, TypeScript 1.12, XQuAD zh 1.16 and .78, whose vocabularies differ most.
 */
export const estimatedTokens: TokenCounter = {
  id: 'estimate@2',
  count: (text) => estimateTokens(text, lettersAToken),
}
