import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockDecision, ContextBlock } from '@shared/session/session-context'
import type { TurnContext } from '@shared/session/turn-context'
import { numberText } from '@renderer/ui/text/figure-text'
import { actionOf } from './shown-blocks'

export type BlockType = ContextBlock['block_type']

const typeOrder: readonly BlockType[] = ['instruction', 'state', 'plan', 'evidence', 'conversation', 'memory']

/** How large a prompt was, and what took how much of it. */
export interface PromptSize {
  /** Tokens of what is in the prompt, by type; types without any are left out. */
  readonly segments: readonly { readonly type: BlockType; readonly tokens: number; readonly share: number }[]
  readonly used: number
  /** null where the record does not say. */
  readonly budget: number | null
  /** How many blocks. */
  readonly counts: Readonly<Record<BlockDecision['action'], number>>
}

/** `share` is of the budget, 0 to 1; of what was used where there is no budget, or the record exceeds it. */
export function promptSizeOf({
  blocks,
  prompt_tokens: recorded,
  token_budget: budget,
}: Pick<TurnContext, 'blocks' | 'prompt_tokens' | 'token_budget'>): PromptSize {
  const counts = { kept: 0, shortened: 0, cut: 0 }
  const tokens = new Map<BlockType, number>()
  let sum = 0
  for (const block of blocks) {
    const action = actionOf(block)
    counts[action] += 1
    if (action === 'cut') continue
    const size = block.token_estimate ?? 0
    sum += size
    tokens.set(block.block_type, (tokens.get(block.block_type) ?? 0) + size)
  }
  const whole = Math.max(budget ?? 0, sum, 1)
  const segments = typeOrder.flatMap((type) => {
    const size = tokens.get(type) ?? 0
    return size > 0 ? [{ type, tokens: size, share: size / whole }] : []
  })
  return { segments, used: recorded ?? sum, budget, counts }
}

/** Whole numbers as the reader's language writes them. */
export function useFigure(): (value: number) => string {
  const { i18n } = useTranslation()
  return useCallback((value: number) => numberText(Math.round(value), i18n.language), [i18n.language])
}
