import type { GraphPicture } from '@shared/graph'
import { EntityType, RelationKind } from '@shared/graph'
import { describe, expect, it } from 'vitest'
import { buildGraph, type DrawingChoices, restyle } from '@renderer/features/graph/drawing/build-graph'
import { litScene } from '@renderer/features/graph/drawing/lit-scene'
import { countTypes, drawnEdges, nodeSizes } from '@renderer/features/graph/drawing/node-style'
import { aLook } from './look-fixture'

const kind = (name: RelationKind) => RelationKind.options.indexOf(name)
const ids = ['n_a', 'n_b', 'n_c', 'n_d']
const picture: GraphPicture = {
  version: 1,
  nodes: {
    ids,
    names: ['Lake', '港口', 'Ridge', 'Pump'],
    types: [0, EntityType.options.indexOf('place'), -1, 0],
    ranks: [1, 0.5, 0.25, 0],
    mentions: [9, 4, 2, 1],
    communities: [0, 1, 7, -1],
    x: [0, 1, null, null],
    y: [0, 1, null, null],
  },
  edges: {
    sources: [0, 0, 1, 2, 2],
    targets: [1, 1, 2, 3, 2],
    kinds: [kind('uses'), kind('co_occurs'), kind('co_occurs'), kind('co_occurs'), kind('uses')],
    weights: [2, 0.9, 0.4, 0.8, 1],
  },
  communities: [],
  total: { nodes: 4, edges: 5 },
}
const places = { x: [0, 10, 20, 30], y: [0, 0, 5, 5] }
const all: DrawingChoices = { colouring: 'type', statedShown: true, togetherShown: true, hidden: new Uint8Array(4) }

describe('buildGraph', () => {
  it('draws each node at its place with the colour of its type, or grey', () => {
    const graph = buildGraph(picture, places, aLook, all)
    expect(graph.nodes()).toEqual(ids)
    expect(graph.getNodeAttributes('n_c')).toMatchObject({ x: 20, y: 5, name: 'Ridge', color: aLook.none, at: 2 })
    expect(graph.getNodeAttribute('n_a', 'color')).toBe(aLook.types[0])
  })

  // Would catch two lines on each other, an arrow that nobody stated, and an edge from a node to itself, which Sigma refuses.
  it('draws what is stated as arrows, the rest as lines, each pair once', () => {
    const graph = buildGraph(picture, places, aLook, all)
    expect(graph.mapEdges((_, edge, source, target) => `${source} ${edge.type} ${target}`).toSorted()).toEqual([
      'n_a arrow n_b',
      'n_b line n_c',
      'n_c line n_d',
    ])
  })

  it('keeps every stated edge and the strongest of the others where there are too many', () => {
    expect(drawnEdges(picture.edges, 1).toSorted()).toEqual([0, 3, 4])
  })

  it('colours communities where that is chosen; beyond the palette they are grey', () => {
    const graph = buildGraph(picture, places, aLook, { ...all, colouring: 'community' })
    expect(graph.mapNodes((_, { color }) => color)).toEqual(['#110000', '#220000', aLook.none, aLook.none])
  })

  // Would catch edges that end in nothing when a type is switched off.
  it('hides the edges of hidden nodes, and kinds of edges by choice, and shows them again', () => {
    const graph = buildGraph(picture, places, aLook, { ...all, hidden: Uint8Array.from([1, 0, 0, 0]) })
    const hidden = () => graph.filterEdges((_, edge) => edge.hidden).toSorted()
    expect(hidden()).toEqual(['e0'])
    restyle(graph, picture.nodes, aLook, { ...all, togetherShown: false })
    expect(hidden()).toEqual(['e2', 'e3'])
    restyle(graph, picture.nodes, aLook, all)
    expect(hidden()).toEqual([])
    expect(graph.getNodeAttribute('n_a', 'hidden')).toBe(false)
  })

  it('makes important nodes larger, and all of them smaller in a crowd', () => {
    const sizes = [...nodeSizes(picture.nodes)]
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    const crowd = nodeSizes({ ...picture.nodes, ranks: Array.from({ length: 9000 }, () => 1) })
    expect(crowd[0]).toBeLessThan((sizes[0] ?? 0) / 2)
  })

  it('counts the types for the legend, the unknown last', () => {
    expect(countTypes(picture.nodes).map(({ type, count }) => [type, count])).toEqual([
      ['technology', 2],
      ['place', 1],
      ['unknown', 1],
    ])
  })
})

describe('litScene', () => {
  const graph = buildGraph(picture, places, aLook, all)
  const onScreen = (id: string) => {
    const { name, x, y, color } = graph.getNodeAttributes(id)
    return { name, x, y, radius: 3, color }
  }
  const lit = (edges: Parameters<typeof litScene>[1]['edges']) =>
    litScene(graph, { centres: ['n_b'], nodes: new Set(['n_c', 'n_a', 'n_b']), edges, veil: 0.5 }, onScreen)

  it('lights the edges that are asked for, and names the centre first', () => {
    expect(lit('all').edges).toHaveLength(2)
    expect(lit('of centres').nodes.map(({ name }) => name)).toEqual(['港口', 'Lake', 'Ridge'])
  })

  // Would catch the view breaking when a lit entity has left the picture meanwhile.
  it('leaves out what is no longer in the picture', () => {
    const gone = litScene(graph, { centres: ['n_x'], nodes: new Set(['n_x', 'n_a']), edges: 'all', veil: 1 }, (id) =>
      graph.hasNode(id) ? onScreen(id) : null,
    )
    expect(gone).toMatchObject({ centres: [], edges: [] })
    expect(gone.nodes).toHaveLength(1)
  })
})
