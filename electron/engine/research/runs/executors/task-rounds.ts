import { RoundContext } from '@engine/session/round-context/round-context'
import type { TaskWork } from './task-work'

/** What a round leaves: the context that all rounds of a task share, and what is this tool's own. */
export interface TaskRounds<Own> {
  readonly context: RoundContext
  /** Undefined before the first round. */
  readonly own: Own | undefined
}

/** The rounds of a task so far. State that this version does not understand counts as none, so that the task begins anew. */
export function roundsOf<Own>(work: TaskWork, parse: (own: unknown) => Own | undefined): TaskRounds<Own> {
  const { state } = work
  if (isRounds(state)) {
    try {
      const own = parse(state.own)
      if (own !== undefined) return { context: RoundContext.fromDict(state.context), own }
    } catch {
      // Written by another version.
    }
  }
  const context = new RoundContext()
  context.set('ID', work.runId)
  context.set('MODE', 'research')
  context.set('REQUEST', work.goal)
  context.set('SUBTASK', work.question)
  context.set('PREVIOUS_SUBTASKS', [...work.before])
  return { context, own: undefined }
}

/** The state after one more round, plain data. `log` is what the round did, kept in the context's structural logs. */
export function endRound(
  context: RoundContext,
  round: number,
  done: { readonly own: unknown; readonly ms: number; readonly steps: number; readonly log: Record<string, unknown> },
): unknown {
  context.set('CURRENT_ROUND_ID', round)
  context.set('CURRENT_ROUND_STEP', done.steps)
  context.set('CURRENT_ROUND_COST', { tokens: 0, ms: Math.round(done.ms) })
  context.set('CURRENT_ROUND_SUBTASK_AMOUNT', 1)
  context.addToStructuralLogs({ ...done.log, Round: round, SubtaskIndex: 0 })
  return { context: context.toDict({ ensureSerializable: true }).values, own: done.own }
}

function isRounds(state: unknown): state is { readonly context: unknown; readonly own: unknown } {
  return typeof state === 'object' && state !== null && 'context' in state && 'own' in state
}
