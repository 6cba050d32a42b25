import { MAX_GOAL_LENGTH, type PlanSpec, type PlanTask } from '@shared/research/plan-spec'
import { behind } from '@engine/question/follow-up/standalone'

/** In UTF-16 units. */
const longestDescription = 1000

/** A plan for a follow-up question, each of whose tasks asks behind what was spoken of, as a chat's searches do: "And in 2024?" finds nothing by itself. */
export function behindContext(context: string, plan: PlanSpec): PlanSpec {
  if (context === '') return plan
  const asks = ({ tool }: PlanTask) => tool === 'search' || tool === 'graph' || tool === 'tables'
  const tasks = plan.tasks.map((task) => {
    const description = behind(context, task.description)
    return asks(task) && description.length <= longestDescription ? { ...task, description } : task
  })
  const goal = behind(context, plan.goal)
  return { ...plan, tasks, goal: goal.length <= MAX_GOAL_LENGTH ? goal : plan.goal }
}

/** What a follow-up question is called: the question, and in brackets what it goes on from. */
export function titleBehind({ goal }: PlanSpec, typed: string): string {
  const context = goal.endsWith(typed) ? goal.slice(0, -typed.length).trim() : ''
  const [first = ''] = /^[^?？.。!！]+[?？.。!！]?/u.exec(context) ?? []
  if (context === '') return goal
  return /\p{Script=Han}/u.test(typed) ? `${typed}（${first}）` : `${typed} (${first})`
}
