import { isStageNumber } from '@shared/events'
import type { TFunction } from 'i18next'
import type { StageState, Turn } from '@renderer/state/chat/turns/turn-reducer'

export type StageLook = StageState['status'] | 'shortcut' | 'stopped'

/** The fields of a turn that decide how its stages look. */
type Ending = Pick<Turn, 'status' | 'shortcut'>

/** The stage at which each shortcut leaves the pipeline. */
const leavesAt = { A: 4, B: 5, C: 6 } as const

/** The look of a stage: its own status, or that a shortcut was taken there, or that the reader stopped it. */
export function lookOf(stage: StageState, turn: Ending): StageLook {
  if (wasStopped(stage, turn)) return 'stopped'
  const isExit = turn.shortcut !== null && leavesAt[turn.shortcut.shortcut] === stage.stage
  return isExit && ['done', 'cache_hit'].includes(stage.status) ? 'shortcut' : stage.status
}

/** Whether a stage ended early for no other reason than that the reader wanted no more of the answer. */
function wasStopped({ status, reason, reason_notes: notes = [] }: StageState, turn: Ending): boolean {
  if (turn.status !== 'cancelled' || status !== 'error') return false
  const isSilent = notes.length === 0 && reason === ''
  return isSilent || notes.some(({ key }) => key === 'cancelled')
}

/** What a stage is called in the window; one that this version does not know has the name of its record. */
export function stageName({ stage, name }: Pick<StageState, 'stage' | 'name'>, t: TFunction<'pipeline'>): string {
  return isStageNumber(stage) ? t(`names.${stage}`) : name
}

/** The numbers of the stages a turn left out. */
export function skippedStages(stages: readonly StageState[]): number[] {
  return stages.filter(({ status }) => status === 'skipped').map(({ stage }) => stage)
}

/** The stages that went wrong, in order: what the one-line strip must not hide. */
export function troubledStages({ stages, ...turn }: Ending & Pick<Turn, 'stages'>): StageState[] {
  return stages.filter((stage) => ['degraded', 'error'].includes(lookOf(stage, turn)))
}
