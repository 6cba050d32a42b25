import type { EvidenceItem } from '@shared/events'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { decimalText } from '@renderer/ui/text/figure-text'

/** What the panel shows of a turn: its evidence, or why there is no evidence. */
export type PanelState =
  | 'list'
  | 'queued'
  | 'searching'
  | 'composing'
  | 'askedBack'
  | 'aboutCairn'
  | 'fromList'
  | 'notFound'
  | 'ended'
  | 'none'

const searchStage = 6

/** `behind`: another question of the chat is being answered. */
export function panelStateOf(
  turn: Pick<Turn, 'status' | 'evidence' | 'stages' | 'shortcut' | 'lastSeq'>,
  behind: boolean,
): PanelState {
  if (turn.evidence.length > 0) return 'list'
  if (turn.status === 'running') {
    if (behind && turn.lastSeq < 0) return 'queued'
    const search = turn.stages.find(({ stage }) => stage === searchStage)
    return search?.status === 'done' || search?.status === 'degraded' ? 'composing' : 'searching'
  }
  if (turn.status !== 'complete') return 'ended'
  if (turn.shortcut?.shortcut === 'A') return 'askedBack'
  if (turn.shortcut?.shortcut === 'B')
    return turn.shortcut.reason_note?.key === 'about_library' ? 'fromList' : 'aboutCairn'
  return turn.shortcut?.shortcut === 'C' ? 'notFound' : 'none'
}

/** The highest score among what was searched for; a tool's result was not. */
export function bestScore(evidence: readonly Pick<EvidenceItem, 'kind' | 'score'>[]): number {
  return Math.max(...evidence.flatMap(({ kind, score }) => (kind === 'tool' ? [] : [score])))
}

/** A score with two digits that mean something; it has no unit. */
export function scoreText(score: number): string {
  if (!Number.isFinite(score)) return '–'
  if (Math.abs(score) >= 100) return String(Math.round(score))
  if (Math.abs(score) >= 10) return decimalText(score, 1)
  return Math.abs(score) >= 0.1 || score === 0 ? decimalText(score, 2) : decimalText(score, 3)
}

/** How much of its bar a score fills, 0 to 1: scores up to 1 are shares already, others are shown against the best. */
export function scoreShare(score: number, best: number): number {
  const whole = Math.max(1, best)
  return Number.isFinite(score) && Number.isFinite(whole) ? Math.min(1, Math.max(0, score / whole)) : 0
}
