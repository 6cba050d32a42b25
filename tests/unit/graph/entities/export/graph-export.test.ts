import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildCommunities } from '@engine/graph/communities/communities'
import type { EntityGraph } from '@engine/graph/entities/entity-graph'
import { graphFile } from '@engine/graph/entities/export/graph-export'
import { eager, edgeList, graphOf, libraries, shareOf } from '../graph-fixtures'
import { readXml, type XmlElement } from '../read-xml'

const File = z.object({
  format: z.literal('cairn-graph-1'),
  entities: z.array(z.object({ id: z.string(), name: z.string(), rank: z.number() })),
  relations: z.array(
    z.object({ source: z.string(), relation: z.string(), target: z.string(), passages: z.array(z.unknown()) }),
  ),
  communities: z.array(z.object({ id: z.string(), parent: z.string().nullable(), entities: z.array(z.string()) })),
})

const textOf = (graph: EntityGraph, format: 'graphml' | 'json') =>
  [...graphFile(graph, buildCommunities(graph), format)].join('')
const named = (element: XmlElement | undefined, name: string) =>
  element?.children.filter((child) => child.name === name) ?? []
const data = (element: XmlElement | undefined, key: string) =>
  named(element, 'data').find(({ attributes }) => attributes.get('key') === key)?.text

describe('the GraphML of a graph', () => {
  it('is well-formed and has every entity and edge, with values of declared types', async () => {
    await fc.assert(
      fc.asyncProperty(libraries, async (shares) => {
        const graph = await graphOf(shares, eager)
        const root = readXml(textOf(graph, 'graphml'))
        const [drawing] = named(root, 'graph')
        const nodes = named(drawing, 'node')
        const edges = named(drawing, 'edge')
        expect(nodes.map((node) => data(node, 'node_name'))).toEqual(graph.entities.map(({ name }) => name))
        const nameOf = new Map(nodes.map((node) => [node.attributes.get('id'), data(node, 'node_name')]))
        expect(
          edges.map(({ attributes, ...edge }) =>
            [
              nameOf.get(attributes.get('source')),
              data({ attributes, ...edge }, 'edge_relation'),
              nameOf.get(attributes.get('target')),
            ].join(' '),
          ),
        ).toEqual(edgeList(graph))
        const declared = new Set(named(root, 'key').map(({ attributes }) => attributes.get('id')))
        const used = [...nodes, ...edges]
          .flatMap((one) => named(one, 'data'))
          .map(({ attributes }) => attributes.get('key'))
        for (const key of used) expect(declared).toContain(key)
      }),
      { numRuns: 40 },
    )
  })

  it('writes names that XML has no letters for', async () => {
    // One control character out of a PDF makes a file that no program opens.
    const name = 'A<b> & "c" \u0000\u000b\ud800\ufffe 😀'
    const share = shareOf('a', ['[X] [X]'])
    const graph = await graphOf([{ ...share, facts: { ...share.facts, names: [{ name }] } }])
    const [node] = named(named(readXml(textOf(graph, 'graphml')), 'graph')[0], 'node')
    expect(data(node, 'node_name')).toBe('A<b> & "c" \ufffd\ufffd\ufffd\ufffd 😀')
  })
})

describe('the JSON of a graph', () => {
  it('has every entity, relation and community', async () => {
    await fc.assert(
      fc.asyncProperty(libraries, async (shares) => {
        const graph = await graphOf(shares, eager)
        const file = File.parse(JSON.parse(textOf(graph, 'json')))
        expect(file.entities.map(({ id }) => id)).toEqual(graph.entities.map(({ id }) => id))
        const nameOf = new Map(file.entities.map(({ id, name }) => [id, name]))
        expect(
          file.relations.map(
            (one) => `${nameOf.get(one.source) ?? ''} ${one.relation} ${nameOf.get(one.target) ?? ''}`,
          ),
        ).toEqual(edgeList(graph))
        expect(file.communities.map(({ id }) => id)).toEqual(buildCommunities(graph).all.map(({ id }) => id))
      }),
      { numRuns: 40 },
    )
  })
})

describe('a large file', () => {
  it('comes in pieces', async () => {
    // A hundred megabytes in one string stop the window that receives them.
    const names = Array.from({ length: 400 }, (_, at) => `Name${String.fromCharCode(0x4e00 + 7 * at).repeat(200)}`)
    const graph = await graphOf([
      shareOf(
        'a',
        names.map((name) => `[${name}] [${name}]`),
      ),
    ])
    const pieces = [...graphFile(graph, buildCommunities(graph), 'json')]
    expect(pieces.length).toBeGreaterThan(1)
    for (const piece of pieces) expect(piece.length).toBeLessThan(100_000)
  })
})
