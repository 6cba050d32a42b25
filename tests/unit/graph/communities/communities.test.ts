import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCommunities, communitySettings, type Community } from '@engine/graph/communities/communities'
import { communitySummary } from '@engine/graph/communities/community-summary'
import { otherEnd } from '@engine/graph/entities/edges'
import type { EntityGraph } from '@engine/graph/entities/entity-graph'
import { listAt } from '@engine/graph/entities/lists'
import { eager, graphOf, libraries, shareOf } from '../entities/graph-fixtures'

/** Small enough that small graphs have levels. */
const settings = { ...communitySettings, maxMembers: 2 }

/** Documents about one group each; every pair of a group stands together in two passages, and a few of two groups do. */
function plantedGroups(groups: number, size: number) {
  const members = Array.from({ length: groups }, (_, group) =>
    Array.from({ length: size }, (_, place) => `G${group}${'abcdefghijkl'.charAt(place)} Thing${group}${place}`),
  )
  const between = members.map((group, at) => [group[0] ?? '', members[(at + 1) % groups]?.[0] ?? ''])
  const pairs = (some: readonly string[]) =>
    some.flatMap((one, at) => some.slice(at + 1).flatMap((other) => [`[${one}] [${other}]`, `[${other}] [${one}]`]))
  const shares = [...members, ...between].map((group, at) => shareOf(`d${at}`, pairs(group)))
  return { members, shares }
}

const sorted = (lists: readonly (readonly (string | undefined)[])[]) =>
  lists.map((names) => names.toSorted().join()).toSorted()
const namesOf = (graph: EntityGraph, { members }: Community) => members.map((one) => graph.entities[one]?.name)

describe('communities', () => {
  it('are connected, each within one of the level above, and hold every entity with an edge', async () => {
    // Louvain leaves communities in pieces; a piece that reads as one topic is two.
    await fc.assert(
      fc.asyncProperty(libraries, async (shares) => {
        const graph = await graphOf(shares, eager)
        const communities = buildCommunities(graph, settings)
        for (const one of communities.all) {
          expect(isConnected(graph, one.members)).toBe(true)
          expect(one.members.length).toBeGreaterThan(1)
          if (one.level === 0) expect(one.parent).toBeUndefined()
          else {
            expect(one.parent?.level).toBe(one.level - 1)
            expect(one.parent?.children).toContain(one)
            expect(one.members.every((member) => one.parent?.members.includes(member))).toBe(true)
          }
        }
        for (const entity of graph.entities.keys()) {
          const of = communities.of(entity)
          expect(of.map(({ level }) => level)).toEqual(of.map((_, at) => at))
          const holding = communities.all.filter(({ members }) => members.includes(entity))
          expect(holding).toEqual(of)
          expect(of.length > 0).toBe(listAt(graph.edgesOf, entity).length > 0)
        }
        expect(communities.byId.size).toBe(communities.all.length)
      }),
      { numRuns: 60 },
    )
  })

  it('find planted groups', async () => {
    const { members, shares } = plantedGroups(5, 6)
    const graph = await graphOf(shares)
    const coarsest = buildCommunities(graph).all.filter(({ level }) => level === 0)
    expect(sorted(coarsest.map((one) => namesOf(graph, one)))).toEqual(sorted(members))
  })

  it('are divided again where one division of the whole leaves groups together', async () => {
    // In a ring of thirty cliques the best division joins neighbours, as in any large library.
    const { members, shares } = plantedGroups(30, 5)
    const graph = await graphOf(shares)
    const { all } = buildCommunities(graph, { ...communitySettings, maxMembers: 5 })
    expect(all.filter(({ level }) => level === 0).length).toBeLessThan(30)
    const finest = all.filter(({ children }) => children.length === 0)
    expect(sorted(finest.map((one) => namesOf(graph, one)))).toEqual(sorted(members))
  })

  it('are the same for the same seed', async () => {
    const graph = await graphOf(plantedGroups(8, 5).shares)
    expect(buildCommunities(graph).all).toEqual(buildCommunities(graph).all)
  })

  it('are named by their highest ranked, by one alone where it towers above the others', async () => {
    const spokes = Array.from({ length: 12 }, (_, at) => `Spoke ${'abcdefghijkl'.charAt(at)}`)
    const star = spokes.map((source, passage) => ({ source, kind: 'uses', target: 'The Hub', passage }) as const)
    const graph = await graphOf([
      shareOf(
        'a',
        spokes.map((spoke) => `[${spoke}] uses [The Hub].`),
        star,
      ),
      shareOf('b', ['[Alpha One] [Beta Two]'], [{ source: 'Alpha One', kind: 'uses', target: 'Beta Two', passage: 0 }]),
    ])
    expect(buildCommunities(graph).all.map(({ title }) => title)).toEqual(['The Hub', 'Alpha One, Beta Two'])
  })

  it('keep their id when something joins them that ranks lower', async () => {
    // An address of a community would not survive the next document.
    const { shares } = plantedGroups(2, 6)
    const [before, after] = [await graphOf(shares), await graphOf([...shares, shareOf('x', ['[Late] [Late]'])])]
    expect(buildCommunities(after).all.map(({ id }) => id)).toEqual(buildCommunities(before).all.map(({ id }) => id))
  })
})

describe('the summary of a community', () => {
  it('has the sentences that state something of its members, of different documents first', async () => {
    const stated = (passage: number) => ({ source: 'Cairn', kind: 'uses', target: 'LanceDB', passage }) as const
    const graph = await graphOf([
      shareOf('a', ['[Cairn] uses [LanceDB] today.', '[Cairn] still uses [LanceDB].'], [stated(0), stated(1)]),
      shareOf('b', ['[Cairn] uses [LanceDB].', `[Cairn] ${'and '.repeat(200)}[LanceDB]`], [stated(0), stated(1)]),
    ])
    const [community] = buildCommunities(graph).all
    const places = community ? communitySummary(graph, community) : []
    expect(
      places
        .slice(0, 2)
        .map(({ documentId }) => documentId)
        .toSorted(),
    ).toEqual(['a', 'b'])
    expect(places[0]).toEqual({ passageId: 'a:0', documentId: 'a', start: 0, end: 29 })
    // Words between two names do not make a stretch longer than a sentence can be.
    for (const { start, end } of places) expect(end - start).toBeLessThan(500)
  })

  it('has stretches where members stand together when nothing is stated', async () => {
    const graph = await graphOf(plantedGroups(3, 3).shares, eager)
    const [community] = buildCommunities(graph).all
    const places = community ? communitySummary(graph, community) : []
    expect(places.length).toBeGreaterThan(1)
    expect(places.length).toBeLessThanOrEqual(4)
    expect(new Set(places.map(({ passageId }) => passageId)).size).toBe(places.length)
    // From the first of two names of the passage to the end of the second.
    for (const { start, end } of places) expect([start, end - start > 10]).toEqual([1, true])
  })
})

function isConnected({ edges, edgesOf }: EntityGraph, members: readonly number[]): boolean {
  const left = new Set(members)
  const reached = members.slice(0, 1)
  for (const entity of reached) {
    left.delete(entity)
    for (const edge of listAt(edgesOf, entity)) {
      const other = otherEnd(edges, edge, entity)
      if (left.delete(other)) reached.push(other)
    }
  }
  return left.size === 0
}
