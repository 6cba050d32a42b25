import type { PlanTask } from './plan-spec'
import { CairnError } from '../errors'

/** Tasks as their order needs them. */
type Ordered = Pick<PlanTask, 'id' | 'depends_on'>

/** Ids of the tasks that wait for themselves, in the plan's order; none in a plan that can run. */
export function tasksInCycles(tasks: readonly Ordered[]): string[] {
  const needs = new Map(tasks.map(({ id, depends_on: on }) => [id, on]))
  const waitsForItself = (id: string) => {
    const seen = new Set<string>()
    const open = [...(needs.get(id) ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === id) return true
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(needs.get(next) ?? []))
    }
    return false
  }
  return [...new Set(tasks.map(({ id }) => id))].filter(waitsForItself)
}

/**
 * Tasks in the order they can be done: each layer needs nothing but the layers before it, and begins with what comes first by priority.
 * Throws INVALID_INPUT for tasks that wait for themselves or for a task that is not there.
 * Source: A. B. Kahn, Topological sorting of large networks (1962).
 */
export function layersOf<Task extends Ordered & Pick<PlanTask, 'priority'>>(tasks: readonly Task[]): Task[][] {
  const done = new Set<string>()
  const layers: Task[][] = []
  let open = [...tasks]
  while (open.length > 0) {
    const layer = open.filter(({ depends_on: on }) => on.every((id) => done.has(id)))
    if (layer.length === 0) throw endless(open)
    layers.push(layer.toSorted((a, b) => a.priority - b.priority))
    for (const { id } of layer) done.add(id)
    open = open.filter((task) => !layer.includes(task))
  }
  return layers
}

function endless(open: readonly Ordered[]): CairnError {
  const circle = tasksInCycles(open)
  const named = (circle.length > 0 ? circle : open.map(({ id }) => id)).join(', ')
  const why = circle.length > 0 ? 'wait for each other' : 'wait for a task that is not in the plan'
  return new CairnError('INVALID_INPUT', `These tasks ${why}: ${named}.`, 'Take one of the dependencies away.')
}
