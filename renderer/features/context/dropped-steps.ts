import { significantText } from '@renderer/ui/text/figure-text'
import type { DroppedPassage } from '@shared/session/turn-trace'

/**
 * Passages by the step that left them out (a processor of the chain, or `relevance_floor`), in the order in which the
 * record names the steps. Scores of different steps cannot be compared.
 */
export function byStep(passages: readonly DroppedPassage[]) {
  const steps = new Map<string, DroppedPassage[]>()
  for (const passage of passages) {
    const known = steps.get(passage.by)
    if (known) known.push(passage)
    else steps.set(passage.by, [passage])
  }
  return [...steps].map(([step, dropped]) => ({ step, passages: dropped }))
}

/** A score with three digits that mean something, however small it is: those of some steps are hundredths. */
export function smallScore(score: number, language: string): string {
  if (!Number.isFinite(score)) return '–'
  return significantText(score, 3, language)
}
