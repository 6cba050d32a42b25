import type { StageState, Turn } from '../../state/turn'

export type StageLook = StageState['status'] | 'shortcut'

/** The stage at which each shortcut leaves the pipeline. */
const leavesAt = { A: 4, B: 5, C: 6 } as const

/** What a stage's card says: its own status, or that a shortcut was taken there. */
export function lookOf(stage: StageState, shortcut: Turn['shortcut']): StageLook {
  const isExit = shortcut !== null && leavesAt[shortcut.shortcut] === stage.stage
  return isExit && ['done', 'cache_hit'].includes(stage.status) ? 'shortcut' : stage.status
}

/** The numbers of the stages a turn left out. */
export function skippedStages(stages: readonly StageState[]): number[] {
  return stages.filter(({ status }) => status === 'skipped').map(({ stage }) => stage)
}

/** The stages that went wrong, in order: what the one-line strip must not hide. */
export function troubledStages(stages: readonly StageState[]): StageState[] {
  return stages.filter(({ status }) => status === 'degraded' || status === 'error')
}
