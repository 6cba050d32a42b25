import { type Note, note } from '@shared/note'
import type { Intent } from '../turn'

const leastConfidence = 0.7
const leastLead = 0.15

/** Why a ranking is too unsure to act on: shortcut A's two thresholds. Null where it is sure. */
export function unsureBecause(ranked: readonly Intent[]): Note | null {
  const [best, second] = ranked
  if (!best) return null
  const { confidence } = best
  if (confidence < leastConfidence) {
    return note('unsure', { confidence: confidence.toFixed(2), least: leastConfidence })
  }
  const lead = confidence - (second?.confidence ?? 0)
  return lead < leastLead ? note('close_call', { lead: lead.toFixed(2), least: leastLead }) : null
}
