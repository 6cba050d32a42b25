import type { Note } from '../note'
import type { EvidenceItem } from '../session/evidence-item'
import type { PlanSpec, PlanTask } from './plan-spec'
import type { ResearchRun, RunHeader, RunLine, RunState, RunStep, TaskProgress } from './research-run'

/** States in which a run waits for nobody and does something by itself. */
const working: ReadonlySet<RunState> = new Set(['planning', 'running', 'reporting'])

/** Whether a run goes on by itself. */
export function isWorking({ state }: Pick<RunHeader, 'state'>): boolean {
  return working.has(state)
}

/** A run nothing is known of but its id. */
export function emptyRun(id: string): ResearchRun {
  const header = { id, title: '', goal: '', job: undefined, created_at: '', updated_at: '', tasks_done: 0, tasks: 0 }
  return {
    header: { ...header, state: 'planning' },
    plan: null,
    progress: [],
    evidence: [],
    ledger: { claims: [], conflicts: [], gaps: [] },
    report: null,
    cost: { tokens: 0, ms: 0, searches: 0 },
    library: null,
    from_turn: null,
    again_of: null,
    error: null,
    found_by: {},
    notices: [],
    trashed_at: null,
  }
}

/** What the steps of a run make of it, one after another. Lines that are missing cost what they said, nothing else. */
export function foldSteps(id: string, lines: Iterable<RunLine>): ResearchRun {
  let run = emptyRun(id)
  for (const line of lines) run = withStep(run, line)
  return run
}

/** A run after one more step. The run itself stays as it was. */
export function withStep(run: ResearchRun, { step, ts }: Omit<RunLine, 'seq'>): ResearchRun {
  const at = new Date(ts).toISOString()
  const next = { ...run, ...changesOf(run, step) }
  const { plan, progress } = next
  const done = progress.filter(({ state }) => state === 'done').length
  // What was taken over keeps its times.
  const updated = step.op === 'imported' ? next.header.updated_at : at
  const header = { ...next.header, updated_at: updated, tasks: plan?.tasks.length ?? 0, tasks_done: done }
  return { ...next, header: { ...header, created_at: header.created_at || at } }
}

function changesOf(run: ResearchRun, step: RunStep): Partial<ResearchRun> {
  switch (step.op) {
    case 'created': {
      const { goal, from_turn, again_of, asked } = step
      const begun = from_turn ? { from_turn } : {}
      return { header: { ...run.header, goal, job: asked?.job, ...begun }, from_turn, again_of, asked }
    }
    case 'titled':
      return { header: { ...run.header, title: step.title } }
    case 'planned':
      return planned(run, step.plan)
    case 'state':
      return { header: { ...run.header, state: step.state }, error: step.error }
    case 'library':
      return { library: { documents: { ...run.library?.documents, ...step.library.documents } } }
    case 'task':
      return { progress: replaced(run.progress, step.progress) }
    case 'evidence':
      return found(run, step.task_id, step.evidence)
    case 'round':
      return {}
    case 'claims': {
      const { claims, gaps, conflicts } = withoutTasks(run.ledger, new Set([step.task_id]))
      return { ledger: { claims: [...claims, ...step.claims], gaps: [...gaps, ...step.gaps], conflicts } }
    }
    case 'conflicts':
      return { ledger: { ...run.ledger, conflicts: step.conflicts } }
    case 'spent':
      return { cost: step.cost }
    case 'report':
      return { report: step.report }
    case 'noticed':
      return { notices: joined(run.notices ?? [], step.notes) }
    case 'trashed':
      return { trashed_at: step.trashed_at }
    case 'imported':
      return { ...step.run, header: { ...step.run.header, id: run.header.id } }
  }
}

/** Another plan: what it asks as the one before did stays done; the rest is to be done. */
function planned(run: ResearchRun, plan: PlanSpec): Partial<ResearchRun> {
  const before = new Map((run.plan?.tasks ?? []).map((task) => [task.id, task]))
  const known = new Map(run.progress.map((progress) => [progress.task_id, progress]))
  const kept = tasksKept(plan.tasks, before)
  const progress = plan.tasks.map(({ id }) => (kept.has(id) ? known.get(id) : undefined) ?? notBegun(id))
  const dropped = new Set([...before.keys()].filter((id) => !kept.has(id)))
  const foundBy = Object.entries(run.found_by ?? {}).filter(([id]) => !dropped.has(id))
  return {
    plan,
    progress,
    ledger: withoutTasks(run.ledger, dropped),
    found_by: Object.fromEntries(foundBy),
    report: dropped.size === 0 && plan.tasks.length === before.size ? run.report : null,
  }
}

/** Ids of tasks that are as they were, and need nothing that is not. */
function tasksKept(tasks: readonly PlanTask[], before: ReadonlyMap<string, PlanTask>): Set<string> {
  const kept = new Set(tasks.filter((task) => asksTheSame(task, before.get(task.id))).map(({ id }) => id))
  for (let size = -1; size !== kept.size;) {
    size = kept.size
    for (const { id, depends_on: on } of tasks) if (on.some((needed) => !kept.has(needed))) kept.delete(id)
  }
  return kept
}

function asksTheSame(task: PlanTask, before: PlanTask | undefined): boolean {
  const asked = ({ description, tool, depends_on, scope, subject, aspect, call }: PlanTask) =>
    JSON.stringify([description, tool, depends_on.toSorted(), scope ?? null, subject ?? '', aspect ?? '', call ?? null])
  return before !== undefined && asked(task) === asked(before)
}

/** How far a task is that nobody has begun. */
export function notBegun(taskId: string): TaskProgress {
  return { task_id: taskId, state: 'pending', attempt: 0, rounds: 0, searches: 0, reading: [], found: 0, ms: 0 }
}

function replaced(all: readonly TaskProgress[], progress: TaskProgress): TaskProgress[] {
  const isKnown = all.some(({ task_id: id }) => id === progress.task_id)
  return isKnown ? all.map((one) => (one.task_id === progress.task_id ? progress : one)) : [...all, progress]
}

function found(run: ResearchRun, taskId: string, items: readonly EvidenceItem[]): Partial<ResearchRun> {
  const known = new Set(run.evidence.map(({ evidence_id: id }) => id))
  const own = new Set([...(run.found_by?.[taskId] ?? []), ...items.map(({ evidence_id: id }) => id)])
  return {
    evidence: [...run.evidence, ...items.filter(({ evidence_id: id }) => !known.has(id))],
    found_by: { ...run.found_by, [taskId]: [...own] },
  }
}

/** Each notice once. */
function joined(known: readonly Note[], more: readonly Note[]): Note[] {
  return [...new Map([...known, ...more].map((one) => [JSON.stringify(one), one])).values()]
}

function withoutTasks(ledger: ResearchRun['ledger'], dropped: ReadonlySet<string>): ResearchRun['ledger'] {
  const claims = ledger.claims.filter(({ task_id: id }) => !dropped.has(id))
  const left = new Set(claims.map(({ id }) => id))
  return {
    claims,
    gaps: ledger.gaps.filter(({ task_id: id }) => !dropped.has(id)),
    conflicts: ledger.conflicts.filter((conflict) => conflict.claims.every((id) => left.has(id))),
  }
}
