import { describe, expect, it } from 'vitest'
import { PlanSpec } from '@shared/research/plan-spec'
import {
  callOf,
  circleOf,
  newTask,
  taskNumber,
  taskProblem,
  withoutTask,
  withTask,
  withTaskAt,
} from '@renderer/state/research/edit-plan'
import { planOf, task } from '../../../../support/research/runs-kit'

const ids = ({ tasks }: PlanSpec) => tasks.map(({ id }) => id)

describe('a plan that is edited', () => {
  it('takes a new task, whose findings stand with the findings', () => {
    const plan = planOf([task(1), task(3)])
    const added = { ...newTask(plan), description: 'And the cost?' }
    expect(added.id).toBe('task_002')
    const next = withTask(plan, added, 'Also asked')
    expect(ids(next)).toEqual(['task_001', 'task_003', 'task_002'])
    expect(next.sections).toMatchObject([{ kind: 'findings', tasks: ['task_001', 'task_003', 'task_002'] }])
    expect(PlanSpec.safeParse(next).success).toBe(true)
  })

  it('gets a section for a new task where it has none for findings', () => {
    const plan = planOf([task(1)], {
      sections: [{ id: 'added', heading: 'Dates', kind: 'timeline', tasks: ['task_001'] }],
    })
    const { sections } = withTask(plan, task(2), 'Also asked')
    expect(sections[1]).toMatchObject({ id: 'added_', heading: 'Also asked', kind: 'findings', tasks: ['task_002'] })
  })

  it('changes a task in its place', () => {
    const next = withTask(planOf([task(1), task(2)]), task(1, { description: 'Otherwise' }), '')
    expect(next.tasks.map(({ description }) => description)).toEqual(['Otherwise', 'question 2'])
    expect(next.sections).toHaveLength(1)
  })

  it('forgets a removed task wherever it was named, and a section that had only this one', () => {
    const plan = planOf([task(1), task(2, { depends_on: ['task_001'] })], {
      sections: [
        { id: 'a', heading: 'A', kind: 'findings', tasks: ['task_001'] },
        { id: 'b', heading: 'B', kind: 'findings', tasks: ['task_002', 'task_001'] },
        { id: 's', heading: 'S', kind: 'summary', tasks: [] },
      ],
    })
    const next = withoutTask(plan, 'task_001')
    expect(next.tasks).toEqual([task(2)])
    expect(next.sections.map(({ id, tasks }) => [id, tasks])).toEqual([
      ['b', ['task_002']],
      ['s', []],
    ])
  })

  it('is done in the order of the list once a task was moved', () => {
    const plan = planOf([task(1, { priority: 1 }), task(2), task(3)])
    const next = withTaskAt(plan, 'task_001', 2)
    expect(ids(next)).toEqual(['task_002', 'task_003', 'task_001'])
    expect(new Set(next.tasks.map(({ priority }) => priority)).size).toBe(1)
    expect(taskNumber(next, 'task_001')).toBe(3)
  })

  it('says what keeps a task from running, above all a circle', () => {
    const plan = planOf([task(1), task(2, { depends_on: ['task_001'] })])
    const circle = task(1, { depends_on: ['task_002'] })
    expect(taskProblem(plan, circle)).toBe('circle')
    expect(circleOf(plan, circle)).toEqual(['task_001', 'task_002'])
    expect(taskProblem(plan, task(1, { description: ' ' }))).toBe('empty')
    expect(taskProblem(plan, task(1, { tool: 'read' }))).toBe('oneDocument')
    expect(taskProblem(plan, task(1, { tool: 'differences', scope: { documents: ['a'] } }))).toBe('twoDocuments')
    expect(taskProblem(plan, task(1, { tool: 'differences', scope: { documents: ['a', 'b'] } }))).toBeNull()
    expect(taskProblem(plan, task(1, { tool: 'tool' }))).toBe('noCall')
    expect(taskProblem(plan, task(1, { tool: 'tool', call: { name: 'calculator', args: {} } }))).toBeNull()
  })

  it('takes a call as it is typed, and none that is no name with a JSON object', () => {
    expect(callOf(' @files/read ', '{"path": "a.txt"}')).toEqual({ name: 'files/read', args: { path: 'a.txt' } })
    expect(callOf('calculator', '')).toEqual({ name: 'calculator', args: {} })
    for (const [name, args] of [
      ['', '{}'],
      ['files/read', '{"path"'],
      ['files/read', '[1]'],
      ['files/read', 'null'],
    ] as const)
      expect(callOf(name, args)).toBeUndefined()
  })
})
