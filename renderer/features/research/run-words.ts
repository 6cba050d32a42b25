import type { RunState, TaskState } from '@shared/research/research-run'
import type { Meaning } from '@renderer/ui/controls/labels'

const meanings: Readonly<Record<RunState | TaskState, Meaning>> = {
  planning: 'running',
  running: 'running',
  reporting: 'running',
  waiting: 'shortcut',
  paused: 'plain',
  stopped: 'plain',
  pending: 'plain',
  skipped: 'plain',
  done: 'done',
  partial: 'shortcut',
  failed: 'failed',
}

/** The colour that says again what the word of a state says. */
export function meaningOf(state: RunState | TaskState): Meaning {
  return meanings[state]
}

/** Whether a run may be ended: it works, rests, or waits for its user. */
export function mayStop(state: RunState): boolean {
  return state === 'running' || state === 'paused' || state === 'waiting' || state === 'planning'
}
