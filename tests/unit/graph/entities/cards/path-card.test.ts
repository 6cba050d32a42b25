import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otherEnd } from '@engine/graph/entities/edges'
import type { EntityGraph } from '@engine/graph/entities/entity-graph'
import { costOf, shortestPath } from '@engine/graph/entities/search/entity-path'
import { pathCard } from '@engine/graph/entities/cards/path-card'
import { eager, graphOf, libraries, numberOf, shareOf } from '../graph-fixtures'

describe('the path between two entities', () => {
  it('is a real one, and none is cheaper', async () => {
    // Steps along edges that are not there would tell of a connection that nobody wrote.
    await fc.assert(
      fc.asyncProperty(libraries, fc.nat(), fc.nat(), async (shares, one, other) => {
        const graph = await graphOf(shares, eager)
        const count = graph.entities.length
        if (count === 0) return
        const [from, to] = [one % count, other % count]
        const path = shortestPath(graph, from, to)
        const least = cheapest(graph, from)[to] ?? Infinity
        if (path.entities.length === 0) expect(least).toBe(Infinity)
        else {
          expect([path.entities[0], path.entities.at(-1)]).toEqual([from, to])
          expect(path.edges).toHaveLength(path.entities.length - 1)
          for (const [at, edge] of path.edges.entries()) {
            expect(otherEnd(graph.edges, edge, path.entities[at] ?? -1)).toBe(path.entities[at + 1])
          }
          expect(path.edges.reduce((sum, edge) => sum + costOf(graph.edges, edge), 0)).toBeCloseTo(least, 9)
        }
      }),
      { numRuns: 80 },
    )
  })

  const states = (source: string, target: string, passage: number) =>
    ({ source, kind: 'uses', target, passage }) as const
  const library = [
    shareOf(
      'a',
      ['[Alpha] [Beta]', '[Gamma] [Beta]', '[Alpha] and [Gamma]', '[Gamma], [Alpha]', '[Alone] [Alone]'],
      [states('Alpha', 'Beta', 0), states('Gamma', 'Beta', 1)],
    ),
    shareOf(
      'b',
      Array.from({ length: 20 }, () => '[Elsewhere]'),
    ),
  ]

  it('leads with its direction and sentences along what is stated', async () => {
    const graph = await graphOf(library, { minSharedPassages: 3 })
    const { nodes, edges } = pathCard(graph, numberOf(graph, 'Alpha'), numberOf(graph, 'Gamma'))
    expect(nodes.map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(edges.map(({ relation, forward }) => [relation, forward])).toEqual([
      ['uses', true],
      ['uses', false],
    ])
    expect(edges[1]?.passages).toEqual([{ passageId: 'a:1', documentId: 'a', start: 0, end: 14 }])
  })

  it('shows where both are named for what is not stated', async () => {
    const graph = await graphOf(library)
    const { edges } = pathCard(graph, numberOf(graph, 'Alpha'), numberOf(graph, 'Gamma'))
    expect(edges.map(({ relation }) => relation)).toEqual(['co_occurs'])
    expect(edges[0]?.passages).toEqual([
      { passageId: 'a:3', documentId: 'a', start: 1, end: 15 },
      { passageId: 'a:2', documentId: 'a', start: 1, end: 18 },
    ])
  })

  it('is empty where there is none, and of one entity to itself', async () => {
    const graph = await graphOf(library)
    const alone = numberOf(graph, 'Alone')
    expect(pathCard(graph, alone, numberOf(graph, 'Alpha'))).toEqual({ nodes: [], edges: [] })
    expect(pathCard(graph, alone, alone)).toMatchObject({ nodes: [{ name: 'Alone' }], edges: [] })
  })
})

/** Costs from one entity by trying every edge again and again (Bellman and Ford). */
function cheapest({ edges, entities }: EntityGraph, from: number): number[] {
  const costs = entities.map((_, at) => (at === from ? 0 : Infinity))
  for (let round = 0; round < entities.length; round += 1) {
    for (const [edge, source] of edges.source.entries()) {
      const target = edges.target[edge] ?? 0
      const cost = costOf(edges, edge)
      costs[source] = Math.min(costs[source] ?? 0, (costs[target] ?? 0) + cost)
      costs[target] = Math.min(costs[target] ?? 0, (costs[source] ?? 0) + cost)
    }
  }
  return costs
}
