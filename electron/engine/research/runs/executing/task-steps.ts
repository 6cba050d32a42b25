import type { ErrorReport } from '@shared/errors'
import { notBegun } from '@shared/research/fold-steps'
import type { PlanTask } from '@shared/research/plan-spec'
import type { ResearchRun, RunCost, RunStep, TaskProgress } from '@shared/research/research-run'
import type { EvidenceItem } from '@shared/session/evidence-item'
import type { NewEvidence } from '../executors/task-work'

/** How far a task is. */
export function progressOf(run: ResearchRun, taskId: string): TaskProgress {
  return run.progress.find(({ task_id: id }) => id === taskId) ?? notBegun(taskId)
}

/** The step that changes how far a task is. */
export function taskStep(run: ResearchRun, taskId: string, change: Partial<TaskProgress>): RunStep {
  return { op: 'task', progress: { ...progressOf(run, taskId), ...change } }
}

/** What was spent joins what was spent before. */
export function spentStep({ cost }: ResearchRun, spent: Partial<RunCost>): RunStep {
  const { tokens = 0, ms = 0, searches = 0 } = spent
  const together = { tokens: cost.tokens + tokens, ms: cost.ms + ms, searches: cost.searches + searches }
  return { op: 'spent', cost: together }
}

/** Evidence with its numbers in a run: what the run has already keeps its number, the rest counts on. */
export function numbered(run: ResearchRun, found: readonly NewEvidence[]): EvidenceItem[] {
  const known = new Map(run.evidence.map((item) => [item.evidence_id, item]))
  let next = Math.max(0, ...run.evidence.map(({ number }) => number))
  const items = new Map<string, EvidenceItem>()
  for (const item of found) {
    if (items.has(item.evidence_id)) continue
    items.set(item.evidence_id, known.get(item.evidence_id) ?? { ...item, number: (next += 1) })
  }
  return [...items.values()]
}

/** What a task found, in the order found. */
export function evidenceOfTask(run: ResearchRun, taskId: string): EvidenceItem[] {
  const byId = new Map(run.evidence.map((item) => [item.evidence_id, item]))
  return (run.found_by?.[taskId] ?? []).flatMap((id) => byId.get(id) ?? [])
}

/** Tasks to be done whose dependencies are all done, those of the first priority first. */
export function readyTasks({ plan, progress }: ResearchRun): PlanTask[] {
  const states = new Map(progress.map(({ task_id: id, state }) => [id, state]))
  const isOpen = ({ id }: PlanTask) => ['pending', 'running'].includes(states.get(id) ?? 'pending')
  return (plan?.tasks ?? [])
    .filter((task) => isOpen(task) && task.depends_on.every((needed) => states.get(needed) === 'done'))
    .toSorted((a, b) => a.priority - b.priority)
}

/** Skips every task that needs one that failed, directly or by way of others. */
export function skippedSteps(run: ResearchRun): RunStep[] {
  const lost = new Set(run.progress.flatMap(({ task_id: id, state }) => (isLost(state) ? id : [])))
  const skipped: string[] = []
  const tasks = run.plan?.tasks ?? []
  for (let before = -1; before !== lost.size;) {
    before = lost.size
    for (const { id, depends_on: on } of tasks) {
      if (lost.has(id) || !on.some((needed) => lost.has(needed))) continue
      lost.add(id)
      skipped.push(id)
    }
  }
  return skipped.map((id) => taskStep(run, id, { state: 'skipped', error: needsFailed, reading: [] }))
}

function isLost(state: TaskProgress['state']): boolean {
  return state === 'failed' || state === 'skipped'
}

const needsFailed: ErrorReport = {
  code: 'TOOL_FAILED',
  message: 'A task that this one needs did not succeed.',
  action: 'Run the research again, or change the plan.',
}

/** What is not done begins anew: for a run that goes on after failures, or after it was stopped. Of one task: it, and what needs it. */
export function retrySteps(run: ResearchRun, only?: string): RunStep[] {
  const chosen = only === undefined ? null : withDependents(run, only)
  return run.progress
    .filter(({ task_id: id, state }) => isLost(state) && (chosen?.has(id) ?? true))
    .map(({ error: _why, ...progress }) => ({ op: 'task', progress: { ...progress, state: 'pending', attempt: 0 } }))
}

/** A task and every task that needs it, directly or by way of others. */
function withDependents({ plan }: ResearchRun, id: string): Set<string> {
  const found = new Set([id])
  const tasks = plan?.tasks ?? []
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const task of tasks) if (task.depends_on.some((needed) => found.has(needed))) found.add(task.id)
  }
  return found
}
