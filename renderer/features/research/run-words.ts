import type { ResearchRun, RunState, TaskState } from '@shared/research/research-run'
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

/** Whether a run may be ended: it works, or rests with something found. */
export function mayStop({ header: { state }, evidence }: Pick<ResearchRun, 'header' | 'evidence'>): boolean {
  if (state === 'running' || state === 'planning') return true
  return (state === 'paused' || state === 'waiting') && evidence.length > 0
}
