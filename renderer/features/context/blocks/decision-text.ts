import type { TextKeyBelow } from '@renderer/locales/text-key'
import type { ShownBlock } from './shown-blocks'

/** A text of the locale file by its key, with the numbers and names it has places for. */
export interface Wording {
  readonly key: TextKeyBelow<'context', 'decision'>
  readonly values: Readonly<Record<string, number | string>>
}

/** The decisions whose reason says more than the bare decision. */
const worded = [
  'kept.pinned',
  'shortened.over_budget',
  'shortened.must_too_large',
  'cut.over_budget',
  'cut.must_too_large',
  'cut.duplicate',
  'cut.expired',
  'cut.excluded',
  'cut.evidence_gone',
  'cut.kept_back',
] as const satisfies readonly Wording['key'][]

/**
 * Why a block is in the prompt, in part or not at all: a text under `decision` with its values (tokens, seconds, or the
 * record's own words for an unknown reason).
 * @param nameOf the reader's name of another block; null where it is not of this turn.
 */
export function decisionWording({ block, action }: ShownBlock, nameOf: (blockId: string) => string | null): Wording {
  const { decision, token_estimate: tokens = 0, ttl = 0, cut_reason: recorded = '' } = block
  const { reason, used, budget, full_tokens: full = tokens, same_as: same } = decision ?? {}
  const name = same === undefined ? null : nameOf(same)
  const left = Math.max(0, (budget ?? 0) - (used ?? 0))
  const values = { used: used ?? 0, budget: budget ?? 0, left, tokens, full, ttl, name: name ?? '', recorded }
  const known = worded.find((key) => key === `${action}.${reason}`)
  if (known === 'cut.duplicate' && name === null) return { key: 'cut.duplicateElsewhere', values }
  if (known) return { key: known, values }
  if (action === 'cut') return { key: recorded === '' ? 'cut.plain' : 'cut.recorded', values }
  if (action === 'shortened') return { key: 'shortened.plain', values }
  return { key: used === undefined || budget === undefined ? 'kept.plain' : 'kept.fitted', values }
}
