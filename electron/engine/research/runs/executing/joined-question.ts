import type { PlanTask } from '@shared/research/plan-spec'
import type { ResearchRun } from '@shared/research/research-run'
import { extractNames } from '@engine/graph/names/extract-names'

/** Names of findings that join a question at most: more would drown what it asks. */
const mostNames = 6

/**
 * A task's question with the names that the tasks it depends on found: what they are about most often, and the question does not say
 * already.
 */
export function joinedQuestion(run: ResearchRun, task: PlanTask): string {
  const needed = new Set(task.depends_on)
  const claims = run.ledger.claims.filter(({ task_id: id }) => needed.has(id))
  const counts = new Map<string, { surface: string; count: number }>()
  for (const { text } of claims) {
    for (const { key, surface } of extractNames({ title: '', headingPath: [], text }).names) {
      const known = counts.get(key)
      if (known) known.count += 1
      else counts.set(key, { surface, count: 1 })
    }
  }
  const asked = task.description.toLowerCase()
  const names = [...counts.values()]
    .filter(({ surface }) => !asked.includes(surface.toLowerCase()))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostNames)
  return [task.description, ...names.map(({ surface }) => surface)].join(' ')
}
