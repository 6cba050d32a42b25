import { MAX_TASKS, type PlannedSection, type PlanSpec, type PlanTask, TaskCall } from '@shared/research/plan-spec'
import { tasksInCycles } from '@shared/research/plan-order'

/** Why a task cannot stand in a plan as it is; null where it can. */
export type TaskProblem = 'empty' | 'circle' | 'oneDocument' | 'twoDocuments' | 'noCall'

/** Whether a plan takes another task. */
export function mayGrow({ tasks }: PlanSpec): boolean {
  return tasks.length < MAX_TASKS
}

/** A task that asks nothing yet, with an id no task of the plan has. */
export function newTask({ tasks }: PlanSpec): PlanTask {
  const taken = new Set(tasks.map(({ id }) => id))
  let number = 1
  while (taken.has(idOf(number))) number += 1
  return { id: idOf(number), description: '', tool: 'search', priority: 5, depends_on: [] }
}

function idOf(number: number): string {
  return `task_${String(number).padStart(3, '0')}`
}

/**
 * A plan with a task changed, or added at its end. What a new task finds stands with the findings; where the plan has no such section,
 * it gets one with this heading.
 */
export function withTask(plan: PlanSpec, task: PlanTask, heading: string): PlanSpec {
  if (plan.tasks.some(({ id }) => id === task.id)) {
    return { ...plan, tasks: plan.tasks.map((one) => (one.id === task.id ? task : one)) }
  }
  return { ...plan, tasks: [...plan.tasks, task], sections: told(plan.sections, task.id, heading) }
}

/** A plan without sections is told in one. */
function told(sections: readonly PlannedSection[], taskId: string, heading: string): PlannedSection[] {
  const findings = sections.find(({ kind }) => kind === 'findings')
  if (findings) return sections.map((one) => (one === findings ? { ...one, tasks: [...one.tasks, taskId] } : one))
  if (sections.length === 0) return []
  const taken = new Set(sections.map(({ id }) => id))
  let id = 'added'
  while (taken.has(id)) id += '_'
  return [...sections, { id, heading, kind: 'findings', tasks: [taskId] }]
}

/** A plan without a task: nothing waits for it, and sections that had only this one are gone. */
export function withoutTask(plan: PlanSpec, id: string): PlanSpec {
  const without = (ids: readonly string[]) => ids.filter((one) => one !== id)
  return {
    ...plan,
    tasks: plan.tasks
      .filter((task) => task.id !== id)
      .map((task) => ({ ...task, depends_on: without(task.depends_on) })),
    sections: plan.sections
      .map((section) => ({ ...section, tasks: without(section.tasks) }))
      .filter(({ tasks }, at) => tasks.length > 0 || plan.sections[at]?.tasks.length === 0),
  }
}

/** A plan with a task in another place. From then on the order of the list is the order in which tasks that could be done now are done. */
export function withTaskAt(plan: PlanSpec, id: string, to: number): PlanSpec {
  const task = plan.tasks.find((one) => one.id === id)
  if (!task) return plan
  const tasks = plan.tasks.filter((one) => one !== task).toSpliced(to, 0, task)
  return { ...plan, tasks: tasks.map((one) => ({ ...one, priority: 5 })) }
}

export function taskProblem(plan: PlanSpec, task: PlanTask): TaskProblem | null {
  if (task.description.trim() === '') return 'empty'
  const documents = task.scope?.documents?.length ?? 0
  if (task.tool === 'read' && documents === 0) return 'oneDocument'
  if (task.tool === 'differences' && documents !== 2) return 'twoDocuments'
  if (task.tool === 'tool' && !task.call) return 'noCall'
  return circleOf(plan, task).length > 0 ? 'circle' : null
}

/** The call of a tool as it is typed: its name, and its arguments as a JSON object; undefined while it is none. */
export function callOf(name: string, args: string): PlanTask['call'] {
  const called = name.trim().replace(/^@/u, '')
  try {
    const parsed = TaskCall.safeParse({ name: called, args: JSON.parse(args.trim() || '{}') as unknown })
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Ids of the tasks that would wait for each other with this one as it is. */
export function circleOf(plan: PlanSpec, task: PlanTask): string[] {
  return tasksInCycles(withTask(plan, task, '').tasks)
}

/** The number of a task in the list; 0 where it is not in it. */
export function taskNumber({ tasks }: Pick<PlanSpec, 'tasks'>, id: string): number {
  return tasks.findIndex((task) => task.id === id) + 1
}
