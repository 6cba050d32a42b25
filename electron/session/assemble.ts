import type { BlockPriority, ContextBlock } from '@shared/session-context'

const order: Record<BlockPriority, number> = { must: 0, high: 1, medium: 2, low: 3 }

/**
 * Chooses which candidate blocks go into the prompt: all of `must`, then by priority and given order while the token
 * budget lasts; a repeated content only once. Every block comes back, the losers with `cut_reason`. Deterministic.
 */
export function assembleBlocks(candidates: readonly ContextBlock[], tokenBudget: number): ContextBlock[] {
  const ranked = candidates
    .map((block, position) => ({ block, position }))
    .toSorted((a, b) => order[a.block.priority] - order[b.block.priority] || a.position - b.position)
  const seen = new Set<string>()
  const decided = new Map<number, ContextBlock>()
  let used = 0
  for (const { block, position } of ranked) {
    const reason = whyCut(block, used, tokenBudget, seen)
    decided.set(position, reason ? { ...block, cut_reason: reason } : block)
    if (reason) continue
    used += block.token_estimate ?? 0
    if (block.content) seen.add(block.content)
  }
  return candidates.map((block, position) => decided.get(position) ?? block)
}

function whyCut(block: ContextBlock, used: number, budget: number, seen: ReadonlySet<string>): string | null {
  if (block.priority === 'must') return null
  if (block.content && seen.has(block.content)) return 'the same content is already in the prompt'
  const size = block.token_estimate ?? 0
  return used + size > budget ? `over the budget: ${used} + ${size} tokens of ${budget}` : null
}
