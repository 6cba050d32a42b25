import { describe, expect, it } from 'vitest'
import { arrangePlan, boxHeight, boxWidth } from '@renderer/features/research/plan/arrange-plan'
import { planOf, task } from '../../../../../support/research/runs-kit'

describe('the picture of a plan', () => {
  it('has what needs something at its right, and all of it within its size', () => {
    const picture = arrangePlan(planOf([task(1, { depends_on: ['task_002'] }), task(2), task(3)]))
    const at = Object.fromEntries((picture?.tasks ?? []).map((one) => [one.id, one]))
    expect(at['task_001']?.x).toBeGreaterThanOrEqual((at['task_002']?.x ?? 0) + boxWidth)
    expect(at['task_002']?.x).toBe(at['task_003']?.x)
    expect(Math.abs((at['task_002']?.y ?? 0) - (at['task_003']?.y ?? 0))).toBeGreaterThanOrEqual(boxHeight)
    expect(picture?.tasks.map(({ number }) => number).toSorted()).toEqual([1, 2, 3])
    for (const { x, y } of [...(picture?.tasks ?? []), picture?.report ?? { x: 0, y: 0 }]) {
      expect(x + boxWidth).toBeLessThanOrEqual(picture?.width ?? 0)
      expect(y + boxHeight).toBeLessThanOrEqual(picture?.height ?? 0)
    }
  })

  it('leads to the report from every task that no other needs', () => {
    const picture = arrangePlan(planOf([task(1), task(2, { depends_on: ['task_001'] }), task(3)]))
    expect(picture?.edges.map(({ from }) => from).toSorted()).toEqual(['task_001', 'task_002', 'task_003'])
  })

  it('leads an arrow past the tasks of a column in between, never behind one', () => {
    const picture = arrangePlan(planOf([task(1), task(2), task(3, { depends_on: ['task_001'] })]))
    const third = picture?.tasks.find(({ id }) => id === 'task_003')
    const past = picture?.edges.find(({ from }) => from === 'task_002')?.path ?? ''
    const [, heightOfStretch] = /([\d.]+)H/u.exec(past) ?? []
    expect(Math.abs(Number(heightOfStretch) - ((third?.y ?? 0) + boxHeight / 2))).toBeGreaterThan(boxHeight / 2)
  })

  it('is none where tasks wait for each other or for one that is not there', () => {
    const circle = [task(1, { depends_on: ['task_002'] }), task(2, { depends_on: ['task_001'] })]
    expect(arrangePlan(planOf(circle))).toBeNull()
    expect(arrangePlan(planOf([task(1, { depends_on: ['task_009'] })]))).toBeNull()
  })
})
