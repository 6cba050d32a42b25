import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlanTask } from '@shared/research/plan-spec'
import { layersOf, tasksInCycles } from '@shared/research/plan-order'

const idOf = (at: number) => `task_${String(at + 1).padStart(3, '0')}`

function task(at: number, on: readonly number[], priority = 5): PlanTask {
  return { id: idOf(at), description: `What is ${at}?`, tool: 'search', priority, depends_on: on.map(idOf) }
}

/** Any graph of up to twelve tasks, circles and all. */
const anyTasks = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.array(
    fc.record({
      on: fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { maxLength: 4 }),
      priority: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: size, maxLength: size },
  ),
)

describe('the order of tasks', () => {
  // Would catch a task that begins before what it needs is found.
  test('every task stands behind all it needs, once, or the plan is refused with its circle named', () => {
    fc.assert(
      fc.property(anyTasks, (specs) => {
        const tasks = specs.map(({ on, priority }, at) => task(at, on, priority))
        const circle = tasksInCycles(tasks)
        if (circle.length > 0) {
          expect(() => layersOf(tasks)).toThrow(circle[0])
          return
        }
        const layers = layersOf(tasks)
        expect(
          layers
            .flat()
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(tasks.map(({ id }) => id).toSorted())
        for (const [at, layer] of layers.entries()) {
          const before = new Set(
            layers
              .slice(0, at)
              .flat()
              .map(({ id }) => id),
          )
          expect(layer.every(({ depends_on: on }) => on.every((id) => before.has(id)))).toBe(true)
          expect(layer.map(({ priority }) => priority)).toEqual(layer.map(({ priority }) => priority).toSorted())
        }
      }),
    )
  })

  test('only those in the circle are named, not those that wait for it', () => {
    expect(tasksInCycles([task(0, [1]), task(1, [0]), task(2, [1]), task(3, [])])).toEqual([idOf(0), idOf(1)])
    expect(tasksInCycles([task(0, [0])])).toEqual([idOf(0)])
  })

  test('a task that waits for one that is not there is refused', () => {
    expect(() => layersOf([task(0, [7])])).toThrow(/not in the plan: task_001/u)
  })
})
