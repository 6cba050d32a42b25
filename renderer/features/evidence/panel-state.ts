import type { Turn } from '@renderer/state/chat/turn-reducer'

/** What the panel shows of a turn, and why nothing where there is nothing. */
export type PanelState =
  'list' | 'queued' | 'searching' | 'composing' | 'askedBack' | 'aboutCairn' | 'notFound' | 'ended' | 'none'

const searchStage = 6

export function panelStateOf(turn: Pick<Turn, 'status' | 'evidence' | 'stages' | 'shortcut' | 'lastSeq'>): PanelState {
  if (turn.evidence.length > 0) return 'list'
  if (turn.status === 'running') {
    if (turn.lastSeq < 0) return 'queued'
    const search = turn.stages.find(({ stage }) => stage === searchStage)
    return search?.status === 'done' || search?.status === 'degraded' ? 'composing' : 'searching'
  }
  if (turn.status !== 'complete') return 'ended'
  if (turn.shortcut?.shortcut === 'A') return 'askedBack'
  if (turn.shortcut?.shortcut === 'B') return 'aboutCairn'
  return turn.shortcut?.shortcut === 'C' ? 'notFound' : 'none'
}
