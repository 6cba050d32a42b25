import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PlanSpec, type PlanTask, TaskTool } from '@shared/research/plan-spec'
import { tasksInCycles } from '@shared/research/plan-order'
import { reviewPlan } from '@engine/research/plan/review-plan'

const library = { documents: new Set(['d1', 'd2', 'd3']), tools: new Set(['calculator']), servers: new Set(['files']) }

function planOf(tasks: readonly Partial<PlanTask>[], more: Partial<PlanSpec> = {}): PlanSpec {
  return {
    ...PlanSpec.parse({
      plan_id: 'p1',
      goal: 'What does the pump weigh?',
      language: 'en',
      question_type: 'factual',
      status: 'ready',
      tasks: tasks.map((one, at) => ({
        id: `task_00${at + 1}`,
        description: 'What does the pump weigh?',
        tool: 'search',
        ...one,
      })),
    }),
    ...more,
  }
}

function issuesOf(plan: PlanSpec) {
  return reviewPlan(plan, library).issues.map(({ key, about }) => [key, about])
}

const id = fc.integer({ min: 1, max: 6 }).map((n) => `task_00${n}`)
const documents = fc.uniqueArray(fc.constantFrom('d1', 'd2', 'd3', 'gone'), { maxLength: 3 })
const anyTask = fc.record(
  {
    id,
    description: fc.constantFrom('What does the pump weigh?', 'Who built the pump?', 'Costs of the station'),
    tool: fc.constantFrom(...TaskTool.options),
    depends_on: fc.uniqueArray(id, { maxLength: 3 }),
    scope: documents.map((ids) => ({ documents: ids })),
    call: fc.constantFrom({ name: 'calculator', args: {} }, { name: 'oracle', args: {} }),
  },
  { requiredKeys: ['id', 'description', 'tool', 'depends_on'] },
)

describe('reviewing a plan', () => {
  test('a sound plan is ready', () => {
    expect(reviewPlan(planOf([{}]), library)).toMatchObject({ status: 'ready', issues: [] })
  })

  // Would catch a circle that gets through to the executor, and a review that adds its issues each time.
  test('whatever the plan: what is ready has no circle, and reviewing it twice changes nothing', () => {
    fc.assert(
      fc.property(fc.array(anyTask, { maxLength: 6 }), (tasks) => {
        const once = reviewPlan(planOf(tasks), library)
        if (once.status === 'ready') expect(tasksInCycles(once.tasks)).toEqual([])
        expect(reviewPlan(once, library)).toEqual(once)
      }),
    )
  })

  test.each<[string, Partial<PlanTask>[], Partial<PlanSpec>, string, string[]]>([
    ['no tasks', [], {}, 'no_tasks', []],
    [
      'a circle',
      [{ depends_on: ['task_002'] }, { depends_on: ['task_001'], description: 'pump' }],
      {},
      'cycle',
      ['task_001', 'task_002'],
    ],
    ['a dependency that is not there', [{ depends_on: ['task_009'] }], {}, 'unknown_dependency', ['task_001']],
    ['one id twice', [{}, { id: 'task_001', description: 'Who sold the pump?' }], {}, 'same_id', ['task_001']],
    ['the same thing twice', [{}, { description: 'what does the pump weigh' }], {}, 'same_task', ['task_002']],
    ['reading without a document', [{ tool: 'read' }], {}, 'missing_scope', ['task_001']],
    [
      'differences of one document',
      [{ tool: 'differences', scope: { documents: ['d1'] } }],
      {},
      'missing_scope',
      ['task_001'],
    ],
    [
      'a tool of a program that is not there',
      [{ tool: 'tool', call: { name: 'oracle/ask', args: {} } }],
      {},
      'unknown_tool',
      ['task_001'],
    ],
    ['a tool without a call', [{ tool: 'tool' }], {}, 'missing_call', ['task_001']],
    [
      'a tool that is not there',
      [{ tool: 'tool', call: { name: 'oracle', args: {} } }],
      {},
      'unknown_tool',
      ['task_001'],
    ],
    [
      'a document that is gone',
      [{ tool: 'read', scope: { documents: ['gone'] } }],
      {},
      'unknown_document',
      ['task_001'],
    ],
    [
      'documents nobody looks into',
      [{ scope: { documents: ['d1'] } }],
      { scope: { documents: ['d1', 'd2'] } },
      'documents_left_out',
      ['d2'],
    ],
    [
      'a word of the goal that no task speaks of',
      [{}],
      { goal: 'What does the pump weigh, and what does the boat weigh?' },
      'goal_not_covered',
      ['boat'],
    ],
    [
      'an aspect that no task speaks of',
      [{}],
      { goal: 'What does the pump weigh, with dates?' },
      'goal_not_covered',
      ['dates'],
    ],
  ])('%s is told', (_, tasks, more, key, about) => {
    expect(issuesOf(planOf(tasks, more))).toContainEqual([key, about])
  })

  test('sections and tasks that do not fit each other are told, and stop nothing', () => {
    const sections = [
      { id: 's1', heading: 'Weights', kind: 'findings' as const, tasks: ['task_007'] },
      { id: 's2', heading: 'In short', kind: 'summary' as const, tasks: [] },
    ]
    const reviewed = reviewPlan(planOf([{}], { sections }), library)
    expect(reviewed.issues.map(({ key, about }) => [key, about])).toEqual([
      ['section_without_task', ['s1']],
      ['task_without_section', ['task_001']],
    ])
    expect(reviewed.status).toBe('ready')
  })

  test('an open question waits for the user, and a document that is gone stops no search', () => {
    const clarifications = [{ id: 'which', question: 'Which handbook?', options: ['a', 'b'], answer: null }]
    expect(reviewPlan(planOf([{}], { clarifications }), library).status).toBe('needs_clarification')
    const passedOver = clarifications.map((one) => ({ ...one, answer: '' }))
    expect(reviewPlan(planOf([{}], { clarifications: passedOver }), library).status).toBe('ready')
    expect(reviewPlan(planOf([{ scope: { documents: ['gone', 'd1'] } }]), library).status).toBe('ready')
    const call = { name: 'files/read', args: {} }
    expect(reviewPlan(planOf([{ tool: 'tool', call }]), library).status).toBe('ready')
  })
})
