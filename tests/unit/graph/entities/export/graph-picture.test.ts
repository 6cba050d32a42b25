import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GraphPicture, RelationKind } from '@shared/graph'
import { buildCommunities } from '@engine/graph/communities/communities'
import { coOccurs, otherEnd } from '@engine/graph/entities/edges'
import type { EntityGraph } from '@engine/graph/entities/entity-graph'
import { neighbourhoodPicture } from '@engine/graph/entities/search/entity-neighbourhood'
import { graphPicture, type PictureSource } from '@engine/graph/entities/export/graph-picture'
import { listAt } from '@engine/graph/entities/lists'
import { eager, edgeList, graphOf, libraries, numberOf, shareOf } from '../graph-fixtures'

const sourceOf = (graph: EntityGraph): PictureSource => ({
  graph,
  communities: buildCommunities(graph),
  version: 3,
})

/** Each edge as the names of its ends and what it says. */
const drawn = ({ nodes, edges }: GraphPicture) =>
  edges.sources.map((from, at) => {
    const kind = RelationKind.options[edges.kinds[at] ?? -1] ?? '?'
    return `${nodes.names[from] ?? '?'} ${kind} ${nodes.names[edges.targets[at] ?? -1] ?? '?'}`
  })

describe('a picture', () => {
  it('has columns of one length, and edges of the graph between nodes that are shown', async () => {
    // An edge to a node that is not there stops the drawing.
    await fc.assert(
      fc.asyncProperty(libraries, fc.integer({ min: 1, max: 9 }), async (shares, limit) => {
        const graph = await graphOf(shares, eager)
        const picture = graphPicture(sourceOf(graph), { limit })
        expect(GraphPicture.parse(picture)).toEqual(picture)
        expect(picture.nodes.ids).toHaveLength(Math.min(limit, graph.entities.length))
        for (const column of Object.values(picture.nodes)) expect(column).toHaveLength(picture.nodes.ids.length)
        for (const column of Object.values(picture.edges)) expect(column).toHaveLength(picture.edges.kinds.length)
        expect(picture.nodes.ranks).toEqual(picture.nodes.ranks.toSorted((a, b) => b - a))
        const all = edgeList(graph)
        for (const edge of drawn(picture)) expect(all).toContain(edge)
        expect(picture.total).toEqual({ nodes: graph.entities.length, edges: all.length })
      }),
      { numRuns: 60 },
    )
  })

  const library = [
    shareOf(
      'a',
      ['[Ada|person] built [Engine|tool] in [London|place].', '[Ada] and [London]'],
      [{ source: 'Ada', kind: 'uses', target: 'Engine', passage: 0 }],
    ),
    shareOf('b', ['[Turing|person] and [Engine].', '[Turing] [London]', '[Turing] [London]']),
  ]

  it('shows entities of some types, documents or communities only, and counts these', async () => {
    const graph = await graphOf(library)
    const source = sourceOf(graph)
    const names = (filter: object) => graphPicture(source, { limit: 10, ...filter }).nodes.names.toSorted()
    expect(names({ types: ['person'] })).toEqual(['Ada', 'Turing'])
    expect(names({ documents: ['b'] })).toEqual(
      ['London', 'Turing', ...(numberOf(graph, 'Engine') < 0 ? [] : ['Engine'])].toSorted(),
    )
    expect(names({ documents: ['a'], types: ['person'] })).toEqual(['Ada'])
    expect(names({ community: 'c_nothing' })).toEqual([])
    const [community] = source.communities.all
    expect(names({ community: community?.id })).toEqual(
      community?.members.map((member) => graph.entities[member]?.name).toSorted(),
    )
    expect(graphPicture(source, { limit: 1, types: ['person'] }).total).toEqual({ nodes: 2, edges: 0 })
  })

  it('draws all that is stated, but of associations only the strongest of either end', async () => {
    // Twenty names of one list make two hundred edges that say nothing.
    const names = Array.from({ length: 20 }, (_, at) => `Name${'abcdefghijklmnopqrst'.charAt(at)}`)
    const text = names.map((name) => `[${name}]`).join(' ')
    const uses = names.slice(1).map((target) => ({ source: names[0] ?? '', kind: 'uses', target, passage: 0 }) as const)
    const graph = await graphOf([shareOf('a', [text, text], uses)], { minAssociation: 0.001, maxAssociations: 100 })
    const picture = graphPicture(sourceOf(graph), { limit: 100 })
    expect(picture.edges.kinds.filter((kind) => kind !== coOccurs)).toHaveLength(19)
    expect(picture.total.edges).toBeGreaterThan(150)
    expect(picture.edges.kinds.filter((kind) => kind === coOccurs).length).toBeLessThanOrEqual(6 * 20)
  })
})

describe('a neighbourhood', () => {
  it('holds what can be reached in so many steps, nearer ones first, each joined to one that is nearer', async () => {
    // A node that nothing joins to the centre floats in the drawing and looks like a mistake.
    await fc.assert(
      fc.asyncProperty(
        libraries,
        fc.nat(),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 12 }),
        async (shares, pick, depth, limit) => {
          const graph = await graphOf(shares, eager)
          if (graph.entities.length === 0) return
          const centre = pick % graph.entities.length
          const distances = distancesFrom(graph, centre)
          const picture = neighbourhoodPicture(sourceOf(graph), centre, depth, limit)
          const within = [...distances].filter(([, distance]) => distance <= depth)
          const shown = picture.nodes.ids.map((id) => graph.entityOf.get(id) ?? -1)
          expect(picture.total.nodes).toBe(within.length)
          expect(shown).toHaveLength(Math.min(limit, within.length))
          expect(shown).toContain(centre)
          const farthest = Math.max(...shown.map((one) => distances.get(one) ?? Infinity))
          for (const [one, distance] of within) if (distance < farthest) expect(shown).toContain(one)
          const joined = picture.edges.sources.map((from, at) => [shown[from], shown[picture.edges.targets[at] ?? -1]])
          for (const one of shown) {
            if (one === centre) continue
            const nearer = (distances.get(one) ?? 0) - 1
            const isJoined = joined.some(
              ([a, b]) =>
                (a === one && distances.get(b ?? -1) === nearer) || (b === one && distances.get(a ?? -1) === nearer),
            )
            expect(isJoined).toBe(true)
          }
        },
      ),
      { numRuns: 80 },
    )
  })
})

function distancesFrom({ edges, edgesOf }: EntityGraph, centre: number): Map<number, number> {
  const distances = new Map([[centre, 0]])
  for (const [entity, distance] of distances) {
    for (const edge of listAt(edgesOf, entity)) {
      const other = otherEnd(edges, edge, entity)
      if (!distances.has(other)) distances.set(other, distance + 1)
    }
  }
  return distances
}
