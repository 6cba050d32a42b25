import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCommunities } from '@engine/graph/communities/communities'
import { communityCard } from '@engine/graph/entities/cards/community-card'
import { entityCard } from '@engine/graph/entities/cards/entity-card'
import { eager, edgeList, graphOf, libraries, numberOf, shareOf } from '../graph-fixtures'

const uses = (source: string, target: string, passage: number) => ({ source, kind: 'uses', target, passage }) as const
const cardOf = async (shares: Parameters<typeof graphOf>[0], name: string) => {
  const graph = await graphOf(shares)
  return entityCard(graph, buildCommunities(graph), numberOf(graph, name))
}

describe('the card of an entity', () => {
  it('has every statement once from either side, and places within the documents', async () => {
    // A statement seen from its target only would say that nothing is known of its source.
    await fc.assert(
      fc.asyncProperty(libraries, async (shares) => {
        const graph = await graphOf(shares, eager)
        const communities = buildCommunities(graph)
        const cards = graph.entities.map((_, at) => entityCard(graph, communities, at))
        const outgoing = cards.flatMap((card) =>
          card.statements.filter((one) => one.outgoing).map((one) => `${card.name} ${one.relation} ${one.other.name}`),
        )
        const incoming = cards.flatMap((card) =>
          card.statements.filter((one) => !one.outgoing).map((one) => `${one.other.name} ${one.relation} ${card.name}`),
        )
        const stated = edgeList(graph).filter((edge) => !edge.includes(' co_occurs '))
        expect(outgoing.toSorted()).toEqual(stated.toSorted())
        expect(incoming.toSorted()).toEqual(stated.toSorted())
        for (const [at, card] of cards.entries()) {
          expect(card.found_in.reduce((sum, { mentions }) => sum + mentions, 0)).toBe(graph.entities[at]?.mentions)
          for (const { passageId, documentId } of card.passages) expect(passageId.startsWith(documentId)).toBe(true)
          expect(new Set(card.passages.map(({ passageId }) => passageId)).size).toBe(card.passages.length)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('begins with what most passages state', async () => {
    const card = await cardOf(
      [
        shareOf('a', ['[Cairn] [Once]', '[Cairn] [Twice]'], [uses('Cairn', 'Once', 0), uses('Cairn', 'Twice', 1)]),
        shareOf('b', ['[Cairn] [Twice]'], [uses('Cairn', 'Twice', 0)]),
      ],
      'Cairn',
    )
    expect(card.statements.map(({ other, weight }) => [other.name, weight])).toEqual([
      ['Twice', 2],
      ['Once', 1],
    ])
    expect(card.statements[0]?.passages.map(({ passageId }) => passageId)).toEqual(['a:1', 'b:0'])
    expect(card.found_in).toEqual([
      { document_id: 'a', title: 'Title of a', mentions: 2 },
      { document_id: 'b', title: 'Title of b', mentions: 1 },
    ])
  })

  it('shows passages that state something first, then not more than three of one document before others', async () => {
    // A long document about a thing would hide that others speak of it.
    const card = await cardOf(
      [
        shareOf('a', ['x [Ada] [Ada]', ...Array.from({ length: 8 }, () => 'x [Ada] [Ada] [Ada]')]),
        shareOf('b', ['of [Ada]', '[Ada] [Engine] here'], [uses('Ada', 'Engine', 1)]),
      ],
      'Ada',
    )
    expect(card.passages.map(({ passageId }) => passageId)).toEqual([
      'b:1',
      'a:1',
      'a:2',
      'a:3',
      'b:0',
      'a:4',
      'a:5',
      'a:6',
      'a:7',
      'a:8',
      'a:0',
    ])
    expect(card.passages[0]).toEqual({ passageId: 'b:1', documentId: 'b', start: 0, end: 19 })
    expect(card.passages[1]).toMatchObject({ start: 3, end: 6 })
  })

  it('names what stands with it, and is bounded for one that is everywhere', async () => {
    const others = Array.from({ length: 100 }, (_, at) => `Other${String.fromCharCode(0x4e00 + 7 * at)}`)
    const card = await cardOf(
      [
        shareOf(
          'a',
          others.map((other) => `[Hub] [${other}]`),
          others.map((other, at) => uses('Hub', other, at)),
        ),
        shareOf('b', ['[Hub] [Friend]', '[Friend] [Hub]', ...Array.from({ length: 300 }, () => '[Filler]')]),
      ],
      'Hub',
    )
    expect([card.statements.length, card.passages.length]).toEqual([60, 30])
    expect(card.related.map(({ name }) => name)).toEqual(['Friend'])
    expect(card.communities[0]?.title).toBe('Hub')
  })

  it('is refused for a number that no entity has', async () => {
    const graph = await graphOf([])
    expect(() => entityCard(graph, buildCommunities(graph), 0)).toThrow(RangeError)
  })
})

describe('the card of a community', () => {
  it('has its members by rank, its parts and what is said of them', async () => {
    const graph = await graphOf([
      shareOf('a', ['[Cairn] uses [LanceDB].'], [uses('Cairn', 'LanceDB', 0)]),
      shareOf('b', ['[Cairn]']),
    ])
    const [community] = buildCommunities(graph).all
    const card = community && communityCard(graph, community)
    expect(card).toMatchObject({
      level: 0,
      parent: null,
      title: 'Cairn, LanceDB',
      size: 2,
      entities: [{ name: 'Cairn' }, { name: 'LanceDB' }],
      children: [],
    })
    expect(card?.summary).toEqual([{ passageId: 'a:0', documentId: 'a', start: 0, end: 23 }])
  })
})
