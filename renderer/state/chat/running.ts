import type { RunningTurn } from '@shared/changes'
import { create } from 'zustand'

/** Which session each running turn of the engine belongs to, whether or not it is open here. */
export const useRunning = create<{ readonly turns: ReadonlyMap<string, string> }>(() => ({ turns: new Map() }))

export function receiveRunning(turns: readonly RunningTurn[]): void {
  useRunning.setState({ turns: new Map(turns.map((turn) => [turn.turn_id, turn.session_id])) })
}

export function receiveTurnState(turn: RunningTurn, state: 'running' | 'ended'): void {
  const turns = new Map(useRunning.getState().turns)
  if (state === 'running') turns.set(turn.turn_id, turn.session_id)
  else turns.delete(turn.turn_id)
  useRunning.setState({ turns })
}
