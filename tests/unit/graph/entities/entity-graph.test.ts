import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MergeLogEntry } from '@engine/graph/disambiguation/merge-log'
import { NameResolver } from '@engine/graph/disambiguation/name-resolver'
import { buildCommunities } from '@engine/graph/communities/communities'
import { isStated } from '@engine/graph/entities/edges'
import { buildEntityGraph, type EntityGraph } from '@engine/graph/entities/entity-graph'
import { entityGraphSettings } from '@engine/graph/entities/entity-graph-settings'
import { entityId } from '@engine/graph/entities/entity-names'
import { listAt } from '@engine/graph/entities/lists'
import { eager, edgeList, graphOf, libraries, numberOf, shareOf } from './graph-fixtures'

const names = ({ entities }: EntityGraph) => entities.map(({ name }) => name)
const at = '2025-11-22T00:00:00Z'

describe('the graph of a library', () => {
  it('is the same whatever order the documents came in', async () => {
    // Numbering by arrival would give another picture after every restart.
    await fc.assert(
      fc.asyncProperty(libraries, fc.infiniteStream(fc.nat()), async (shares, keys) => {
        const keyed = shares.map((share) => [keys.next().value ?? 0, share] as const)
        const shuffled = keyed.toSorted((a, b) => a[0] - b[0]).map(([, share]) => share)
        const [one, other] = [await graphOf(shares, eager), await graphOf(shuffled, eager)]
        expect(other).toEqual(one)
        expect(buildCommunities(other).all).toEqual(buildCommunities(one).all)
      }),
      { numRuns: 60 },
    )
  })

  it('without a document is as if it had never been there', async () => {
    // An entity, an edge or a place that a deleted document leaves behind is a trace of what somebody wanted gone.
    await fc.assert(
      fc.asyncProperty(libraries, async (shares) => {
        const resolver = new NameResolver(undefined, () => [])
        for (const share of shares) await resolver.add(share.facts.names)
        const [gone, ...left] = shares
        if (gone) resolver.remove(gone.facts.names)
        const graph = buildEntityGraph(left, resolver.resolve(), { ...entityGraphSettings, ...eager })
        expect(graph).toEqual(await graphOf(left, eager))
        expect(graph.documents.map(({ id }) => id)).not.toContain(gone?.documentId)
        expectWhole(graph)
      }),
      { numRuns: 60 },
    )
  })

  it('is the one before when a merge is taken back', async () => {
    // A merge that cannot be undone wholly is one that nobody dares to try.
    await fc.assert(
      fc.asyncProperty(libraries, fc.nat(), fc.nat(), async (shares, one, other) => {
        const before = await graphOf(shares, eager)
        const pair = [one, other].map((place) => before.entities[place % Math.max(1, before.entities.length)])
        const refs = pair.flatMap((entity) => (entity ? [{ name: entity.names[0]?.name ?? '' }] : []))
        if (refs.length < 2) return
        const merge: MergeLogEntry = { kind: 'merge', id: 'm', at, names: refs }
        const undo: MergeLogEntry = { kind: 'undo', id: 'u', at, entry: 'm' }
        const merged = await graphOf(shares, eager, [merge])
        expectWhole(merged)
        for (const { id } of before.entities) expect(merged.entityOf.has(id)).toBe(true)
        expect(await graphOf(shares, eager, [merge, undo])).toEqual(before)
      }),
      { numRuns: 60 },
    )
  })

  it('is empty where there is nothing', async () => {
    const graph = await graphOf([])
    expect([graph.entities, [...graph.edges.source], [...graph.byRank]]).toEqual([[], [], []])
  })

  it('leaves out what a share holds of names and passages that are not there', async () => {
    // A damaged share must not put places of other passages into the graph, or stop it.
    const share = shareOf('a', ['[Ada] and [Ada]'])
    const mentions = [...share.facts.mentions, [9, 0, 0, 1] as const, [0, 7, 0, 1] as const, [0, -1, 0, 1] as const]
    const relations = [[0, 1, 9, 0, 0, 1] as const, [0, 99, 0, 0, 0, 1] as const]
    const graph = await graphOf([{ ...share, facts: { ...share.facts, mentions, relations } }])
    expect(graph.entities.map(({ name, mentions: count }) => [name, count])).toEqual([['Ada', 2]])
    expectWhole(graph)
  })
})

describe('entities', () => {
  it('keep the ids of all their names', async () => {
    // An address that somebody kept would lead nowhere once another document has a better spelling.
    const first = await graphOf([shareOf('b', ['[Analytical Engine] and [Analytical Engine]'])])
    const both = await graphOf([
      shareOf('a', ['[ANALYTICAL ENGINE], [ANALYTICAL ENGINE]']),
      shareOf('b', ['[Analytical Engine] and [Analytical Engine]']),
    ])
    expect(both.entities).toHaveLength(1)
    expect(both.entities[0]?.id).not.toBe(first.entities[0]?.id)
    expect(both.entityOf.get(first.entities[0]?.id ?? '')).toBe(0)
    expect(first.entities[0]?.id).toBe(entityId('Analytical Engine\n'))
    expect(first.entities[0]?.id).toMatch(/^n_[0-9a-f]{16}$/u)
  })

  it('named once are left out, but for those of which more is known', async () => {
    // Half of all names stand in a library once; shown, they bury what it is about.
    const graph = await graphOf([
      shareOf(
        'a',
        ['# [Heading Alone]\n [Noise Name], [Typed Name|person], [Stating Name], [Stated Name], [Shared Name]'],
        [{ source: 'Stating Name', kind: 'uses', target: 'Stated Name', passage: 0 }],
      ),
      shareOf('b', ['[Shared Name], [Twice Told], [Twice Told], [Other Noise]']),
    ])
    expect(names(graph)).toEqual([
      'Heading Alone',
      'Shared Name',
      'Stated Name',
      'Stating Name',
      'Twice Told',
      'Typed Name',
    ])
  })

  it('list their other names by how often they are written', async () => {
    const graph = await graphOf([
      shareOf('a', ['[向量数据库] [向量数据库] [向量資料庫] [向量数据库]']),
      shareOf('b', ['[向量數據庫] [向量數據庫] [向量数据库]']),
    ])
    const entity = graph.entities[numberOf(graph, '向量数据库')]
    expect(entity?.name).toBe('向量数据库')
    expect(entity?.aliases).toEqual(['向量數據庫'])
    expect([entity?.mentions, entity?.documents]).toEqual([6, 2])
  })

  it('that only a statement names have its documents', async () => {
    // A document's title that links to something stands nowhere in its text.
    const links = { source: 'The Title', kind: 'links_to', target: 'Target', passage: 0 } as const
    const graph = await graphOf([shareOf('a', ['see [Target]'], [links]), shareOf('b', ['to [Target]'], [links])])
    expect(edgeList(graph)).toEqual(['The Title links_to Target'])
    const title = graph.entities[numberOf(graph, 'The Title')]
    expect([title?.mentions, title?.documents]).toEqual([0, 2])
  })

  it('rank highest where most leads, and the highest has rank 1', async () => {
    const spokes = ['Alpha', 'Beta', 'Gamma', 'Delta']
    const graph = await graphOf([
      shareOf(
        'a',
        [`[Hub] ${spokes.map((spoke) => `[${spoke}]`).join(' ')}`],
        spokes.map((source) => ({ source, kind: 'uses', target: 'Hub', passage: 0 })),
      ),
    ])
    expect(graph.entities[graph.byRank[0] ?? -1]?.name).toBe('Hub')
    expect(Math.max(...graph.entities.map(({ rank }) => rank))).toBe(1)
    expect(Math.min(...graph.entities.map(({ rank }) => rank))).toBeGreaterThan(0)
  })

  it('rank lower where they are hardly worth looking for, however often they are named', async () => {
    const text = ['[6Prot] [Ada Lovelace|person]', ...Array.from({ length: 20 }, () => '[6Prot] [6Prot]')]
    const share = shareOf('a', text)
    const rankings = [undefined, [0.05, 0.9]].map(async (worth) => {
      const facts = { ...share.facts, ...(worth && { worth }) }
      const graph = await graphOf([{ ...share, facts }])
      return Array.from(graph.byRank, (at) => graph.entities[at]?.name)
    })
    expect(await Promise.all(rankings)).toEqual([
      ['6Prot', 'Ada Lovelace'],
      ['Ada Lovelace', '6Prot'],
    ])
  })

  it('are concepts where they are common nouns of English without another type', async () => {
    const graph = await graphOf([
      shareOf('a', ['[percentage fee] [Zorblax] [river|place] [te] [percentage fee]', '[te] [Zorblax]']),
    ])
    const types = Object.fromEntries(graph.entities.map(({ name, type }) => [name, type]))
    expect(types).toMatchObject({ 'percentage fee': 'concept', Zorblax: undefined, river: 'place' })
  })

  it('rank lower as the heading of one list than as what the library is about', async () => {
    // The most important thing of a library would be the page with the longest list of links.
    const items = Array.from({ length: 30 }, (_, place) => `Item${String.fromCharCode(0x4e00 + 7 * place)}`)
    const list = shareOf(
      'a',
      [`[Past Winners] ${items.map((item) => `[${item}]`).join(' ')}`],
      items.map((target) => ({ source: 'Past Winners', kind: 'includes', target, passage: 0 })),
    )
    const subject = shareOf(
      'b',
      Array.from({ length: 40 }, (_, place) => `[Cairn] uses [${items[place % 10] ?? ''}]`),
      Array.from({ length: 40 }, (_, place) => ({
        source: 'Cairn',
        kind: 'uses',
        target: items[place % 10] ?? '',
        passage: place,
      })),
    )
    const elsewhere = Array.from({ length: 100 }, () => '[Elsewhere]')
    const graph = await graphOf([list, subject, shareOf('c', elsewhere)])
    const rankOf = (name: string) => graph.entities[numberOf(graph, name)]?.rank ?? 0
    expect(rankOf('Cairn')).toBeGreaterThan(rankOf('Past Winners'))
    // Nor is it what is named most and hangs on nothing.
    expect(rankOf('Cairn')).toBeGreaterThan(rankOf('Elsewhere'))
  })
})

describe('stated edges', () => {
  const says = (documentId: string, passages: number[]) =>
    shareOf(
      documentId,
      ['[Cairn] uses [LanceDB].', 'Again: [Cairn] uses [LanceDB].'],
      passages.map((passage) => ({ source: 'Cairn', kind: 'uses', target: 'LanceDB', passage })),
    )

  it('weigh as many passages as state them, each sentence once', async () => {
    // A sentence that two patterns find would count twice.
    const graph = await graphOf([says('a', [0, 1, 1]), says('b', [0])])
    expect(edgeList(graph)).toEqual(['Cairn uses LanceDB'])
    expect([...graph.edges.weight]).toEqual([3])
    expect(Array.from(graph.edges.evidence.passage, (one) => graph.passageIds[one])).toEqual(['a:0', 'a:1', 'b:0'])
  })

  it('keep their direction and kind apart', async () => {
    const graph = await graphOf([
      shareOf(
        'a',
        ['[A1 thing] [B1 thing]'],
        [
          { source: 'A1 thing', kind: 'uses', target: 'B1 thing', passage: 0 },
          { source: 'B1 thing', kind: 'uses', target: 'A1 thing', passage: 0 },
          { source: 'A1 thing', kind: 'extends', target: 'B1 thing', passage: 0 },
        ],
      ),
    ])
    expect(edgeList(graph).toSorted()).toEqual([
      'A1 thing extends B1 thing',
      'A1 thing uses B1 thing',
      'B1 thing uses A1 thing',
    ])
  })

  it('of two names of one entity are none', async () => {
    // "The Engine includes the engine" would be drawn as a loop.
    const graph = await graphOf([
      shareOf(
        'a',
        ['[Analytical Engine] [analytical engine]'],
        [{ source: 'Analytical Engine', kind: 'includes', target: 'analytical engine', passage: 0 }],
      ),
    ])
    expect(graph.entities).toHaveLength(1)
    expect(edgeList(graph)).toEqual([])
  })
})

describe('edges of association', () => {
  const far = 'word '.repeat(200)
  const library = [
    shareOf('a', [`[Ada] met [Babbage]. ${far} [Paris]`, `[Ada] wrote to [Babbage]. ${far} [Paris]`]),
    shareOf('b', [`[Paris] ${far}[Rome]`, `[Rome] ${far}[Paris]`]),
  ]

  it('join what stands close together in several passages, and nothing else', async () => {
    // All pairs of a passage make a hairball.
    const graph = await graphOf(library)
    expect(edgeList(graph)).toEqual(['Ada co_occurs Babbage'])
    const [weight] = graph.edges.weight
    expect(weight).toBeGreaterThan(0.1)
    expect(weight).toBeLessThanOrEqual(0.5)
  })

  it('are not drawn beside a statement', async () => {
    const more = shareOf('c', ['[Ada] [Babbage]'], [{ source: 'Babbage', kind: 'uses', target: 'Ada', passage: 0 }])
    expect(edgeList(await graphOf([...library, more]))).toEqual(['Babbage uses Ada'])
  })

  it('do not join a name with a longer one that it is a part of', async () => {
    // "University" in "Hanyu University" stands there only once.
    const share = shareOf('a', ['[Hanyu University] x', '[Hanyu University] y'])
    const names = [...share.facts.names, { name: 'Hanyu' }]
    const mentions = share.facts.mentions.flatMap((mention) => [
      mention,
      [1, mention[1], mention[2], mention[2] + 5] as const,
    ])
    const graph = await graphOf([{ ...share, facts: { ...share.facts, names, mentions } }])
    expect(graph.entities.map(({ mentions: count }) => count)).toEqual([2, 2])
    expect(edgeList(graph)).toEqual([])
  })

  it('are kept for the strongest of either end only', async () => {
    const others = Array.from({ length: 20 }, (_, place) => `Thing ${String.fromCharCode(65 + place)}`)
    const texts = others.flatMap((other) => [`[Hub] [${other}]`, `[Hub] [${other}]`])
    const pairs = others.flatMap((other) => [`[${other}] [Side ${other}]`, `[${other}] [Side ${other}]`])
    const elsewhere = Array.from({ length: 300 }, () => '[Elsewhere]')
    const graph = await graphOf([shareOf('a', [...texts, ...pairs, ...elsewhere])], {
      maxAssociations: 1,
      minAssociation: 0.001,
    })
    const edges = edgeList(graph)
    // Each thing is closest to its side, the hub to one of the things.
    expect(edges.filter((edge) => edge.includes('Hub'))).toHaveLength(1)
    expect(edges).toHaveLength(others.length + 1)
  })

  it('hold what nothing else holds by what it stands with once', async () => {
    // In a library of ten pages hardly two names meet twice: its graph would be a heap of dots.
    const more = shareOf('c', [`[Turing] and [Ada]. ${far} [Turing] ${far} [Lonely] ${far} [Lonely]`])
    const edges = edgeList(await graphOf([...library, more]))
    expect(edges).toEqual(['Ada co_occurs Babbage', 'Ada co_occurs Turing'])
    expect(edgeList(await graphOf([...library, more], { maxLooseEdges: 0 }))).toEqual(['Ada co_occurs Babbage'])
  })

  it('are found in one endless passage of hundreds of names too', async () => {
    // Each pair of a table of names would be a million pairs.
    const names = Array.from({ length: 300 }, (_, place) => `Name${String.fromCharCode(0x4e00 + 7 * place)}`)
    const text = Array.from({ length: 3000 }, (_, place) => `[${names[place % 300] ?? ''}] `).join('')
    const graph = await graphOf([shareOf('a', [text, text])], eager)
    expect(graph.entities.length).toBeGreaterThan(0)
    expectWhole(graph)
  })
})

/** Nothing refers to what is not there, and nothing is there without a reason. */
function expectWhole(graph: EntityGraph): void {
  const { entities, edges, places, passageIds } = graph
  const bounded = (column: Int32Array, limit: number) => column.every((value) => value >= 0 && value < limit)
  expect(bounded(places.entity, entities.length) && bounded(places.passage, passageIds.length)).toBe(true)
  expect(bounded(edges.source, entities.length) && bounded(edges.target, entities.length)).toBe(true)
  expect(bounded(edges.evidence.passage, passageIds.length)).toBe(true)
  expect(new Set(entities.map(({ id }) => id)).size).toBe(entities.length)
  for (const [place, entity] of entities.entries()) {
    expect(graph.entityOf.get(entity.id)).toBe(place)
    expect(listAt(places.ofEntity, place)).toHaveLength(entity.mentions)
    expect(entity.documents).toBeGreaterThan(0)
  }
  for (const [edge, source] of edges.source.entries()) {
    expect(source).not.toBe(edges.target[edge])
    expect(edges.weight[edge]).toBeGreaterThan(0)
    if (isStated(edges, edge)) expect(edges.evidence.of[edge + 1]).toBeGreaterThan(edges.evidence.of[edge] ?? 0)
  }
}
