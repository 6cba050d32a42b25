import { isWorking } from '@shared/research/fold-steps'
import type { PlanSpec } from '@shared/research/plan-spec'
import type { ResearchRun, RunStep } from '@shared/research/research-run'

/**
 * The journal of a run that comes from somewhere else. Its plan is reviewed by this library, since its documents may not be here; what
 * was at work there rests here, until somebody has it go on.
 */
export function importedSteps(run: ResearchRun, review: (plan: PlanSpec) => PlanSpec): RunStep[] {
  const { header, plan, from_turn, again_of, asked } = run
  const { lost_steps: _lost, ...whole } = run
  const state = isWorking(header) ? 'paused' : header.state
  const taken: ResearchRun = {
    ...whole,
    header: { ...header, state },
    plan: plan && review(plan),
    progress: run.progress.map((one) => (one.state === 'running' ? { ...one, state: 'pending', reading: [] } : one)),
    trashed_at: null,
  }
  return [
    { op: 'created', id: header.id, goal: header.goal, from_turn, again_of, asked },
    { op: 'imported', run: taken },
  ]
}
