import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SeedInput, seedLayout } from '@renderer/features/graph/layout/seed-layout'

const unplaced = (communities: readonly number[], edges: readonly (readonly [number, number])[] = []): SeedInput => ({
  communities,
  x: communities.map(() => Number.NaN),
  y: communities.map(() => Number.NaN),
  sources: edges.map(([source]) => source),
  targets: edges.map(([, target]) => target),
})

const discOf = (seeds: ReturnType<typeof seedLayout>, communities: readonly number[], community: number) => {
  const members = communities.flatMap((one, node) => (one === community ? [node] : []))
  const mean = (values: Float32Array) => members.reduce((sum, node) => sum + (values[node] ?? 0), 0) / members.length
  const [x, y] = [mean(seeds.x), mean(seeds.y)]
  const away = members.map((node) => Math.hypot((seeds.x[node] ?? 0) - x, (seeds.y[node] ?? 0) - y))
  return { x, y, radius: Math.max(...away) }
}

describe('seedLayout', () => {
  // Would catch communities that begin on each other, which the arranging then cannot untangle.
  it('lays communities side by side, whatever their sizes', () => {
    const sizes = fc.array(fc.integer({ min: 3, max: 80 }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(sizes, (all) => {
        const communities = all.flatMap((size, community) => Array.from({ length: size }, () => community))
        const seeds = seedLayout(unplaced(communities))
        const discs = all.map((_, community) => discOf(seeds, communities, community))
        for (const [at, one] of discs.entries()) {
          for (const other of discs.slice(at + 1)) {
            expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan((one.radius + other.radius) * 0.9)
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it('is the same for the same graph, and no two nodes begin on one point', () => {
    const communities = Array.from({ length: 500 }, (_, node) => (node % 11) - 1)
    const one = seedLayout(unplaced(communities))
    expect(seedLayout(unplaced(communities))).toEqual(one)
    expect(new Set(Array.from(one.x, (x, node) => `${x} ${one.y[node] ?? 0}`)).size).toBe(500)
  })

  it('has an empty graph and one of loners only', () => {
    expect(seedLayout(unplaced([])).x).toHaveLength(0)
    const loners = seedLayout(unplaced([-1, -1, -1, 5]))
    expect([...loners.x, ...loners.y].every(Number.isFinite)).toBe(true)
  })

  // Would catch a visit on which everything stands elsewhere because one document was added.
  it('keeps the places of the last visit and begins new nodes beside their neighbours', () => {
    const seeds = seedLayout({
      communities: [0, 0, 0, 1],
      x: [100, 110, Number.NaN, -900],
      y: [50, 60, Number.NaN, -900],
      sources: [2, 2],
      targets: [0, 1],
    })
    expect([...seeds.kept]).toEqual([1, 1, 0, 1])
    expect([seeds.x[0], seeds.y[0], seeds.x[3]]).toEqual([100, 50, -900])
    expect(Math.hypot((seeds.x[2] ?? 0) - 105, (seeds.y[2] ?? 0) - 55)).toBeLessThan(60)
  })

  it('begins anew where most nodes have no place yet', () => {
    const input = unplaced([0, 0, 0, 0, 0])
    const seeds = seedLayout({
      ...input,
      x: [7000, ...Array.from(input.x).slice(1)],
      y: [7000, ...Array.from(input.y).slice(1)],
    })
    expect([...seeds.kept]).toEqual([0, 0, 0, 0, 0])
    expect(seeds.x[0]).toBeLessThan(1000)
  })
})
