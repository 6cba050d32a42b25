import { CairnError } from '@shared/errors'
import { MAX_TASKS, otherCall, type PlanIssue, type PlanSpec, type PlanTask } from '@shared/research/plan-spec'
import { termsNotCovered } from './goal-coverage'
import { tasksInCycles } from '@shared/research/plan-order'

/** What a plan may name: ids of documents that can be read, names of Cairn's own tools, and of other programs that have tools. */
export interface PlanLibrary {
  readonly documents: ReadonlySet<string>
  readonly tools: ReadonlySet<string>
  readonly servers: ReadonlySet<string>
}

type Check = (plan: PlanSpec, library: PlanLibrary) => readonly PlanIssue[]

/**
 * The plan with what is wrong with it, and whether it can run. Whatever a plan said of itself before is forgotten, so that reviewing
 * it twice changes nothing.
 */
export function reviewPlan(plan: PlanSpec, library: PlanLibrary): PlanSpec {
  const issues = checks.flatMap((check) => check(plan, library))
  const isAsking = plan.clarifications.some(({ answer }) => answer === null)
  const stops = issues.some((issue) => issue.stops)
  return { ...plan, issues, status: stops ? 'issues' : isAsking ? 'needs_clarification' : 'ready' }
}

const checks: readonly Check[] = [
  ({ tasks }) => (tasks.length === 0 ? [{ key: 'no_tasks', about: [], stops: true }] : []),
  ({ tasks }) => issue('too_many_tasks', tasks.slice(MAX_TASKS).map(idOf), true),
  ({ tasks }) => issue('same_id', repeated(tasks.map(idOf)), true),
  ({ tasks }) => issue('unknown_dependency', tasks.filter(needsMissing(tasks)).map(idOf), true),
  ({ tasks }) => issue('cycle', tasksInCycles(tasks), true),
  ({ tasks }) => issue('same_task', tasks.filter(isRepeatIn(tasks)).map(idOf), false),
  ({ tasks }) => issue('missing_scope', tasks.filter(lacksScope).map(idOf), true),
  ({ tasks }) => issue('missing_call', tasks.filter(({ tool, call }) => tool === 'tool' && !call).map(idOf), true),
  ({ tasks }, library) => issue('unknown_tool', tasks.filter(callsUnknown(library)).map(idOf), true),
  documentsNotThere,
  documentsLeftOut,
  ({ tasks, sections }) => {
    const known = new Set(tasks.map(idOf))
    const lacks = sections.filter(({ kind, tasks: own }) => kind !== 'summary' && !own.some((id) => known.has(id)))
    return issue('section_without_task', lacks.map(idOf), false)
  },
  ({ tasks, sections }) => {
    const told = new Set(sections.flatMap(({ tasks: own }) => own))
    const untold = sections.length === 0 ? [] : tasks.filter(({ id }) => !told.has(id))
    return issue('task_without_section', untold.map(idOf), false)
  },
  // A ready-made job says by itself what it covers, in other words than the goal that asks for it: "glossary".
  (plan) =>
    issue('goal_not_covered', plan.tasks.length === 0 || plan.job !== undefined ? [] : termsNotCovered(plan), false),
]

/** One issue for all it is about; none where that is nothing. */
function issue(key: PlanIssue['key'], about: readonly string[], stops: boolean): PlanIssue[] {
  return about.length === 0 ? [] : [{ key, about: [...new Set(about)], stops }]
}

function idOf({ id }: { readonly id: string }): string {
  return id
}

function repeated(ids: readonly string[]): string[] {
  return ids.filter((id, at) => ids.indexOf(id) < at)
}

function needsMissing(tasks: readonly PlanTask[]) {
  const known = new Set(tasks.map(idOf))
  return ({ depends_on: on }: PlanTask) => on.some((id) => !known.has(id))
}

/** What is done twice: the same tool asked the same of the same place. */
function isRepeatIn(tasks: readonly PlanTask[]) {
  const keys = tasks.map(({ tool, description, scope, call }) => {
    const asked = description.toLowerCase().replace(/[\s\p{P}]+/gu, ' ')
    return JSON.stringify([tool, asked.trim(), scope ?? null, call ?? null])
  })
  return (_: PlanTask, at: number) => keys.indexOf(keys[at] ?? '') < at
}

function documentsOf({ scope }: Pick<PlanTask, 'scope'>): readonly string[] {
  return scope?.documents ?? []
}

/** Two documents have differences, and one at least is read. */
function leastDocuments({ tool }: PlanTask): number {
  return tool === 'differences' ? 2 : tool === 'read' ? 1 : 0
}

function lacksScope(task: PlanTask): boolean {
  const named = new Set(documentsOf(task)).size
  return named < leastDocuments(task) || (task.tool === 'differences' && named > 2)
}

/** Which tools another program has is known once it runs; whether it is there is known before. */
function callsUnknown({ tools, servers }: PlanLibrary) {
  const isKnown = (name: string) => {
    const other = otherCall(name)
    return other ? servers.has(other.server) : tools.has(name)
  }
  return ({ tool, call }: PlanTask) => tool === 'tool' && call !== undefined && !isKnown(call.name)
}

/** The error for a plan that cannot run: INVALID_INPUT with all that stops it. */
export function cannotRun({ issues }: PlanSpec): CairnError {
  const stopping = issues
    .filter(({ stops }) => stops)
    .map(({ key, about }) => {
      const what = key.replaceAll('_', ' ')
      return about.length > 0 ? `${what} (${about.join(', ')})` : what
    })
  return new CairnError('INVALID_INPUT', `This plan cannot run: ${stopping.join('; ')}.`, 'Change the plan.')
}

/** A document that is gone stops a plan only where a task has too few others. */
function documentsNotThere({ tasks, scope }: PlanSpec, { documents }: PlanLibrary): PlanIssue[] {
  const isGone = (id: string) => !documents.has(id)
  const lacking = tasks.filter((task) => documentsOf(task).some(isGone))
  const stops = lacking.some(
    (task) => documentsOf(task).filter((id) => documents.has(id)).length < leastDocuments(task),
  )
  const plans = documentsOf({ scope }).filter(isGone)
  return issue('unknown_document', [...lacking.map(idOf), ...plans], stops)
}

/** Documents that the plan is about and none of its tasks looks into. */
function documentsLeftOut({ tasks, scope }: PlanSpec): PlanIssue[] {
  const all = documentsOf({ scope })
  const looks = new Set(tasks.flatMap(documentsOf))
  const goesEverywhere = tasks.some((task) => task.tool !== 'tool' && task.scope?.documents === undefined)
  return issue(
    'documents_left_out',
    goesEverywhere || tasks.length === 0 ? [] : all.filter((id) => !looks.has(id)),
    false,
  )
}
