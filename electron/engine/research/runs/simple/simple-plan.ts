import { randomUUID } from 'node:crypto'
import type { PlanSpec } from '@shared/research/plan-spec'
import type { PlanRequest } from '../research-rooms'

/** The plan that asks the goal itself in one search. */
export function simplePlan({ goal, language, filter, job }: PlanRequest): PlanSpec {
  const description = goal.slice(0, 1000)
  return {
    plan_id: `p_${randomUUID()}`,
    goal,
    language,
    question_type: 'factual',
    status: 'ready',
    tasks: [{ id: 'task_001', description, tool: 'search', priority: 5, depends_on: [] }],
    sections: [
      { id: 'findings', heading: language === 'zh' ? '发现' : 'Findings', kind: 'findings', tasks: ['task_001'] },
    ],
    clarifications: [],
    issues: [],
    made_by: 'rules',
    ...(filter ? { scope: filter } : {}),
    ...(job === undefined ? {} : { job }),
  }
}
