import { describe, expect, it } from 'vitest'
import { createArrangement } from '@renderer/features/graph/layout/arrange'
import { layoutRequest } from '@renderer/features/graph/layout/layout-request'
import { seedLayout } from '@renderer/features/graph/layout/seed-layout'
import { spreadNodes } from '@renderer/features/graph/layout/spread-nodes'
import { FakeGraph } from '../../../fakes/fake-graph'

async function requestFor(size: number) {
  const picture = await new FakeGraph(size).picture({ limit: size })
  const unknown = picture.nodes.ids.map(() => Number.NaN)
  const seeds = seedLayout({ communities: picture.nodes.communities, x: unknown, y: unknown, ...picture.edges })
  return { picture, seeds, request: layoutRequest(picture, seeds) }
}

describe('arranging', () => {
  // Would catch settings under which the drawing never comes to rest, flies apart or falls into a point.
  it('comes to rest with communities nearer to themselves than to others', async () => {
    const { picture, request } = await requestFor(300)
    const arrangement = createArrangement(request)
    const ways = Array.from({ length: 150 }, () => arrangement.step())
    expect(ways.at(-1)).toBeLessThan((ways[1] ?? 0) / 2)
    arrangement.spread()
    const positions = arrangement.positions()
    expect(positions.every(Number.isFinite)).toBe(true)
    const { communities } = picture.nodes
    const meanAway = (same: boolean) => {
      let sum = 0
      let count = 0
      for (let a = 0; a < communities.length; a += 1) {
        for (let b = a + 1; b < communities.length; b += 1) {
          if ((communities[a] === communities[b]) !== same) continue
          sum += Math.hypot(
            (positions[2 * a] ?? 0) - (positions[2 * b] ?? 0),
            (positions[2 * a + 1] ?? 0) - (positions[2 * b + 1] ?? 0),
          )
          count += 1
        }
      }
      return sum / count
    }
    expect(meanAway(true) * 2).toBeLessThan(meanAway(false))
  })

  it('moves nothing that is to stay', async () => {
    const { picture, seeds, request } = await requestFor(60)
    const fixed = request.fixed.map((_, node) => (node % 2 === 0 ? 1 : 0))
    const arrangement = createArrangement({ ...request, fixed })
    for (let step = 0; step < 20; step += 1) arrangement.step()
    arrangement.spread()
    const positions = arrangement.positions()
    const moved = picture.nodes.ids.map((_, node) => positions[2 * node] !== seeds.x[node])
    expect(moved.filter((one, node) => one && node % 2 === 0)).toEqual([])
    expect(moved.filter(Boolean).length).toBeGreaterThan(20)
  })

  it('has nothing to do for an empty graph and one lonely node', async () => {
    for (const size of [0, 1]) {
      const arrangement = createArrangement((await requestFor(size)).request)
      expect(arrangement.step()).toBeGreaterThanOrEqual(0)
      arrangement.spread()
      expect(arrangement.positions()).toHaveLength(2 * size)
    }
  })

  it('pulls less between communities than within one', async () => {
    const { picture, request } = await requestFor(200)
    const { sources, targets, kinds } = picture.edges
    const mean = (same: boolean) => {
      const pulls = kinds.flatMap((_, edge) => {
        const [a, b] = [picture.nodes.communities[sources[edge] ?? 0], picture.nodes.communities[targets[edge] ?? 0]]
        return (a === b) === same ? [request.pulls[edge] ?? 0] : []
      })
      return pulls.reduce((sum, pull) => sum + pull, 0) / pulls.length
    }
    expect(mean(false)).toBeLessThan(mean(true) / 3)
  })
})

describe('spreadNodes', () => {
  it('moves discs that lie on each other apart, also on the very same point', () => {
    const positions = Float32Array.from([0, 0, 0, 0, 3, 0, 500, 500])
    spreadNodes(positions, Float32Array.from([10, 10, 10, 10]), new Uint8Array(4))
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const away = Math.hypot(
        (positions[2 * a] ?? 0) - (positions[2 * b] ?? 0),
        (positions[2 * a + 1] ?? 0) - (positions[2 * b + 1] ?? 0),
      )
      expect(away).toBeGreaterThan(19)
    }
    expect([positions[6], positions[7]]).toEqual([500, 500])
  })

  it('leaves alone what is fixed or takes no room', () => {
    const positions = Float32Array.from([0, 0, 1, 0, 1, 1])
    spreadNodes(positions, Float32Array.from([10, 10, 0]), Uint8Array.from([1, 0, 0]))
    expect([positions[0], positions[1]]).toEqual([0, 0])
    expect([positions[4], positions[5]]).toEqual([1, 1])
    expect(positions[2]).toBeGreaterThan(19)
  })
})
