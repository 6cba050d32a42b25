import { describe, expect, it } from 'vitest'
import { promptSizeOf } from '@renderer/features/context/blocks/prompt-figures'
import { block, turnContext } from '../context-fixture'

describe('the size of a prompt', () => {
  const blocks = [
    block('a', { block_type: 'instruction', token_estimate: 50 }),
    block('b', { token_estimate: 300 }),
    block('c', { token_estimate: 100, decision: { action: 'shortened' } }),
    block('d', { token_estimate: 900, decision: { action: 'cut' } }),
  ]

  // Would catch tokens of what was left out counted in, and shares of what was used instead of the budget.
  it('counts what is in it, against the budget', () => {
    expect(promptSizeOf(turnContext({ blocks, prompt_tokens: 450, token_budget: 1000 }))).toEqual({
      segments: [
        { type: 'instruction', tokens: 50, share: 0.05 },
        { type: 'evidence', tokens: 400, share: 0.4 },
      ],
      used: 450,
      budget: 1000,
      counts: { kept: 2, shortened: 1, cut: 1 },
    })
  })

  it('never fills more than its bar, with a budget or without', () => {
    for (const token_budget of [null, 0, 100]) {
      const { segments, used } = promptSizeOf(turnContext({ blocks, token_budget }))
      expect(segments.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
      expect(used).toBe(450)
    }
    expect(promptSizeOf(turnContext()).segments).toEqual([])
  })
})
